import type { LiteralStyle } from '../code/codeLanguage.ts';

const escapesByChar: Readonly<Record<string, string>> = {
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
  '\b': '\\b',
  '\f': '\\f',
};

/** The characters that need an escape in a template (`${` begins an expression), or in quotes. */
const templateSyntax = /[\\`]|\$(?=\{)|[\p{Cc}\u2028\u2029\ufeff]/gu;
const stringSyntax = /[\\'"]|[\p{Cc}\u2028\u2029\ufeff]/gu;

/**
 * Returns the literal of a text (ECMAScript 2026, 12.9.4 and 12.9.6). Characters that editors do not show are escaped,
 * as are U+2028 and U+2029, which end a line in JavaScript before 2019. Line breaks in a template are kept if the
 * replaced template contains some: a program reads each as a line feed, regardless of the file's line ends.
 */
export function quoteModule(text: string, { quote, isAscii, old: replacedLiteral }: LiteralStyle): string {
  const keepsLineBreaks = quote === '`' && replacedLiteral !== undefined && /[\r\n]/.test(replacedLiteral);
  const escape = (char: string, offset: number): string => {
    if (char === '\\' || char === quote || char === '$') return `\\${char}`;
    if (char === '"' || char === "'" || (keepsLineBreaks && char === '\n')) return char;
    // `\0` before a digit would be an octal escape.
    const isBeforeDigit = /[0-9]/.test(text.charAt(offset + 1));
    if (char === '\0' && !isBeforeDigit) return '\\0';
    return escapesByChar[char] ?? unicodeEscape(char);
  };
  const escaped = text.replace(quote === '`' ? templateSyntax : stringSyntax, escape);
  if (!isAscii) return quote + escaped + quote;
  return quote + escaped.replace(/[\u007f-\uffff]/g, unicodeEscape) + quote;
}

function unicodeEscape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Whether a name can be a key without quotes. Non-ASCII names, which could be too, are written in quotes. */
export function isPlainName(name: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(name);
}
