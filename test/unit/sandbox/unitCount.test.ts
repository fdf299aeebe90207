import assert from 'node:assert/strict';
import { countUnits } from '../../../src/sandbox/unitCount.ts';

const cases: readonly (readonly [text: string, language: string, units: number])[] = [
  ['Hello world', 'en', 2],
  ["Don't stop — e-mail us!", 'en', 4],
  ['', 'en', 0],
  ['… !? —', 'en', 0],
  ['100 % & 3 × 4', 'en', 3],
  ['You have [[[{count}]]] new messages', 'en', 4],
  ['[[[one two three]]]', 'en', 0],
  ['Hello[[[ x ]]]world', 'en', 2],
  ['[[[ never closed', 'en', 2],
  ['<p>one</p><p>two</p>', 'en', 2],
  ['<a href="one two three">link</a>', 'en', 1],
  ['un<b>believ</b>able', 'en', 1],
  ['fish &amp; chips', 'en', 2],
  ['1 < 2 and 3 > 2', 'en', 5],
  ['こんにちは、世界！', 'ja', 7],
  ['新しいiPhoneを買う', 'ja', 7],
  ['[[[%s]]]さん', 'ja', 2],
  ['你好，世界', 'zh', 4],
  ['안녕 세상', 'ko', 4],
  ['สวัสดีชาวโลก', 'th', 3],
];

describe('sandbox/unitCount', () => {
  for (const [text, language, units] of cases) {
    it(`counts ${units} in ${JSON.stringify(text)} (${language})`, () => {
      assert.equal(countUnits(text, language), units);
    });
  }

  it('costs time in proportion to the text, however it is broken', () => {
    for (const piece of ['[[[', '<a ', '<!--', '&', '-', ']]]', '<']) countUnits(piece.repeat(300_000), 'en');
  });
});
