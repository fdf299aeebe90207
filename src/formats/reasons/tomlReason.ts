import { because, type Reason } from './reason.ts';

/** Reasons for the beginnings of messages of `toml-eslint-parser`, whose errors have no codes. */
const reasonsByMessage: readonly (readonly [string, Reason])[] = [
  ['Unterminated string constant', because('quote-open')],
  ['Unterminated table-key', because('toml-header-not-closed')],
  ['Unterminated array', because('toml-array-not-closed')],
  ['Unterminated inline table', because('toml-inline-table-not-closed')],
  ['Empty bare keys', because('toml-key-missing')],
  ['Must be a newline', because('line-end-expected')],
  ['Expected equal (=)', because('toml-equals-missing')],
  ['Unspecified values', because('value-expected')],
  ['Expected comma (,)', because('toml-comma-missing')],
  ['Defining a key multiple times', because('toml-key-twice')],
  ['Unexpected character', because('unexpected-here')],
  ['Unexpected token', because('unexpected-here')],
  ['Control characters', because('toml-control-character')],
  ['The key, equals sign, and value', because('toml-entry-lines')],
  ['No newlines are allowed between the curly braces', because('toml-inline-table-lines')],
  ['Underscores are allowed between digits', because('toml-underscore')],
  ['Unexpected spaces', because('toml-spaces')],
  ['Three or more quotes', because('toml-three-quotes')],
  ['Unexpected invalid', because('toml-date')],
  ['Leading zeros', because('toml-leading-zero')],
  ['Trailing comma is not permitted in an inline table', because('toml-inline-table-comma')],
  ['Invalid character in escape sequence', because('escape-unknown')],
  ['Consecutive dots', because('toml-key-dots')],
  ['Keys cannot', because('toml-key-dots')],
];

/** Returns the reason for a message of `toml-eslint-parser`; for an unknown message, with the message. */
export function tomlReason(message: string): Reason {
  if (/^Invalid code point .* within comments$/.test(message)) return because('toml-control-character');
  if (message.startsWith('Invalid code point')) return because('escape-unknown');
  return reasonsByMessage.find(([start]) => message.startsWith(start))?.[1] ?? because('toml-invalid', message);
}
