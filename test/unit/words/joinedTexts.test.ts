import assert from 'node:assert/strict';
import { displayDirection, formatNumber, setDisplayLanguage } from '../../../src/words/formatting.ts';
import { plain } from '../../../src/words/plain.ts';
import { listed, own, sentences } from '../../../src/words/words.ts';

describe('joined texts', () => {
  afterEach(() => {
    setDisplayLanguage('en');
  });

  const joined = (language: string): readonly string[] => {
    setDisplayLanguage(language);
    return [plain(sentences(own('1.'), own('2.'))), plain(listed(['a', 'b']))];
  };

  it('have spaces between sentences, and commas between items', () => {
    for (const language of ['en', 'de', 'fr', 'qps-ploc']) assert.deepEqual(joined(language), ['1. 2.', 'a, b']);
  });

  it('have no spaces in languages that have none, and their commas', () => {
    for (const language of ['ja', 'zh-cn', 'zh-TW']) assert.deepEqual(joined(language), ['1.2.', 'a、b']);
    assert.deepEqual(joined('ar'), ['1. 2.', 'a، b']);
  });

  it('have the direction of the display language', () => {
    const direction = (language: string): string => {
      setDisplayLanguage(language);
      return displayDirection();
    };
    assert.deepEqual(['en', 'ja', 'ar', 'he', 'fa', 'ur'].map(direction), ['ltr', 'ltr', 'rtl', 'rtl', 'rtl', 'rtl']);
  });

  it('are in English for a language that is not BCP 47', () => {
    setDisplayLanguage('not a language');
    assert.equal(formatNumber(1234.5), '1,234.5');
    assert.equal(displayDirection(), 'ltr');
  });
});
