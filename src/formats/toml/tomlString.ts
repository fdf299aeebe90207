import type { TextStyle } from './tomlTree.ts';

/** The kind of a string's literal. */
export interface StringKind {
  readonly style: TextStyle;
  readonly multiline: boolean;
  /** A line end directly after the opening quotes, which is not part of the text. */
  readonly opensLine: boolean;
}

export interface StringConventions {
  /** Characters outside ASCII are escaped. */
  readonly ascii: boolean;
  readonly eol: string;
}

/**
 * Returns the literal for a text: of the preferred kind if that can represent it, else of the most similar one that
 * can.
 */
export function renderString(text: string, kind: StringKind, conventions: StringConventions): string {
  const escapes = conventions.ascii && /[^\0-\u007f]/.test(text);
  if (kind.style === 'literal' && !escapes && isLiteral(text, kind.multiline)) {
    return kind.multiline ? `'''${opening(text, kind, conventions)}${withLineEnds(text, conventions)}'''` : `'${text}'`;
  }
  if (!kind.multiline) return `"${escapeBasic(text, conventions).replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;
  const body = escapeBasic(text, conventions).replace(/(?<="")"|^"|"$/g, '\\"');
  return `"""${opening(text, kind, conventions)}${withLineEnds(body, conventions)}"""`;
}

/** Returns the kind of a literal in a file. */
export function kindOf(literal: string): StringKind {
  const multiline = /^(?:"""|''')/.test(literal);
  return {
    style: literal.startsWith("'") ? 'literal' : 'basic',
    multiline,
    opensLine: multiline && /^.{3}\r?\n/.test(literal),
  };
}

/** TOML 1.0 has no escapes in literal strings, and allows no control characters in them except tabs. */
function isLiteral(text: string, multiline: boolean): boolean {
  if (/[\0-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff]/.test(text)) return false;
  return multiline ? !text.includes("'''") && !text.endsWith("'") : !/['\n]/.test(text);
}

/** The first line end after the quotes is dropped, so a text that begins with one needs another. */
function opening(text: string, kind: StringKind, { eol }: StringConventions): string {
  return kind.opensLine || text.startsWith('\n') ? eol : '';
}

function withLineEnds(text: string, { eol }: StringConventions): string {
  return eol === '\n' ? text : text.replaceAll('\n', eol);
}

const shortEscapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\b': '\\b',
  '\t': '\\t',
  '\f': '\\f',
  '\r': '\\r',
};

/** Escapes all but line ends and, in multi-line strings, quotes. Invisible characters are escaped, too. */
function escapeBasic(text: string, { ascii }: StringConventions): string {
  const written = text.replace(
    /[\\\0-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff]/g,
    (char) => shortEscapes[char] ?? escapeCode(char),
  );
  return ascii ? written.replace(/[^\0-\u007f]/gu, escapeCode) : written;
}

function escapeCode(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  const digits = code.toString(16).toUpperCase();
  return code < 0x10000 ? `\\u${digits.padStart(4, '0')}` : `\\U${digits.padStart(8, '0')}`;
}
