import assert from 'node:assert/strict';
import { displayName, isLocale, isLocaleSegment, isPlainLocale, isRareLocale } from '../../../src/locales/isLocale.ts';

describe('isLocale', () => {
  it('distinguishes locales from short words in file names', () => {
    for (const name of [
      'en',
      'pt-BR',
      'pt_BR',
      'pt-br',
      'pt-rBR',
      'zh-Hans',
      'sr-Latn',
      'zh_Hant_TW',
      'es-419',
      'fil',
      'my',
      'yue',
      'ca-valencia',
      'be-Tarask',
      'be_TARASK',
      'en_US_POSIX',
      'sr-rSP',
      'skr-arab',
      'gcf_GP',
      'deu',
      'jpn',
      'mo',
      'sh',
    ])
      assert.ok(isLocale(name), name);
    for (const name of [
      'js',
      'ts',
      'io',
      'db',
      'ui',
      'src',
      'app',
      'api',
      'min',
      'new',
      'css',
      'EN',
      'En',
      'index',
      'en.',
      'e',
      '',
      'common',
      'package',
      'app-de',
      'faq',
      'log_IN',
      'lol_US',
      'lol',
      'en-XA',
      'ar-rXB',
      'en-small',
      'fr-rCA-night',
    ])
      assert.ok(!isLocale(name), name);
  });
});

describe('isLocaleSegment', () => {
  it('accepts every known language code except Android’s car dock', () => {
    for (const name of ['en', 'ast', 'kmr', 'pt-rBR', 'cak', 'ber', 'be-Tarask', 'skr-arab', 'ts', 'app'])
      assert.ok(isLocaleSegment(name), name);
    for (const name of ['car', 'KMR', 'land', 'v21']) assert.ok(!isLocaleSegment(name), name);
  });
});

describe('isRareLocale', () => {
  it('accepts codes of ISO 639-3, except frequent words that CLDR has no language name for', () => {
    for (const name of ['awa', 'cak', 'gcf', 'ber', 'trs', 'min', 'jpn_JP', 'tlh', 'ang'])
      assert.ok(isRareLocale(name), name);
    for (const name of ['app', 'lib', 'faq', 'all', 'css', 'index', 'b+cak']) assert.ok(!isRareLocale(name), name);
  });
});

describe('isPlainLocale', () => {
  it('accepts codes that are hardly other words, also those of three letters', () => {
    for (const name of ['de', 'DE', 'deu', 'ger', 'pt-BR', 'english']) assert.ok(isPlainLocale(name), name);
    for (const name of ['it', 'fin', 'spa', 'min', 'cak']) assert.ok(!isPlainLocale(name), name);
  });
});

describe('displayName', () => {
  it('returns the name of a locale, and any other text unchanged', () => {
    assert.equal(displayName('pt_BR'), 'Brazilian Portuguese');
    assert.equal(displayName('ja', 'de'), 'Japanisch');
    assert.equal(displayName('??'), '??');
  });
});
