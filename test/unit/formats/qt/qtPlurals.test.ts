import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { qtPluralOf, qtPlurals } from '../../../../src/formats/qt/qtPlurals.ts';

/**
 * The index of the form that Qt itself selected for each number from 0, as a digit: `QTranslator::translate` of Qt
 * 5.15.8, with files made by its `lrelease`.
 */
const selected = JSON.parse(
  readFileSync(path.resolve(import.meta.dirname, '../../../fixtures/plurals/qt.json'), 'utf8'),
) as readonly { readonly locales: readonly string[]; readonly indexes: string }[];

describe('qtPluralOf', () => {
  it('selects the form that Qt selects, for all of its languages', () => {
    for (const { locales, indexes } of selected) {
      for (const locale of locales) {
        const forms = qtPlurals(locale) ?? [];
        const found = Array.from(indexes, (_, count) => forms.indexOf(qtPluralOf(locale, count))).join('');
        assert.equal(found, indexes, locale);
        assert.equal(forms.length, new Set(indexes).size, locale);
      }
    }
    assert.ok(selected.flatMap(({ locales }) => locales).length > 130);
  });

  it('has only one form for a language that Qt does not know', () => {
    assert.equal(qtPlurals('tlh'), undefined);
    assert.equal(qtPluralOf('tlh', 1), 'other');
  });

  it('reads a locale in the spelling of BCP 47', () => {
    assert.deepEqual(
      ['pt-BR', 'pt-PT', 'zh-Hant-TW'].map((locale) => qtPluralOf(locale, 0)),
      ['one', 'other', 'other'],
    );
  });
});
