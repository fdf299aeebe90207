import assert from 'node:assert/strict';
import { canonicalLocale, displayName, isLocale, isSameLocale } from '../../../src/locales/locale.ts';
import { requiredPluralCategories } from '../../../src/locales/pluralCategories.ts';

describe('locales', () => {
  it('reads the spellings that files use', () => {
    const spellings = {
      'pt-BR': 'pt-BR',
      pt_BR: 'pt-BR',
      'pt-br': 'pt-BR',
      'pt-rBR': 'pt-BR',
      'b+zh+Hans': 'zh-Hans',
      'pt_BR.UTF-8': 'pt-BR',
      'sr@latin': 'sr-Latn',
      sr_RS_Latn: 'sr-Latn-RS',
      zh_hant: 'zh-Hant',
      'es-419': 'es-419',
      iw: 'he',
    };
    for (const [text, canonical] of Object.entries(spellings)) assert.equal(canonicalLocale(text), canonical, text);
    for (const text of ['', 'js', 'en-QQ', 'xx', '../en', 'en/..', 'en US'])
      assert.equal(canonicalLocale(text), undefined, text);
  });

  it('tells locales from short words in file names', () => {
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

  it('names them for people', () => {
    assert.equal(displayName('pt_BR'), 'Brazilian Portuguese');
    assert.equal(displayName('ja', 'de'), 'Japanisch');
    assert.equal(displayName('??'), '??');
  });

  it('knows two names of one locale', () => {
    for (const [one, other] of [
      ['zh-CN', 'zh-Hans'],
      ['zh', 'zh-CN'],
      ['zh-TW', 'zh-Hant'],
      ['nb', 'no'],
      ['pt_BR', 'pt-BR'],
      ['tl', 'fil'],
    ] as const)
      assert.ok(isSameLocale(one, other), one);
    for (const [one, other] of [
      ['pt', 'pt-BR'],
      ['zh-HK', 'zh-TW'],
      ['en', 'en-US'],
      ['??', '??'],
    ] as const)
      assert.ok(!isSameLocale(one, other), one);
  });
});

describe('requiredPluralCategories', () => {
  it('are those of CLDR, in order', () => {
    assert.deepEqual(requiredPluralCategories('ja'), ['other']);
    assert.deepEqual(requiredPluralCategories('en'), ['one', 'other']);
    assert.deepEqual(requiredPluralCategories('ru_RU'), ['one', 'few', 'many', 'other']);
    assert.deepEqual(requiredPluralCategories('ar'), ['zero', 'one', 'two', 'few', 'many', 'other']);
    assert.deepEqual(requiredPluralCategories('en', 'ordinal'), ['one', 'two', 'few', 'other']);
    assert.deepEqual(requiredPluralCategories('tlh'), ['other']);
  });
});
