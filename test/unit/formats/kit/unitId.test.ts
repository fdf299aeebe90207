import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  joinKeyPath,
  joinPlural,
  PLURAL_CATEGORIES,
  splitKeyPath,
  splitPlural,
} from '../../../../src/formats/kit/unitId.ts';

const key = fc.string({ unit: fc.constantFrom('a', '.', '#', '\\', 'é', '\n', '_') });
const path = fc.array(key, { minLength: 1, maxLength: 5 });

describe('unit ids', () => {
  it('join keys by dots and escape what would be misread', () => {
    assert.equal(joinKeyPath(['nav', 'a.b', '#1', 'c\\d', '']), 'nav.a\\.b.\\#1.c\\\\d.');
  });

  it('give every path an id of its own, and the path back', () => {
    fc.assert(
      fc.property(path, (keys) => {
        assert.deepEqual(splitKeyPath(joinKeyPath(keys)), keys);
      }),
    );
  });

  it('tell plural members from keys that only look like them', () => {
    fc.assert(
      fc.property(path, fc.constantFrom(...PLURAL_CATEGORIES), fc.boolean(), (keys, category, ordinal) => {
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

  it('refuse what they cannot have made', () => {
    for (const id of ['a#b', 'a\\b', 'a\\']) assert.equal(splitKeyPath(id), undefined);
  });
});
