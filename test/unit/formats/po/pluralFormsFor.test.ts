import assert from 'node:assert/strict';
import { parsePluralForms } from '../../../../src/formats/po/pluralFormula.ts';
import { pluralFormsFor } from '../../../../src/formats/po/pluralFormsFor.ts';

describe('pluralFormsFor', () => {
  it('is the usual header of languages with one form or two', () => {
    assert.equal(parsePluralForms(pluralFormsFor('ja'))?.count, 1);
    for (const [locale, isOne] of [
      ['de', (n: number) => n === 1],
      ['fr', (n: number) => n <= 1],
    ] as const) {
      const forms = parsePluralForms(pluralFormsFor(locale));
      for (let n = 0; n <= 1000; n += 1) assert.equal(forms?.formOf(n), isOne(n) ? 0 : 1, `${locale} ${n}`);
    }
  });

  it('has a form for each category that whole numbers have, in the order of CLDR', () => {
    const names = ['zero', 'one', 'two', 'few', 'many', 'other'];
    for (const locale of ['ru', 'pl', 'cs', 'lt', 'sl', 'ro', 'ar', 'cy', 'mt', 'gd', 'mk', 'dsb']) {
      const rules = new Intl.PluralRules(locale);
      const categoryOf = Array.from({ length: 1001 }, (_, n) => rules.select(n));
      const categories = names.filter((name) => categoryOf.some((category) => category === name));
      const forms = parsePluralForms(pluralFormsFor(locale));
      assert.equal(forms?.count, categories.length, locale);
      for (const [n, category] of categoryOf.entries())
        assert.equal(categories[forms.formOf(n)], category, `${locale} ${n}`);
    }
  });
});
