import assert from 'node:assert/strict';
import {
  canonicalLocale,
  currentLocaleNames,
  isDecidedName,
  isSameLocale,
  isUsuallySameLocale,
  setLocaleNames,
} from '../../../src/base/locale.ts';
import { isLocale, isLocaleName, isLocaleSegment } from '../../../src/locales/isLocale.ts';
import {
  bestPairs,
  isOfLanguage,
  isOtherVariety,
  mayBeInLanguage,
  nearestLanguageCode,
  sourceLanguageCodes,
  toLanguageCode,
  toLocale,
} from '../../../src/locales/languageCode.ts';

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
    assert.equal(toLanguageCode('pt-BR', ['pt']), undefined);
    assert.equal(toLanguageCode('es-MX', ['es']), undefined);
    assert.equal(toLanguageCode('sr-Latn', ['sr', 'sr-latn']), 'sr-latn');
    assert.equal(toLanguageCode('pt-BR', ['PT_BR']), 'PT_BR');
    assert.equal(toLanguageCode('ja', []), undefined);
  });
});

describe('toLanguageCode with a service that names languages in another way', () => {
  const found: [string, readonly string[], string][] = [
    ['en', ['de', 'en-us', 'en-gb'], 'en-us'],
    ['en-US', ['EN_US'], 'EN_US'],
    ['en_US_POSIX', ['en'], 'en'],
    ['de', ['de-at', 'de-de'], 'de-de'],
    ['de-CH', ['de-de'], 'de-de'],
    ['ja', ['ja-jp'], 'ja-jp'],
    ['ar', ['ar-sa', 'fr'], 'ar-sa'],
    ['he', ['iw'], 'iw'],
    ['id', ['in-id'], 'in-id'],
    ['yi', ['ji'], 'ji'],
    ['fil', ['tl-ph'], 'tl-ph'],
    ['nb', ['no-no'], 'no-no'],
    ['no', ['nb-no'], 'nb-no'],
    ['sr_RS@latin', ['sr', 'sr-latn'], 'sr-latn'],
    ['sr-Latn', ['sr', 'sh'], 'sh'],
    ['sr', ['sr-latn', 'sr-cyrl'], 'sr-cyrl'],
    ['zh-Hans', ['zh-tw', 'zh-cn'], 'zh-cn'],
    ['zh-CN', ['zh-hant', 'zh-hans'], 'zh-hans'],
    ['zh', ['zh-hans'], 'zh-hans'],
    ['zh-Hant', ['zh-cn', 'zh-tw'], 'zh-tw'],
    ['es-AR', ['es', 'es-419'], 'es-419'],
    ['es_LA', ['es', 'es-la'], 'es-la'],
    ['pt', ['pt-pt', 'pt-br'], 'pt-pt'],
    ['pt-AO', ['pt'], 'pt'],
    ['mo', ['ro'], 'ro'],
    ['deu', ['de'], 'de'],
    ['kmr', ['ku'], 'ku'],
  ];
  for (const [locale, available, code] of found) {
    it(`finds ${code} for ${locale} among ${available.join(', ')}`, () => {
      assert.equal(toLanguageCode(locale, available), code);
      assert.equal(nearestLanguageCode(locale, available), undefined);
    });
  }

  const nearest: [string, readonly string[], string | undefined][] = [
    ['pt-BR', ['pt'], 'pt'],
    ['pt', ['pt-br'], 'pt-br'],
    ['en-GB', ['en-us'], 'en-us'],
    ['en-AU', ['en', 'en-gb'], 'en-gb'],
    ['en', ['en-gb'], 'en-gb'],
    ['zh-Hant', ['zh-cn'], 'zh-cn'],
    ['zh-TW', ['zh'], 'zh'],
    ['es-MX', ['es'], 'es'],
    ['fr-CA', ['fr'], 'fr'],
    ['sr-Latn', ['sr'], 'sr'],
    ['be-Tarask', ['be'], 'be'],
    ['ca@valencia', ['ca', 'es'], 'ca'],
    ['nn', ['no', 'sv'], 'no'],
    ['hr', ['sr'], undefined],
    ['de', ['nl'], undefined],
    ['ua', ['uk'], undefined],
  ];
  for (const [locale, available, code] of nearest) {
    it(`only proposes ${String(code)} for ${locale} among ${available.join(', ')}`, () => {
      assert.equal(toLanguageCode(locale, available), undefined);
      assert.equal(nearestLanguageCode(locale, available), code);
      assert.equal(
        available.some((offered) => mayBeInLanguage(locale, offered)),
        code !== undefined,
      );
    });
  }
});

describe('sourceLanguageCodes', () => {
  const sources: [string, readonly string[]][] = [
    ['en', ['en']],
    ['en-US', ['en']],
    ['en-GB', ['en-gb', 'en']],
    ['en_AU', ['en']],
    ['fr-CA', ['fr-ca', 'fr']],
    ['fr-FR', ['fr']],
    ['de-AT', ['de']],
    ['es-MX', ['es-la', 'es']],
    ['pt-rBR', ['pt-br', 'pt']],
    ['zh-Hans-CN', ['zh']],
    ['zh-TW', ['zh-tw']],
    ['zh-Hant-HK', ['zh-tw']],
    ['sr-Latn-RS', []],
    ['sr-Cyrl-RS', ['sr']],
    ['nn-NO', []],
    ['eo', []],
    ['not a locale', []],
  ];
  for (const [locale, codesOfSource] of sources) {
    it(`returns ${codesOfSource.join(' and ') || 'nothing'} for ${locale}`, () => {
      assert.deepEqual(sourceLanguageCodes(locale), codesOfSource);
    });
  }

  it('finds the language without a region under any code of the service', () => {
    assert.deepEqual(sourceLanguageCodes('en-NZ', ['de', 'en-us', 'en-gb']), ['en-us']);
    assert.deepEqual(sourceLanguageCodes('zh-Hans-SG', ['zh-cn', 'zh-tw']), ['zh-cn']);
    assert.deepEqual(sourceLanguageCodes('pt-BR', ['pt-pt']), ['pt-pt']);
  });

  it('follows the user’s choice first, and adds nothing to it but the locale’s own variety', () => {
    after(() => {
      setLocaleNames(new Map());
    });
    setLocaleNames(
      new Map([
        ['en-GB', 'en'],
        ['en-AU', 'en-GB'],
        ['fr-CA', 'fr-CA'],
        ['en-NZ', ''],
        ['source', 'es-MX'],
      ]),
    );
    assert.deepEqual(sourceLanguageCodes('en_GB'), ['en', 'en-gb']);
    assert.deepEqual(sourceLanguageCodes('en-AU'), ['en-gb']);
    assert.deepEqual(sourceLanguageCodes('fr-CA'), ['fr-ca']);
    assert.deepEqual(sourceLanguageCodes('en-NZ'), []);
    assert.deepEqual(sourceLanguageCodes('source'), ['es-la', 'es']);
  });
});

describe('bestPairs', () => {
  const pairs = [
    { source: 'en-gb', target: 'en' },
    { source: 'en-gb', target: 'fr' },
    { source: 'en', target: 'en-gb' },
    { source: 'en', target: 'fr' },
    { source: 'en', target: 'ja' },
    { source: 'de', target: 'it' },
  ];

  it('takes the pairs of the first code for each target, and none into the source’s own variety', () => {
    assert.deepEqual(bestPairs('en-GB', ['en-gb', 'en'], pairs), [pairs[0], pairs[1], pairs[4]]);
    assert.deepEqual(bestPairs('en-GB', ['en', 'en-gb'], pairs), [pairs[0], pairs[3], pairs[4]]);
    assert.deepEqual(bestPairs('en-AU', ['en'], pairs), [pairs[2], pairs[3], pairs[4]]);
    assert.deepEqual(bestPairs('en', ['en'], pairs), [pairs[2], pairs[3], pairs[4]]);
    assert.deepEqual(bestPairs('ja', [], pairs), []);
  });

  it('knows which codes are of another variety', () => {
    for (const [locale, code] of [
      ['en-GB', 'en'],
      ['fr-CA', 'fr'],
      ['en', 'en-gb'],
      ['es-MX', 'es'],
    ] as const)
      assert.ok(isOtherVariety(locale, code), `${locale} ${code}`);
    for (const [locale, code] of [
      ['de-AT', 'de'],
      ['en', 'en-us'],
      ['zh-CN', 'zh'],
      ['es-MX', 'es-la'],
    ] as const)
      assert.ok(!isOtherVariety(locale, code), `${locale} ${code}`);
  });
});

describe('isOfLanguage', () => {
  it('ignores regions that a code does not name, but not scripts', () => {
    for (const [locale, code] of [
      ['en-GB', 'en'],
      ['pt-BR', 'pt'],
      ['zh-Hant', 'zh-tw'],
      ['es-MX', 'es-la'],
      ['de', 'de-de'],
    ] as const)
      assert.ok(isOfLanguage(locale, code), `${locale} ${code}`);
    for (const [locale, code] of [
      ['pt', 'pt-br'],
      ['en', 'en-gb'],
      ['zh-Hant', 'zh'],
      ['sr-Latn', 'sr'],
      ['de', 'nl'],
    ] as const)
      assert.ok(!isOfLanguage(locale, code), `${locale} ${code}`);
  });
});

describe('setLocaleNames', () => {
  afterEach(() => {
    setLocaleNames(new Map());
  });

  it('is in effect for what was asked before', () => {
    assert.ok(!isSameLocale('ua', 'uk') && !isUsuallySameLocale('ua', 'uk-UA'));
    setLocaleNames(new Map([['ua', 'uk']]));
    assert.ok(isSameLocale('ua', 'uk') && isUsuallySameLocale('ua', 'uk-UA'));
    assert.deepEqual([...currentLocaleNames()], [['ua', 'uk']]);
    setLocaleNames(new Map());
    assert.ok(!isSameLocale('ua', 'uk') && !isUsuallySameLocale('ua', 'uk-UA'));
  });

  it('makes another variety the language of a locale, which keeps its meaning', () => {
    setLocaleNames(
      new Map([
        ['pt_BR', 'pt'],
        ['nn', 'no'],
        ['en-GB', 'en-GB'],
      ]),
    );
    assert.equal(toLanguageCode('pt-BR', ['pt']), 'pt');
    assert.equal(toLanguageCode('pt-BR', ['pt-br']), 'pt-br');
    assert.equal(toLanguageCode('nn', ['no']), 'no');
    assert.equal(toLanguageCode('en-GB', ['en-us']), undefined);
    assert.equal(canonicalLocale('pt-rBR'), 'pt-BR');
  });

  it('gives names a locale, in any of their spellings', () => {
    setLocaleNames(
      new Map([
        ['ua', 'uk'],
        ['kr', 'ko'],
        ['cn_CN', 'zh-Hans'],
        ['pirate', 'en-pirate'],
        ['x', 'no locale'],
      ]),
    );
    for (const [name, locale] of [
      ['ua', 'uk'],
      ['UA', 'uk'],
      ['kr', 'ko'],
      ['cn-rCN', 'zh-Hans'],
      ['pirate', 'en-pirate'],
    ] as const) {
      assert.equal(canonicalLocale(name), locale);
      assert.ok(isLocale(name) && isLocaleName(name) && isLocaleSegment(name), name);
    }
    assert.ok(isSameLocale('ua', 'uk'));
    setLocaleNames(new Map([['cak', 'cak']]));
    assert.ok(isLocaleName('cak'));
    setLocaleNames(new Map([['cak', '']]));
    assert.ok(!isLocaleName('cak') && isDecidedName('cak'));
    setLocaleNames(new Map([['kr', 'ko']]));
    assert.equal(toLanguageCode('kr', ['ko']), 'ko');
    assert.equal(canonicalLocale('x'), undefined);
    setLocaleNames(new Map());
    assert.equal(canonicalLocale('ua'), undefined);
    assert.equal(canonicalLocale('kr'), 'kr');
    assert.ok(!isLocale('ua'));
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
