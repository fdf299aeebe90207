import assert from 'node:assert/strict';
import type { Language } from '../../../src/service/interface/records.ts';
import { unitCountText, unitTypeOf } from '../../../src/words/jobLabels.ts';
import { plain } from '../../../src/words/plain.ts';

const languages: readonly Language[] = [
  { code: 'en', name: 'English', localizedName: 'English', unitType: 'word' },
  { code: 'zh-tw', name: 'Chinese', localizedName: '中文', unitType: 'character' },
];

describe('unitTypeOf', () => {
  it('returns the unit type of the language nearest to the source locale', () => {
    assert.equal(unitTypeOf('en-US', languages), 'word');
    assert.equal(unitTypeOf('zh-Hant', languages), 'character');
  });

  it('returns undefined for a locale without a language', () => {
    assert.equal(unitTypeOf('ja', languages), undefined);
    assert.equal(unitTypeOf('en', []), undefined);
  });
});

describe('unitCountText', () => {
  it('counts words, characters or units', () => {
    assert.equal(plain(unitCountText(37, 'word')), '37 words');
    assert.equal(plain(unitCountText(1200, 'character')), '1,200 characters');
    assert.equal(plain(unitCountText(2, undefined)), '2 units');
  });

  it('has a singular', () => {
    assert.deepEqual(
      (['word', 'character', undefined] as const).map((type) => plain(unitCountText(1, type))),
      ['1 word', '1 character', '1 unit'],
    );
  });
});
