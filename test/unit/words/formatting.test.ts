import assert from 'node:assert/strict';
import { isoTime } from '../../../src/words/formatting.ts';

describe('isoTime', () => {
  it('returns nothing for a time that no date has', () => {
    assert.equal(isoTime(0), '1970-01-01T00:00:00.000Z');
    for (const time of [undefined, NaN, Infinity, 99_999_999_999_999_000]) assert.equal(isoTime(time), undefined);
  });
});
