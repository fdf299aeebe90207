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
export function readPhpString(literal: string): PhpString {
  const content = literal.slice(1, -1);
  if (!content.includes('\\')) return { value: content, isBytes: false };
  if (literal.startsWith("'")) return { value: content.replace(/\\([\\'])/g, '$1'), isBytes: false };
  return readEscapes(content, 'quotes');
}

/** Reads the escapes of a text in double quotes, or in a heredoc, where `\"` is no escape. */
export function readEscapes(content: string, around: 'quotes' | 'heredoc'): PhpString {
  let isBytes = false;
  const readEscape = (escape: string, ...groups: readonly (string | undefined)[]): string => {
    const [letter, codePointDigits, hex, octal] = groups;
    if (letter === '"' && around === 'heredoc') return escape;
    if (letter !== undefined) return charsByLetter[letter] ?? letter;
    if (codePointDigits !== undefined) {
      const codePoint = Number.parseInt(codePointDigits, 16);
      const isHalfOfPair = codePoint >= 0xd800 && codePoint <= 0xdfff;
      // PHP refuses higher code points, and encodes half of a surrogate pair as bytes that are not valid text.
      if (codePoint > 0x10ffff || isHalfOfPair) isBytes = true;
      return isBytes ? escape : String.fromCodePoint(codePoint);
    }
    // PHP drops the ninth bit of an octal escape: `\777` is the byte 255.
    const byte = Number(hex === undefined ? `0o${octal}` : `0x${hex}`) & 0xff;
    if (byte > 0x7f) isBytes = true;
    return String.fromCharCode(byte);
  };
  // `\n`, `\u{e9}`, `\x41`, `\101`
  const escapes = /\\(?:([nrtvef\\$"])|u\{([\dA-Fa-f]{1,8})\}|x([\dA-Fa-f]{1,2})|([0-7]{1,3}))/g;
  return { value: content.replace(escapes, readEscape), isBytes };
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
 * Returns the literal of a text: in single quotes; or in double ones, with line breaks and control characters escaped,
 * which editors and git may change. Line breaks are kept if the replaced literal contains some.
 */
export function quotePhp(text: string, { quote, isAscii, old: replacedLiteral, lineEnd }: LiteralStyle): string {
  const replacesLineBreaks = replacedLiteral !== undefined && /[\r\n]/.test(replacedLiteral);
  const keepsLineBreaks = replacesLineBreaks && hasOnlyFileLineEnds(text, lineEnd);
  // Control characters without tabs, and without line breaks if these are kept.
  const escapedChars = keepsLineBreaks ? /(?![\r\n\t])\p{Cc}/u : /(?!\t)\p{Cc}/u;
  const needsEscapes = escapedChars.test(text) || (isAscii && /[\u0080-\uffff]/.test(text));
  if (quote === '"' || needsEscapes) return doubleQuoted(text, isAscii, keepsLineBreaks);
  // A backslash needs an escape only before a quote or another backslash, and at the text's end, `$(?![^])`.
  return `'${text.replace(/\\(?=['\\]|$(?![^]))|'/g, '\\$&')}'`;
}

/** Whether all line breaks of a text are those of the file, so that they can be written unescaped. */
function hasOnlyFileLineEnds(text: string, lineEnd: string): boolean {
  return !/[\r\n]/.test(text.replaceAll(lineEnd, ''));
}

function doubleQuoted(text: string, isAscii: boolean, keepsLineBreaks: boolean): string {
  const escaped = charsEscaped(text, keepsLineBreaks ? /[\\"$]|(?![\r\n])\p{Cc}/gu : /[\\"$\p{Cc}]/gu);
  if (!isAscii) return `"${escaped}"`;
  return `"${escaped.replace(/[^\0-\x7f]/gu, unicodeEscape)}"`;
}

/** Returns a text with the characters that match as the escapes of double quotes and heredocs. */
export function charsEscaped(text: string, chars: RegExp): string {
  return text.replace(chars, (char) => {
    if (char === '\\' || char === '"' || char === '$') return `\\${char}`;
    return escapesByChar[char] ?? unicodeEscape(char);
  });
}

function unicodeEscape(char: string): string {
  return `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`;
}
