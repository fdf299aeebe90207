import assert from 'node:assert/strict';
import { unitCounter, type CountedLanguage } from '../../../../../src/orders/spend/place/estimate.ts';

const english: CountedLanguage = { code: 'en', unitType: 'word' };
const japanese: CountedLanguage = { code: 'ja', unitType: 'character' };
const thai: CountedLanguage = { code: 'th', unitType: 'word' };

type Case = readonly [text: string, units: number];

function describeCounts(title: string, language: CountedLanguage, cases: readonly Case[]): void {
  describe(title, () => {
    const count = unitCounter(language);
    for (const [text, units] of cases) {
      it(`counts ${units} in ${JSON.stringify(text)}`, () => {
        assert.equal(count(text), units);
      });
    }
  });
}

describe('unitCounter', () => {
  describeCounts('words', english, [
    ['', 0],
    [' \t\n', 0],
    ['Save', 1],
    ['Save your changes before you leave.', 6],
    ['first line\nsecond line\r\nthird', 5],
    ['no\u00a0break\u2003wide\u3000space', 4],
    ['e-mail, don’t, 3.14 and 2nd', 5],
    ['https://example.com/a?b=c', 1],
    ['Terms & conditions – or / and – …', 4],
    ['— … !? • →', 0],
    ['100 %', 1],
    ['Größe naïve Ωmega слово', 4],
    ['e\u0301te\u0301', 1],
    ['שלום \u200fעולם', 2],
    ['Choose 中文 or English', 4],
  ]);

  describeCounts('emoji and other symbols are free by themselves', english, [
    ['😀', 0],
    ['👩‍👩‍👧 👍🏽 🇯🇵 ❤️', 0],
    ['Great 😀!', 1],
    ['Great😀!', 1],
    ['© ® ™ €', 0],
  ]);

  describeCounts('protected text is free, and ends a word', english, [
    ['[[[{name}]]]', 0],
    ['[[[one two three]]]', 0],
    ['You have [[[{count}]]] new messages', 4],
    ['[[[{count}]]]px wide', 2],
    ['before[[[%s]]]after', 2],
    ['[[[[%s]]]] items', 1],
    ['[[[%s]]][[[%d]]] items', 1],
    ['one [two] [[three]]', 3],
    ['[[[<b>]]]bold[[[</b>]]]', 1],
    ['line [[[{a}]]]\n[[[{b}]]] line', 2],
  ]);

  describeCounts('tags and comments are free', english, [
    ['<p>one</p><p>two</p>', 2],
    ['one<br>two<br/>three', 3],
    ['un<b>believ</b>able', 1],
    ['<a href="one two three">link</a>', 1],
    ['<a title="a > b c" href=\'x y\'>link</a>', 1],
    ['a <abbr>b</abbr> <article>c</article>', 3],
    ['one<my-tag class="x">two</my-tag>three', 3],
    ['<a-b>one</a-b>two', 2],
    ['one<!-- two <b>three</b> -->four', 2],
    ['a <!-- never closed', 3],
    ['a <!-- never <b>closed</b>', 3],
    ['it\'s <b>5" wide</b>', 3],
    ['1 < 2 and 3 > 2', 5],
    ['a <b', 2],
    ['<!DOCTYPE html>text', 1],
    ['<img alt="a picture"/>', 0],
  ]);

  describeCounts('character references count like their characters', english, [
    ['fish &amp; chips', 2],
    ['don&#39;t', 1],
    ['caf&eacute; &agrave; la&nbsp;carte', 4],
    ['&copy; &mdash; &lt;', 0],
    ['&#65;&#x42; &#x1F600;', 1],
    ['&#9999999;', 0],
    ['R&D; a&b', 2],
  ]);

  describeCounts('characters', japanese, [
    ['', 0],
    ['こんにちは、世界！', 7],
    ['保存\nキャンセル', 7],
    ['スーパー', 4],
    ['か\u3099', 1],
    ['新しいiPhoneを買う', 7],
    ['E-Mailを3.5通、https://example.com/a へ', 6],
    ['2026年11月', 4],
    ['第１２章 ＡＢＣ', 4],
    ['[[[%s]]]さん', 2],
    ['abc[[[%s]]]def', 2],
    ['<b>太字</b>です', 4],
    ['日本&#x8a9e;', 3],
    ['😀、。「」！', 0],
    ['한국어로 API 사용', 7],
    ['Привет мир', 9],
    ['𠮷野家', 3],
    ['Save changes', 2],
  ]);

  describeCounts('words of a language without spaces', thai, [
    ['สวัสดีชาวโลก', 3],
    ['iPhone กับ แมว 2 ตัว', 5],
    ['[[[{name}]]]', 0],
    ['…', 0],
  ]);

  it('takes linear time for any broken markup', () => {
    const counters = [unitCounter(english), unitCounter(japanese)];
    for (const piece of ['[[[', '<a ', '<!--', '&', '-', ']]]', '<', '<a "', 'a-', "'", '<a/', '&#1'])
      for (const count of counters) count(piece.repeat(300_000));
  });
});
