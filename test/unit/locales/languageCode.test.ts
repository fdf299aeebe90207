import assert from 'node:assert/strict';
import { toLanguageCode, toLocale } from '../../../src/locales/languageCode.ts';

const codes: [string, string | undefined][] = [
  ['ja', 'ja'],
  ['en', 'en'],
  ['en-US', 'en'],
  ['en-GB', 'en-gb'],
  ['en_GB', 'en-gb'],
  ['de-AT', 'de'],
  ['fr', 'fr'],
  ['fr-CA', 'fr-ca'],
  ['fr-BE', 'fr'],
  ['zh', 'zh'],
  ['zh-CN', 'zh'],
  ['zh-Hans', 'zh'],
  ['zh_Hans_CN', 'zh'],
  ['zh-SG', 'zh'],
  ['zh-TW', 'zh-tw'],
  ['zh-Hant', 'zh-tw'],
  ['zh-HK', 'zh-tw'],
  ['zh-Hant-HK', 'zh-tw'],
  ['nb', 'no'],
  ['no', 'no'],
  ['nb-NO', 'no'],
  ['nn', undefined],
  ['pt', 'pt'],
  ['pt-PT', 'pt'],
  ['pt-BR', 'pt-br'],
  ['pt_BR', 'pt-br'],
  ['pt-rBR', 'pt-br'],
  ['PT-br', 'pt-br'],
  ['es', 'es'],
  ['es-ES', 'es'],
  ['es-419', 'es-la'],
  ['es-MX', 'es-la'],
  ['es-AR', 'es-la'],
  ['fil', 'tl'],
  ['tl', 'tl'],
  ['iw', 'he'],
  ['in', 'id'],
  ['sr', 'sr'],
  ['sr-Cyrl', 'sr'],
  ['sr-Latn', undefined],
  ['ca', undefined],
  ['js', undefined],
  ['', undefined],
  ['not a locale', undefined],
];

describe('toLanguageCode', () => {
  for (const [locale, code] of codes) {
    it(`returns ${String(code)} for ${JSON.stringify(locale)}`, () => {
      assert.equal(toLanguageCode(locale), code);
    });
  }

  it('prefers exact codes of the service, then codes of the same language', () => {
    assert.equal(toLanguageCode('zh-HK', ['zh', 'zh-tw', 'zh-hk']), 'zh-hk');
    assert.equal(toLanguageCode('zh-TW', ['zh', 'zh-tw', 'zh-hk']), 'zh-tw');
    assert.equal(toLanguageCode('zh-TW', ['zh']), undefined);
    assert.equal(toLanguageCode('pt-BR', ['pt']), 'pt');
    assert.equal(toLanguageCode('es-MX', ['es']), 'es');
    assert.equal(toLanguageCode('sr-Latn', ['sr', 'sr-latn']), 'sr-latn');
    assert.equal(toLanguageCode('pt-BR', ['PT_BR']), 'PT_BR');
    assert.equal(toLanguageCode('ja', []), undefined);
  });
});

describe('toLocale', () => {
  it('is inverted by toLanguageCode', () => {
    for (const code of ['zh', 'zh-tw', 'zh-hk', 'pt-br', 'pt', 'no', 'es-la', 'tl', 'en-gb', 'fr-ca', 'ja', 'he']) {
      assert.equal(toLanguageCode(toLocale(code), [code, 'zh', 'zh-tw', 'es', 'pt', 'en', 'fr']), code);
    }
  });

  it('returns BCP 47 tags', () => {
    assert.deepEqual(['zh', 'zh-tw', 'pt-br', 'no', 'es-la', 'tl', 'ja', 'x!'].map(toLocale), [
      'zh-Hans',
      'zh-Hant',
      'pt-BR',
      'nb',
      'es-419',
      'fil',
      'ja',
      'x!',
    ]);
  });
});
