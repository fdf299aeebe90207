import fc from 'fast-check';
import { markdown, mdx } from '../../../../src/formats/markdown/markdown.ts';
import { describeLaws } from '../../../laws/describeLaws.ts';
import { hostileStrings } from '../../../laws/hostileStrings.ts';

/** Inline Markdown that any block can hold, in parts. */
const inline = fc.constantFrom(
  'words',
  ' and ',
  '**bold**',
  '*it*',
  '`code`',
  '[link](http://a.example/?b=1&c "title")',
  '![alt](x.png)',
  '<b>tag</b>',
  '&amp;',
  '\\*',
  'é',
  '日本',
  '😀',
  'مرحبا',
  'e\u0301',
  '#',
  ';',
  ': ',
  '%s',
  '"',
  "'",
  '“x”',
  '~~gone~~',
  '5 > 3',
  '=',
  '-',
  '_',
  '!',
  ']',
  '(',
);

const tame = fc.array(inline, { minLength: 1, maxLength: 5 }).map((parts) => `W${parts.join('')}.`);
const wild = fc
  .array(fc.oneof(inline, fc.constantFrom(...hostileStrings)), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join(''))
  .filter((text) => text.isWellFormed());

/**
 * Whether a text begins with a letter, ends with a full stop, and contains nothing that ends a line or a cell: every
 * block can contain such a text.
 */
const isTame = (text: string): boolean => /^W[^\n\r\0|{}<]*\.$/.test(text.replaceAll('<b>tag</b>', ''));

for (const format of [markdown, mdx]) {
  describeLaws(format, {
    isDocument: true,
    markup: fc.oneof(tame, wild),
    mayRefuse: (text, unit) => unit.markup === true && !isTame(text),
  });
}
