import assert from 'node:assert/strict';
import { requiredPluralCategories } from '../../../../src/locales/plurals/pluralCategories.ts';

describe('requiredPluralCategories', () => {
  it('returns the categories of CLDR in order', () => {
    assert.deepEqual(requiredPluralCategories('ja'), ['other']);
    assert.deepEqual(requiredPluralCategories('en'), ['one', 'other']);
    assert.deepEqual(requiredPluralCategories('ru_RU'), ['one', 'few', 'many', 'other']);
    assert.deepEqual(requiredPluralCategories('ar'), ['zero', 'one', 'two', 'few', 'many', 'other']);
    assert.deepEqual(requiredPluralCategories('en', 'ordinal'), ['one', 'two', 'few', 'other']);
    assert.deepEqual(requiredPluralCategories('tlh'), ['other']);
  });
});
