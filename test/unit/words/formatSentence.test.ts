import assert from 'node:assert/strict';
import { because } from '../../../src/formats/reasons/reason.ts';
import { reasons, type ReasonCode } from '../../../src/formats/reasons/reasons.ts';
import { formatSentence } from '../../../src/words/formatSentence.ts';
import { plain } from '../../../src/words/plain.ts';

describe('formatSentence', () => {
  it('has the text of every reason', () => {
    const texts = Object.keys(reasons).map((code) => {
      const sentence = formatSentence({ code: code as ReasonCode, values: [] });
      return [code, plain(sentence)];
    });
    assert.deepEqual(Object.fromEntries(texts), reasons);
  });

  it('fills in values and the reasons that explain others', () => {
    const sentence = formatSentence(because('in-source-file', because('android-root', 'plurals')));
    assert.match(plain(sentence), /^In the source file: .*<\P{L}*plurals\P{L}*>, not <resources>\.$/u);
  });
});
