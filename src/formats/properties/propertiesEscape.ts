import { formatErrorAt } from '../kit/textPlace.ts';

const SIMPLE: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', f: '\f' };

/** Decodes a part of a line that may go on in others. Throws FormatError for an escape that Java refuses. */
export function decodeProperty(text: string, start: number, end: number): string {
  const written = text.slice(start, end);
  if (!written.includes('\\')) return written;
  return written.replace(
    /\\(?:u([0-9A-Fa-f]{4})|((?:\r\n|\n|\r)[ \t\f]*)|([^])|$)/g,
    (_, hex: string | undefined, lineEnd: string | undefined, char: string | undefined, offset: number) => {
      if (hex !== undefined) return String.fromCharCode(parseInt(hex, 16));
      if (char === 'u') throw formatErrorAt(text, start + offset, 'Four hexadecimal digits have to follow \\u.');
      if (lineEnd !== undefined || char === undefined) return '';
      return SIMPLE[char] ?? char;
    },
  );
}

/** How a file writes texts. */
export interface PropertiesStyle {
  /** Everything beyond ASCII is written as `\uXXXX`. */
  readonly ascii: boolean;
  /** Whether the hexadecimal digits are capital letters. */
  readonly upperCase: boolean;
}

const ESCAPED: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r', '\f': '\\f' };

/** What is written as it is in no file: a backslash, controls, and what some readers take for a line end. */
const ALWAYS = /[\\\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff]/g;
const BEYOND_ASCII = /[\\\u0000-\u001f\u007f-\uffff]/g;

/**
 * A text as a value: nothing is escaped but what would be read as something else. `bare` is for a value that only blanks
 * part from its key, where a first `=` or `:` would be taken for the separator.
 */
export function encodeProperty(translation: string, style: PropertiesStyle, bare: boolean): string {
  const escaped = translation.replace(
    style.ascii ? BEYOND_ASCII : ALWAYS,
    (char) => ESCAPED[char] ?? unicodeEscape(char, style),
  );
  return escaped.startsWith(' ') || (bare && /^[=:]/.test(escaped)) ? `\\${escaped}` : escaped;
}

function unicodeEscape(codeUnit: string, { upperCase }: PropertiesStyle): string {
  const digits = codeUnit.charCodeAt(0).toString(16).padStart(4, '0');
  return `\\u${upperCase ? digits.toUpperCase() : digits}`;
}
