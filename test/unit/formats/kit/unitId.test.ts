import assert from 'node:assert/strict';
import fc from 'fast-check';
import { cldrPluralCategories } from '../../../../src/base/pluralForms.ts';
import { joinKeyPath, joinPlural, splitKeyPath, splitPlural } from '../../../../src/formats/kit/unitId.ts';

const key = fc.string({ unit: fc.constantFrom('a', '.', '#', '\\', 'é', '\n', '_') });
const path = fc.array(key, { minLength: 1, maxLength: 5 });

describe('unit ids', () => {
  it('joins keys by dots and escapes characters that would be misread', () => {
    assert.equal(joinKeyPath(['nav', 'a.b', '#1', 'c\\d', '']), 'nav.a\\.b.\\#1.c\\\\d.');
  });

  it('gives every path a unique id, from which the path is restored', () => {
    fc.assert(
      fc.property(path, (keys) => {
        assert.deepEqual(splitKeyPath(joinKeyPath(keys)), keys);
      }),
    );
  });

  it('distinguishes plural members from keys that only look like them', () => {
    fc.assert(
      fc.property(path, fc.constantFrom(...cldrPluralCategories), fc.boolean(), (keys, category, ordinal) => {
        const base = joinKeyPath(keys);
        assert.equal(splitPlural(base), undefined);
        const member = { base, category, ordinal };
        assert.deepEqual(splitPlural(joinPlural(member)), member);
      }),
    );
    assert.equal(splitPlural('a\\#one'), undefined);
    assert.deepEqual(splitPlural('a\\\\#ordinal-few'), { base: 'a\\\\', category: 'few', ordinal: true });
    assert.equal(splitPlural('a#several'), undefined);
  });

  it('refuses ids that it cannot have created', () => {
    for (const id of ['a#b', 'a\\b', 'a\\']) assert.equal(splitKeyPath(id), undefined);
  });
});
