import { formatErrorAt } from '../kit/textLocation.ts';
import { because } from '../reasons/reason.ts';

const letterEscapes: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', f: '\f' };

/** Decodes a part of a line that other lines may continue. Throws FormatError for an escape that Java refuses. */
export function decodeProperty(text: string, start: number, end: number): string {
  const literal = text.slice(start, end);
  if (!literal.includes('\\')) return literal;
  // `\u00e9`, a line end with the indentation of the next line, `\n`, or a backslash at the end of the file.
  const escapePattern = /\\(?:u[0-9A-Fa-f]{4}|(?:\r\n|\n|\r)[ \t\f]*|[^]|$)/g;
  return literal.replace(escapePattern, (escape, offset: number) => {
    const char = escape.charAt(1);
    if (char === 'u') {
      const lacksDigits = escape === '\\u';
      if (lacksDigits) throw formatErrorAt(text, start + offset, because('unicode-escape'));
      return String.fromCharCode(parseInt(escape.slice('\\u'.length), 16));
    }
    // A line end after a backslash is not part of the text.
    if (char === '\r' || char === '\n') return '';
    return letterEscapes[char] ?? char;
  });
}

/** How a file writes texts. */
export interface PropertiesStyle {
  /** Every character outside ASCII is written as `\uXXXX`. */
  readonly escapesNonAscii: boolean;
  /** Hexadecimal digits are written as capital letters. */
  readonly upperCase: boolean;
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r', '\f': '\\f' };

/** Characters that are always escaped: a backslash, controls, and those that some readers interpret as a line end. */
const alwaysEscaped = /[\\\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff]/g;
const alwaysEscapedOrNotAscii = /[\\\u0000-\u001f\u007f-\uffff]/g;

/**
 * Encodes a text as a value; only what would otherwise be read differently is escaped. `isAfterWhitespace`: only
 * whitespace separates it from its key, so that an initial `=` or `:` would be read as the separator.
 */
export function encodeProperty(translation: string, style: PropertiesStyle, isAfterWhitespace: boolean): string {
  const characters = style.escapesNonAscii ? alwaysEscapedOrNotAscii : alwaysEscaped;
  const escaped = translation.replace(characters, (char) => escapes[char] ?? unicodeEscape(char, style));
  const beginsWithSeparator = escaped.startsWith(' ') || (isAfterWhitespace && /^[=:]/.test(escaped));
  return beginsWithSeparator ? `\\${escaped}` : escaped;
}

function unicodeEscape(codeUnit: string, { upperCase }: PropertiesStyle): string {
  const digits = codeUnit.charCodeAt(0).toString(16).padStart(4, '0');
  return `\\u${upperCase ? digits.toUpperCase() : digits}`;
}
