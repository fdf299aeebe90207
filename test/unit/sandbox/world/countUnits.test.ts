import assert from 'node:assert/strict';
import { countUnits } from '../../../../src/sandbox/world/countUnits.ts';

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
  ['Visit https://example.com/a?b=c today', 'en', 3],
  ['well-known rock ’n’ roll', 'en', 4],
  ['3.14 1,000 2nd', 'en', 3],
  ['😀 👍🏽 🇯🇵', 'en', 0],
  ['Great 😀!', 'en', 1],
  ['don&#39;t caf&eacute; &agrave; la&nbsp;carte', 'en', 5],
  ['&copy; 2026 &mdash;', 'en', 1],
  ['&#x2026; and &#X2014;', 'en', 1],
  ['a <!-- <b>not</b> this --> b', 'en', 2],
  ['a <!-- never closed', 'en', 3],
  ['<a title="a > b c" href=\'x y\'>link</a>', 'en', 1],
  ['it\'s <b>5" wide</b>', 'en', 3],
  ['[[[[%s]]]] items', 'en', 1],
  ['a[b[c[0]]] = one', 'en', 2],
  ['مرحبا بالعالم، كيف الحال؟', 'ar', 4],
  ['שלום \u200fעולם', 'he', 2],
  ['E-Mailを3.5通、https://example.com/a へ', 'ja', 6],
  ['スーパー', 'ja', 4],
  ['か\u3099', 'ja', 1],
  ['第１２章 ＡＢＣ', 'ja', 4],
  ['你好 world，再见', 'zh', 5],
  ['한국어로 API 사용', 'ko', 7],
  ['日本&#x8a9e;', 'ja', 3],
  ['😀😀', 'ja', 0],
  ['iPhone กับ แมว 2 ตัว', 'th', 5],
  ['one two', 'xx', 2],
];

describe('sandbox/unitCount', () => {
  for (const [text, language, units] of cases) {
    it(`counts ${units} in ${JSON.stringify(text)} (${language})`, () => {
      assert.equal(countUnits(text, language), units);
    });
  }

  it('takes linear time for any broken markup', () => {
    for (const piece of ['[[[', '<a ', '<!--', '&', '-', ']]]', '<', '<a "', 'a-', "'"])
      for (const language of ['en', 'ja']) countUnits(piece.repeat(300_000), language);
  });
});
