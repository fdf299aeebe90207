import { formatErrorAt } from '../kit/textPlace.ts';
import { because } from '../reasons/reason.ts';

const letterEscapes: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', f: '\f' };

/** Decodes a part of a line that other lines may continue. Throws FormatError for an escape that Java refuses. */
export function decodeProperty(text: string, start: number, end: number): string {
  const written = text.slice(start, end);
  if (!written.includes('\\')) return written;
  const escapes = /\\(?:u[0-9A-Fa-f]{4}|(?:\r\n|\n|\r)[ \t\f]*|[^]|$)/g;
  return written.replace(escapes, (escape, offset: number) => {
    const char = escape.charAt(1);
    if (char === 'u') {
      if (escape.length === 2) throw formatErrorAt(text, start + offset, because('unicode-escape'));
      return String.fromCharCode(parseInt(escape.slice(2), 16));
    }
    // A line end after a backslash is not part of the text.
    if (char === '\r' || char === '\n') return '';
    return letterEscapes[char] ?? char;
  });
}

/** How a file writes texts. */
export interface PropertiesStyle {
  /** Every character outside ASCII is written as `\uXXXX`. */
  readonly ascii: boolean;
  /** Hexadecimal digits are written as capital letters. */
  readonly upperCase: boolean;
}

const escapedCharacters: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
  '\f': '\\f',
};

/**
 * Characters that are always escaped: a backslash, controls, and characters that some readers interpret as a line end.
 */
const alwaysEscaped = /[\\\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff]/g;
const beyondAscii = /[\\\u0000-\u001f\u007f-\uffff]/g;

/**
 * Encodes a text as a value; only what would otherwise be read differently is escaped. `bare` is for a value separated
 * from its key only by whitespace, where an initial `=` or `:` would be read as the separator.
 */
export function encodeProperty(translation: string, style: PropertiesStyle, bare: boolean): string {
  const characters = style.ascii ? beyondAscii : alwaysEscaped;
  const escaped = translation.replace(characters, (char) => escapedCharacters[char] ?? unicodeEscape(char, style));
  const isReadOtherwise = escaped.startsWith(' ') || (bare && /^[=:]/.test(escaped));
  return isReadOtherwise ? `\\${escaped}` : escaped;
}

function unicodeEscape(codeUnit: string, { upperCase }: PropertiesStyle): string {
  const digits = codeUnit.charCodeAt(0).toString(16).padStart(4, '0');
  return `\\u${upperCase ? digits.toUpperCase() : digits}`;
}
