import type { FormatError } from '../kit/localeFormat.ts';
import { formatErrorAt } from '../kit/textLocation.ts';
import { because, type Reason } from '../reasons/reason.ts';

/** The reasons for the names of jsonc-parser's error codes. */
const reasonsByName: Readonly<Record<string, Reason>> = {
  InvalidSymbol: because('json-syntax'),
  InvalidNumberFormat: because('json-number'),
  PropertyNameExpected: because('json-key-expected'),
  ValueExpected: because('value-expected'),
  ColonExpected: because('colon-expected'),
  CommaExpected: because('json-comma-expected'),
  CloseBraceExpected: because('json-brace-open'),
  CloseBracketExpected: because('json-bracket-open'),
  EndOfFileExpected: because('file-end-expected'),
  UnexpectedEndOfComment: because('comment-open'),
  UnexpectedEndOfString: because('line-quote-open'),
  UnexpectedEndOfNumber: because('json-number-incomplete'),
  InvalidUnicode: because('unicode-escape'),
  InvalidEscapeCharacter: because('json-escape'),
  InvalidCharacter: because('json-control-character'),
};

/** Returns the error for a code of jsonc-parser; `offset` and `length` are those of the token with the error. */
export function jsonError(text: string, code: string, offset: number, length: number): FormatError {
  if (text.trim() === '') return formatErrorAt(text, 0, because('json-empty'));
  const offsetInToken = offsetInLiteral(text.slice(offset, offset + length), code);
  return formatErrorAt(text, offset + offsetInToken, reasonsByName[code] ?? because('json-syntax'));
}

/** Finds an error within a string literal, for which jsonc-parser reports the whole literal. */
function offsetInLiteral(literal: string, code: string): number {
  // A control character is below the space.
  if (code === 'InvalidCharacter') return Math.max(literal.search(/[^ -\uFFFF]/), 0);
  if (code !== 'InvalidUnicode' && code !== 'InvalidEscapeCharacter') return 0;
  // Matches whole escapes (`\n`, `\u00e9`), and a backslash alone if it begins none.
  for (const { 0: escape, index } of literal.matchAll(/\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})|\\/g))
    if (escape === '\\') return index;
  return 0;
}
