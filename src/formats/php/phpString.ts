import type { LiteralStyle } from '../code/codeLanguage.ts';

/** The text of a literal. `isBytes`: it contains escapes of bytes outside ASCII, which are not characters. */
export interface PhpString {
  readonly value: string;
  readonly isBytes: boolean;
}

/**
 * Reads a literal in single or double quotes without variables, by the rules of the PHP manual (Strings): single quotes
 * have only the escapes `\\` and `\'`; in double quotes, an unknown escape stays as written.
 */
export function readPhpString(raw: string): PhpString {
  const inner = raw.slice(1, -1);
  if (!inner.includes('\\')) return { value: inner, isBytes: false };
  if (raw.startsWith("'")) return { value: inner.replace(/\\([\\'])/g, '$1'), isBytes: false };
  let isBytes = false;
  const readEscape = (escape: string, ...groups: readonly (string | undefined)[]): string => {
    const [letter, point, hex, octal] = groups;
    if (letter !== undefined) return charsByLetter[letter] ?? letter;
    if (point !== undefined) {
      const code = Number.parseInt(point, 16);
      // PHP refuses higher code points, and encodes half of a surrogate pair as bytes that are not valid text.
      if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) isBytes = true;
      if (isBytes) return escape;
      return String.fromCodePoint(code);
    }
    // PHP drops the ninth bit of an octal escape: `\777` is the byte 255.
    const byte = Number(hex === undefined ? `0o${octal}` : `0x${hex}`) & 0xff;
    if (byte > 0x7f) isBytes = true;
    return String.fromCharCode(byte);
  };
  const escapes = /\\(?:([nrtvef\\$"])|u\{([\dA-Fa-f]{1,8})\}|x([\dA-Fa-f]{1,2})|([0-7]{1,3}))/g;
  return { value: inner.replace(escapes, readEscape), isBytes };
}

const charsByLetter: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', v: '\v', e: '\x1b', f: '\f' };
const escapesByChar: Readonly<Record<string, string>> = {
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
  '\x1b': '\\e',
  '\f': '\\f',
};

/**
 * Returns the literal of a text. Single quotes can contain all characters unescaped, but line breaks and control
 * characters, which editors and git may change, are escaped in double quotes; line breaks are kept if the replaced
 * literal contains some.
 */
export function quotePhp(text: string, { quote, isAscii, old, lineEnd }: LiteralStyle): string {
  const keepsBreaks = old !== undefined && /[\r\n]/.test(old) && hasOnlyBreaks(text, lineEnd);
  const escapedChars = keepsBreaks ? /(?![\r\n\t])\p{Cc}/u : /(?!\t)\p{Cc}/u;
  if (quote === '"' || escapedChars.test(text) || (isAscii && /[\u0080-\uffff]/.test(text)))
    return doubleQuoted(text, isAscii, keepsBreaks);
  return `'${singleQuoted(text)}'`;
}

/** Whether all line breaks of a text are those of the file, so that they can be written unescaped. */
function hasOnlyBreaks(text: string, lineEnd: string): boolean {
  return !/[\r\n]/.test(text.replaceAll(lineEnd, ''));
}

/** A backslash needs an escape only before a quote or another backslash, and at the end. */
function singleQuoted(text: string): string {
  return text.replace(/\\(?=['\\]|$(?![^]))|'/g, '\\$&');
}

function doubleQuoted(text: string, isAscii: boolean, keepsBreaks: boolean): string {
  const escaped = text.replace(/[\\"$\p{Cc}]/gu, (char) => {
    if (keepsBreaks && (char === '\n' || char === '\r')) return char;
    if (char === '\\' || char === '"' || char === '$') return `\\${char}`;
    return escapesByChar[char] ?? unicodeEscape(char);
  });
  if (!isAscii) return `"${escaped}"`;
  return `"${escaped.replace(/[^\0-\x7f]/gu, unicodeEscape)}"`;
}

function unicodeEscape(char: string): string {
  return `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`;
}
