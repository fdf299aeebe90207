import type { FormatError } from '../kit/localeFormat.ts';
import { formatErrorAt } from '../kit/textPlace.ts';

/** Sentences for the names of jsonc-parser's error codes. */
const REASONS: Readonly<Record<string, string>> = {
  InvalidSymbol: 'Here stands something that is not JSON.',
  InvalidNumberFormat: 'This number is not written as JSON wants it.',
  PropertyNameExpected: 'A key in double quotes is expected here.',
  ValueExpected: 'A value is expected here.',
  ColonExpected: 'A colon is expected here, between the key and its value.',
  CommaExpected: 'A comma is expected here, between this and what stands before.',
  CloseBraceExpected: 'A closing brace is missing: an object is still open here.',
  CloseBracketExpected: 'A closing bracket is missing: a list is still open here.',
  EndOfFileExpected: 'The file should end here, but more text follows.',
  UnexpectedEndOfComment: 'This comment is never closed.',
  UnexpectedEndOfString: 'This text has no closing quote on its line.',
  UnexpectedEndOfNumber: 'This number is incomplete.',
  InvalidUnicode: 'A \\u escape wants four hexadecimal digits.',
  InvalidEscapeCharacter: 'This is no escape sequence of JSON.',
  InvalidCharacter: 'A control character, such as a tab, has to be escaped in a text.',
};

/** The error for a fault that jsonc-parser found: `code` is its name, the offsets are of the token it stopped at. */
export function jsonError(text: string, code: string, offset: number, length: number): FormatError {
  if (text.trim() === '') return formatErrorAt(text, 0, 'This file is empty; a JSON file holds at least {}.');
  const within = placeInLiteral(text.slice(offset, offset + length), code);
  return formatErrorAt(text, offset + within, REASONS[code] ?? 'This is not JSON.');
}

/** jsonc-parser tells a fault inside a string literal for the whole literal; this finds the very place. */
function placeInLiteral(literal: string, code: string): number {
  if (code === 'InvalidCharacter') return Math.max(literal.search(/[^ -\uFFFF]/), 0);
  if (code !== 'InvalidUnicode' && code !== 'InvalidEscapeCharacter') return 0;
  for (const escape of literal.matchAll(/\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})|\\/g)) {
    if (escape[0] === '\\') return escape.index;
  }
  return 0;
}
