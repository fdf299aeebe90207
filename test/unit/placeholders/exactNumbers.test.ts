import assert from 'node:assert/strict';
import { IntlMessageFormat } from 'intl-messageformat';
import { protect } from '../../../src/placeholders/protect.ts';
import { restore } from '../../../src/placeholders/restore.ts';

const locales = (
  'ar be bg bn bs ca cs cy da de el en es et fa fi fil fr ga gd gl gu gv he hi hr hsb hu hy id is it ja ka kk kn ko ' +
  'ky lt lv mk ml mn mr ms mt nb ne nl pa pl pt pt-PT ro ru si sk sl sq sr sv sw ta te th tr uk ur uz vi zh zu'
).split(' ');

/** Everyday counts: a form that only millions or decimals use may be missing. */
const counts = Array.from({ length: 200 }, (_, count) => count);

const categories = ['zero', 'one', 'two', 'few', 'many'];

interface Checked {
  readonly source: string;
  readonly translation: string;
  readonly sourceLocale?: string;
  readonly targetLocale: string;
  readonly isDart?: boolean;
}

/** Returns the forms that the check misses in a translation of a message that was ordered whole. */
function missingForms({ source, translation, sourceLocale = 'en', targetLocale, isDart }: Checked): readonly string[] {
  const protectedText = { ...protect(source, ['icu']), ...(isDart === true && { exactIsCategory: true as const }) };
  return restore(translation, protectedText, { sourceLocale, targetLocale })
    .problems.filter(({ kind }) => kind === 'plural-missing')
    .map(({ text }) => text);
}

/** Returns the forms that intl-messageformat would show for some counts next to these exact numbers. */
function shownForms(exact: string, locale: string): readonly string[] {
  const message = new IntlMessageFormat(
    `{n, plural, ${exact} ${[...categories, 'other'].map((form) => `${form} {${form}}`).join(' ')}}`,
    locale,
  );
  const shown = new Set(counts.map((n) => message.format({ n })));
  return categories.filter((form) => shown.has(form));
}

describe('plurals with exact numbers in a message that was ordered whole', () => {
  for (const exact of ['=1 {x}', '=0 {x} =1 {y}', '=0 {x} =1 {y} =2 {z}']) {
    it(`need the forms that intl-messageformat shows for further numbers: ${exact}`, () => {
      const message = `{n, plural, ${exact} other {#}}`;
      for (const targetLocale of locales)
        assert.deepEqual(
          missingForms({ source: message, translation: message, targetLocale }),
          shownForms(exact, targetLocale),
          targetLocale,
        );
    });
  }

  it('need “one” next to “=1” in Russian, for 21, but not in languages that use it for 1 only', () => {
    const source = '{n, plural, =1 {1 hour} other {# hours}}';
    const russian = (forms: string): string => `{n, plural, ${forms} few {# часа} many {# часов} other {# часа}}`;
    const targetLocale = 'ru';
    assert.deepEqual(missingForms({ source, translation: russian('=1 {1 час}'), targetLocale }), ['one']);
    assert.deepEqual(missingForms({ source, translation: russian('=1 {1 час} one {# час}'), targetLocale }), []);
    assert.deepEqual(missingForms({ source, translation: russian('one {# час}'), targetLocale }), []);
    for (const locale of ['en-GB', 'de', 'it', 'es', 'nl', 'sv', 'ja'])
      assert.deepEqual(missingForms({ source, translation: source, targetLocale: locale }), [], locale);
    // French also uses it for 0.
    assert.deepEqual(missingForms({ source, translation: source, targetLocale: 'fr' }), ['one']);
  });

  it('need no “one” next to “=1” in Dart, where they are the same form', () => {
    const source = '{n, plural, =1 {{n} hour} other {{n} hours}}';
    const russian = '{n, plural, =1 {{n} час} few {{n} часа} many {{n} часов} other {{n} часа}}';
    assert.deepEqual(missingForms({ source, translation: russian, targetLocale: 'ru', isDart: true }), []);
    for (const targetLocale of ['fr', 'hi', 'lv', 'pt'])
      assert.ok(
        !missingForms({ source, translation: source, targetLocale, isDart: true }).includes('one'),
        targetLocale,
      );
    // A source whose “one” is spelled “=1” is complete, so its translation must be.
    const polish = '{n, plural, =1 {{n} godzina} few {{n} godziny} other {{n} godzin}}';
    const translation = { source: russian, translation: polish, targetLocale: 'pl', isDart: true };
    assert.deepEqual(missingForms({ ...translation, sourceLocale: 'ru' }), ['many']);
  });
});
