import assert from 'node:assert/strict';
import { because } from '../../../src/formats/reasons/reason.ts';
import { formatSentence } from '../../../src/words/formatSentence.ts';
import { plain } from '../../../src/words/plain.ts';

describe('formatSentence', () => {
  it('fills in values and the reasons that explain others', () => {
    const sentence = formatSentence(because('in-source-file', because('android-root', 'plurals')));
    assert.match(plain(sentence), /^In the source file: .*<\P{L}*plurals\P{L}*>, not <resources>\.$/u);
  });

  it('ends the message of an error of the file system with one period', () => {
    for (const message of ['EISDIR: illegal operation on a directory', 'The file is locked.'])
      assert.equal(plain(formatSentence(because('file-system', message))), `${message.replace(/\.$/u, '')}.`);
  });
});
