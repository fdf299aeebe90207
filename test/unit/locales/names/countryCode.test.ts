import assert from 'node:assert/strict';
import { knownLanguageCodes } from '../../../../src/locales/languageCode.ts';
import { likelierLocale, localeOfCountryCode } from '../../../../src/locales/names/countryCode.ts';

describe('localeOfCountryCode', () => {
  it('returns the language of the country, with the region if that has a form of its own', () => {
    const locales = {
      ua: 'uk',
      ua_UA: 'uk',
      'ua-rUA': 'uk',
      UA: 'uk',
      cz: 'cs',
      jp: 'ja',
      kr: 'ko',
      se: 'sv',
      cn: 'zh-CN',
      cn_CN: 'zh-CN',
      gr: 'el',
      dk: 'da',
      br: 'pt-BR',
      tw: 'zh-TW',
      kh_KM: 'km',
      vn: 'vi',
      il: 'he',
      ir: 'fa',
      rs: 'sr',
      ee: 'et',
      by: 'be',
      kz: 'kk',
      us: 'en-US',
      gb: 'en-GB',
      mx: 'es-MX',
      at: 'de-AT',
    };
    for (const [name, locale] of Object.entries(locales)) assert.equal(localeOfCountryCode(name), locale, name);
  });

  it('returns undefined for codes of languages in their country, and for other texts', () => {
    for (const name of [
      'de',
      'fr',
      'fr_FR',
      'it',
      'pl',
      'ru',
      'tr',
      'js',
      'ui',
      'io',
      'ai',
      'ts',
      'db',
      'abc',
      '',
      'u',
    ])
      assert.equal(localeOfCountryCode(name), undefined, name);
  });
});

describe('likelierLocale', () => {
  it('doubts only rare languages that the service doesn’t translate', () => {
    const doubted = { kr: 'ko', se: 'sv', br: 'pt-BR', tw: 'zh-TW', se_SE: 'sv' };
    for (const [name, locale] of Object.entries(doubted))
      assert.equal(likelierLocale(name, knownLanguageCodes), locale, name);
    for (const name of ['ca', 'be', 'my', 'sv', 'cs', 'ar', 'de', 'ua'])
      assert.equal(likelierLocale(name, knownLanguageCodes), undefined, name);
    assert.equal(likelierLocale('se', ['sv', 'se']), undefined);
  });
});
