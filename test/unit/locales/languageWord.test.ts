import assert from 'node:assert/strict';
import { isPlainLanguageWord, languageWordLike, localeOfLanguageWord } from '../../../src/locales/languageWord.ts';

describe('localeOfLanguageWord', () => {
  const locales: Readonly<Record<string, string | undefined>> = {
    english: 'en',
    English: 'en',
    FRENCH: 'fr',
    'brazilian-portuguese': 'pt-BR',
    'portuguese-brazilian': 'pt-BR',
    Portuguese_Brazil: 'pt-BR',
    'portuguese-br': 'pt-BR',
    portuguese: 'pt',
    chinese_simplified: 'zh-Hans',
    'Traditional-Chinese': 'zh-Hant',
    tchinese: 'zh-Hant',
    'english-uk': 'en-GB',
    norwegian: 'nb',
    bengali: 'bn',
    farsi: 'fa',
    en: undefined,
    'pt-BR': undefined,
    englishman: undefined,
    'english-small': undefined,
    'english-xx': undefined,
    messages: undefined,
    simplified: undefined,
    '': undefined,
  };
  for (const [name, locale] of Object.entries(locales))
    it(`returns ${locale ?? 'nothing'} for “${name}”`, () => {
      assert.equal(localeOfLanguageWord(name), locale);
    });

  it('is cautious with languages whose name is another word', () => {
    assert.deepEqual([isPlainLanguageWord('polish'), isPlainLanguageWord('german')], [false, true]);
  });
});

describe('languageWordLike', () => {
  it('follows the case, the separator and the order of other names', () => {
    for (const [locale, names, word] of [
      ['fr', ['english'], 'french'],
      ['pt-BR', ['English'], 'Brazilian-Portuguese'],
      ['pt-BR', ['chinese_simplified'], 'portuguese_brazilian'],
      ['zh-Hant', ['simplified-chinese', 'portuguese-brazilian'], 'traditional-chinese'],
      ['de', ['ENGLISH'], 'GERMAN'],
      ['nb', ['english'], 'norwegian'],
    ] as const)
      assert.equal(languageWordLike(locale, names), word);
  });

  it('returns only names that are recognized', () => {
    for (const locale of ['af', 'pt-BR', 'es-419', 'zh-Hans', 'sr-Latn', 'en-GB', 'nl-BE'])
      assert.equal(localeOfLanguageWord(languageWordLike(locale, ['english']) ?? ''), locale);
    assert.equal(languageWordLike('tlh', ['english']), undefined);
  });
});
