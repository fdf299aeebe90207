import assert from 'node:assert/strict';
import { foldText } from '../../../../src/placeholders/read/looseToken.ts';

describe('foldText', () => {
  const folded: readonly (readonly [string, string])[] = [
    ['&lt;b&gt; &amp; &#91;a&#x5D;', '<b>&[a]'],
    ['\\[%s\\]', '[%s]'],
    ['\\n &nbsp; & &lt', '\\n&nbsp;&&lt'],
    ['｛ｎａｍｅ｝ ％ｓ', '{name}%s'],
    ['%١$s of %२', '%1$sof%2'],
    ['‘a’ “b” – c、d', '\'a\'"b"-c,d'],
    ['a\u200b\u00a0b\u2066c', 'abc'],
    ['caf\u00e9', 'cafe\u0301'],
  ];
  for (const [text, expected] of folded) {
    it(`returns ${JSON.stringify(expected)} for ${JSON.stringify(text)}`, () => {
      assert.equal(foldText(text).text, expected);
    });
  }

  it('returns where each unit came from', () => {
    assert.deepEqual(foldText('a &lt;é'), {
      text: 'a<e\u0301',
      starts: [0, 2, 6, 6],
      ends: [1, 6, 7, 7],
    });
  });
});
