import assert from 'node:assert/strict';
import { displayName, isLocale, isLocaleSegment } from '../../../src/locales/isLocale.ts';

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
    ])
      assert.ok(!isLocale(name), name);
  });
});

describe('isLocaleSegment', () => {
  it('accepts every known language code except Android’s car dock', () => {
    for (const name of ['en', 'ast', 'kmr', 'pt-rBR']) assert.ok(isLocaleSegment(name), name);
    for (const name of ['car', 'KMR', 'land', 'v21']) assert.ok(!isLocaleSegment(name), name);
  });
});

describe('displayName', () => {
  it('returns the name of a locale, and any other text unchanged', () => {
    assert.equal(displayName('pt_BR'), 'Brazilian Portuguese');
    assert.equal(displayName('ja', 'de'), 'Japanisch');
    assert.equal(displayName('??'), '??');
  });
});
