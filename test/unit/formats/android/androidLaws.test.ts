import fc from 'fast-check';
import type { Unit } from '../../../../src/formats/format.ts';
import { androidXml } from '../../../../src/formats/android/android.ts';
import { hasValidSubstitutions } from '../../../../src/formats/android/androidSubstitutions.ts';
import { describeLaws } from '../../../laws/describeLaws.ts';
import { anyMarkup, anyText } from '../../../laws/hostileStrings.ts';

/** Pieces of text between tags that Android's own escapes affect. */
const pieces = fc.constantFrom(
  '\n',
  '\t',
  '\\',
  "'",
  '"',
  '@',
  '?',
  '  ',
  ' ',
  '&quot;',
  '&#39;',
  '&#10;',
  '&#32;',
  '&#92;n',
  '&#64;',
  '\u00a0',
  '<!-- x  y -->',
  '<![CDATA[<i> it\'s "  \\n]]>',
  '<br/>',
  '<a href="x y\'z">',
  '</a>',
);
const markup = fc
  .array(fc.oneof(anyMarkup, pieces), { minLength: 1, maxLength: 5 })
  .map((parts) => parts.join(''))
  .filter(
    (text) =>
      (text.match(/<a /g) ?? []).length === (text.match(/<\/a>/g) ?? []).length &&
      !/<\/a>.*<a /s.test(text) &&
      text.indexOf('<a ') <= text.indexOf('</a>'),
  );

/** Two percent signs are refused in strings. Without an element a value is read as text, so references in it would be decoded. */
function mayRefuse(text: string, unit: Unit): boolean {
  return (
    text.includes('\u0000') ||
    !hasValidSubstitutions(text) ||
    (unit.markup === true && /[&<]/.test(text) && !/<(?:[a-z]|!--)/.test(text.replace(/<!\[CDATA\[.*?\]\]>/gs, '')))
  );
}

describeLaws(androidXml, {
  texts: fc.oneof(
    anyText,
    fc
      .array(fc.oneof(pieces, fc.string({ unit: 'binary', maxLength: 3 })), { maxLength: 6 })
      .map((parts) => parts.join(''))
      .filter((text) => text.isWellFormed()),
  ),
  markup,
  mayRefuse,
});
