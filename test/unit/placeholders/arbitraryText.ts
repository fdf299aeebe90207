import fc from 'fast-check';
import type { PlaceholderSyntax } from '../../../src/placeholders/read/placeholder.ts';

/** Every family at once, plus a pattern of a project's own whose matches look like brackets, and terms. */
export const everySyntax: readonly PlaceholderSyntax[] = [
  'url', 'template', 'tag', 'entity', 'mustache', 'dollar-brace', 'i18next-nesting', 'ruby', 'python-percent', 'printf', 'java-date', 'qt', 'percent-pair',
  'icu', 'brace', 'dotnet', 'vue-link', 'vscode', 'laravel', 'chrome', 'fluent', 'code-span',
  { pattern: '\\[x\\]|__\\w+__| ~ ' }, { term: 'Hello' }, { term: '日本' },
];

const pieces = [
  '%s', '%d', '%1$s', '%%', '%(name)s', '%{name}', '{{name}}', '{{ a }}', '{{{raw}}}', '$t(key)', '${amount}', '{name}', '{0}', '{}', '{user.name}',
  '{n, plural, one {# item} other {# items}}', '{n, plural, =0 {none} one {{a} left} other {<b>#</b> of {b}}}', '{g, select, f {she} other {they}}', '{n, number}',
  '{n, plural,\n  one {x}\n  other {y}\n}', ':name', '$USER$', '@:home', '%n', '$(icon)', '%tY', '<b>', '</b>', '<br/>', '<a href="%s">', '</a>',
  '&amp;', '&nbsp;', 'https://example.com/{id}?x=%s', 'me@example.com', '<%= x %>', '[x]', '__own__', ' ~ ', '[1,19]', '{0} none|[1,*] some',
  '`code`', '``a`b``', '`', '{ $n }', '{ -brand(case: "x") }', '{ $n ->\n    [one] one thing\n   *[other] { $n } things\n}', '{ "{" }',
  '[', ']', '[[', ']]', '［', '］', '［［［', '］］］', '【', '】', '「', '」', '{', '}', "'", "''", '#', '%', '$', '|', ' ', '  ', '\n', '\r\n', '\t', '\u00a0', '.', '。',
  'Hello', 'word', '5', '100%', '日本語', 'עברית', '🎉', '\ud800', "'{not}'",
];

/** Texts of placeholders, brackets, blanks and words in any order, none of them with triple brackets of its own. */
export const arbitraryText: fc.Arbitrary<string> = fc
  .array(fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...pieces) }, { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 6 }) }), { maxLength: 14 })
  .map((parts) => parts.join(''))
  .filter((text) => !text.includes('[[[') && !text.includes(']]]'));
