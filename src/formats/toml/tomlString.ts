import type { TextStyle } from './tomlTree.ts';

/** The kind of a string's literal. */
export interface StringKind {
  readonly style: TextStyle;
  readonly multiline: boolean;
  /** A multi-line string whose opening quotes are followed by a line end, which is not part of the text. */
  readonly startsOnNextLine: boolean;
}

export interface StringConventions {
  /** Characters outside ASCII are escaped. */
  readonly escapesNonAscii: boolean;
  readonly eol: string;
}

/** Returns the literal for a text: of the preferred kind, or of the most similar one that can represent it. */
export function renderString(text: string, kind: StringKind, conventions: StringConventions): string {
  const { multiline } = kind;
  const { escapesNonAscii, eol } = conventions;
  // The first line end after the quotes is dropped, so a text that begins with one needs another.
  const lineEndAfterQuotes = kind.startsOnNextLine || text.startsWith('\n') ? eol : '';
  const needsEscapes = escapesNonAscii && /[^\0-\u007f]/.test(text);
  if (kind.style === 'literal' && !needsEscapes && canBeLiteral(text, multiline)) {
    if (!multiline) return `'${text}'`;
    return `'''${lineEndAfterQuotes}${text.replaceAll('\n', eol)}'''`;
  }
  const escaped = escapeBasic(text, escapesNonAscii);
  if (!multiline) return `"${escaped.replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;
  // Escapes the third of three quotes, and a quote next to those of the literal: `a"""b"` → `a""\"b\"`.
  const content = escaped.replace(/(?<="")"|^"|"$/g, '\\"').replaceAll('\n', eol);
  return `"""${lineEndAfterQuotes}${content}"""`;
}

/** Returns the kind of a literal in a file: `'''⏎text'''` is literal, multi-line and starts on the next line. */
export function stringKindOf(literal: string): StringKind {
  const multiline = /^(?:"""|''')/.test(literal);
  return {
    style: literal.startsWith("'") ? 'literal' : 'basic',
    multiline,
    startsOnNextLine: multiline && /^.{3}\r?\n/.test(literal),
  };
}

/** TOML 1.0 has no escapes in literal strings, and allows no control characters in them except tabs. */
function canBeLiteral(text: string, multiline: boolean): boolean {
  const hasControlOrInvisible = /[\0-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff]/.test(text);
  if (hasControlOrInvisible) return false;
  if (multiline) return !text.includes("'''") && !text.endsWith("'");
  return !/['\n]/.test(text);
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\b': '\\b', '\t': '\\t', '\f': '\\f', '\r': '\\r' };

/** Escapes backslashes, control characters and invisible characters, but neither line ends nor quotes. */
function escapeBasic(text: string, escapesNonAscii: boolean): string {
  const escaped = text.replace(
    /[\\\0-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff]/g,
    (char) => escapes[char] ?? escapeCode(char),
  );
  if (!escapesNonAscii) return escaped;
  return escaped.replace(/[^\0-\u007f]/gu, escapeCode);
}

/** `é` → `\u00E9`, `😀` → `\U0001F600` */
function escapeCode(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  const digits = code.toString(16).toUpperCase();
  if (code < 0x10000) return `\\u${digits.padStart(4, '0')}`;
  return `\\U${digits.padStart(8, '0')}`;
}
