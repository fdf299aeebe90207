import assert from 'node:assert/strict';
import { categoriesOf, formNumbers } from '../../../../src/formats/po/poPluralForms.ts';
import type { PluralForms } from '../../../../src/formats/po/pluralFormula.ts';

const singularFirst: PluralForms = { count: 2, formOf: (n) => (n === 1 ? 0 : 1) };
const pluralFirst: PluralForms = { count: 2, formOf: (n) => (n === 1 ? 1 : 0) };
const onlyOne: PluralForms = { count: 1, formOf: () => 0 };
const three: PluralForms = { count: 3, formOf: (n) => Math.min(n, 2) };

describe('categoriesOf', () => {
  it('finds one and other by the number 1 in a language without data in CLDR', () => {
    for (const locale of ['qya', 'no locale!']) {
      assert.deepEqual(categoriesOf(singularFirst, locale), ['one', 'other'], locale);
      assert.deepEqual(categoriesOf(pluralFirst, locale), ['other', 'one'], locale);
      assert.deepEqual(categoriesOf(onlyOne, locale), ['other'], locale);
      assert.equal(categoriesOf(three, locale), undefined, locale);
    }
  });

  it('returns undefined if the number 1 uses a form that does not exist', () => {
    assert.equal(categoriesOf({ count: 2, formOf: () => 2 }, 'qya'), undefined);
    assert.equal(categoriesOf({ count: 2, formOf: () => 2 }, 'de'), undefined);
  });

  it('returns the categories of CLDR in the order of the forms', () => {
    assert.deepEqual(categoriesOf(singularFirst, 'de'), ['one', 'other']);
    assert.deepEqual(categoriesOf(onlyOne, 'ja'), ['other']);
    assert.equal(categoriesOf(singularFirst, 'ru'), undefined);
  });
});

describe('formNumbers', () => {
  it('returns up to four numbers that use each form', () => {
    const numbers = formNumbers(singularFirst, ['one', 'other']);
    assert.deepEqual([numbers.get('one'), numbers.get('other')], [[1], [0, 2, 3, 4]]);
  });
});
