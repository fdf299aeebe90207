import assert from 'node:assert/strict';
import { settingReasonText, type SettingReasonCode } from '../../../src/placeholders/pattern/settingReasons.ts';
import { settingSentence } from '../../../src/words/reasonSentences.ts';
import { plain } from '../../../src/words/plain.ts';

describe('settingSentence', () => {
  const codes: readonly SettingReasonCode[] = [
    'too-many-patterns',
    'too-many-terms',
    'too-long',
    'unknown-family',
    'not-a-pattern',
    'pattern-flags',
    'pattern-backreference',
    'pattern-string-class',
    'pattern-too-large',
    'pattern-too-slow',
  ];
  for (const code of codes) {
    it(`has the text of ${code}`, () => {
      assert.equal(plain(settingSentence({ code, values: [] })), settingReasonText({ code, values: [] }));
    });
  }
});
