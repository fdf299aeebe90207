import fc from 'fast-check';
import type { Unit } from '../../../../src/formats/format.ts';
import { androidXml, composeXml, mokoXml } from '../../../../src/formats/android/android.ts';
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

/** Two percent signs are refused in strings. */
function mayRefuse(text: string, unit: Unit): boolean {
  return text.includes('\u0000') || !hasValidSubstitutions(text) || losesReferences(text, unit);
}

const texts = fc.oneof(
  anyText,
  fc
    .array(fc.oneof(pieces, fc.string({ unit: 'binary', maxLength: 3 })), { maxLength: 6 })
    .map((parts) => parts.join(''))
    .filter((text) => text.isWellFormed()),
);

/** Without an element a value is read as text, so references in it would be decoded. */
function losesReferences(text: string, unit: Unit): boolean {
  return unit.markup === true && /[&<]/.test(text) && !/<(?:[a-z]|!--)/.test(text.replace(/<!\[CDATA\[.*?\]\]>/gs, ''));
}

describeLaws(androidXml, { texts, markup, mayRefuse });

describeLaws(composeXml, {
  texts,
  markup,
  mayRefuse: (text, unit) => text.includes('\0') || losesReferences(text, unit),
});

describeLaws(mokoXml, {
  texts,
  markup,
  mayRefuse: (text, unit) =>
    // Characters and backslashes for which moko-resources has no escape.
    /[\0-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\\[n'"?]/u.test(text) ||
    !hasValidSubstitutions(text) ||
    losesReferences(text, unit),
});
