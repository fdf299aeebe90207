import assert from 'node:assert/strict';
import { lengthHint } from '../../../../src/formats/kit/lengthHint.ts';

describe('lengthHint', () => {
  const cases: readonly [string, number | undefined][] = [
    ['On the button, max 20 chars', 20],
    ['Title (max. 20)', 20],
    ['At most 45 characters.', 45],
    ['no more than 12 letters', 12],
    ['up to 30-character names', 30],
    ['maxLength=20', 20],
    ['max_length: "8"', 8],
    ['Max length of 64', 64],
    ['CHAR_LIMIT=40', 40],
    ['[CHAR LIMIT=15]', 15],
    ['character limit: 100', 100],
    ['20 characters max', 20],
    ['80 chars or less', 80],
    ['limited to 10 characters', 10],
    ['max 3 lines', undefined],
    ['Shown when at most 20 items are left', undefined],
    ['Maximum', undefined],
    ['20 characters', undefined],
    ['max 0 chars', undefined],
    ['', undefined],
  ];
  for (const [comment, limit] of cases) {
    it(`${JSON.stringify(comment)}: ${limit ?? 'none'}`, () => {
      assert.equal(lengthHint(comment), limit);
    });
  }
});
