import assert from 'node:assert/strict';
import {
  canonicalLocale,
  findLocale,
  isNarrowerLocale,
  isSameLocale,
  isUsuallySameLocale,
  isWithinLocale,
  languageOf,
  localeTag,
  spellLike,
} from '../../../src/base/locale.ts';

describe('canonicalLocale', () => {
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
      be_TARASK: 'be-tarask',
      'be@tarask': 'be-tarask',
      'be-x-old': 'be-tarask',
      sh: 'sr-Latn',
      'sr_RS@latin': 'sr-Latn-RS',
      'sr@ijekavianlatin': 'sr-Latn-ijekavsk',
      'ks_IN@devanagari': 'ks-Deva-IN',
      'sr-rSP': 'sr-RS',
      mo: 'ro-MD',
      ja_JA: 'ja',
      en_EN: 'en',
      en_US_POSIX: 'en-US-u-va-posix',
      'skr-arab': 'skr-Arab',
      gcf: 'gcf',
      cak: 'cak',
      ber: 'ber',
      tlh: 'tlh',
      lol_US: 'lol-US',
    };
    for (const [text, canonical] of Object.entries(spellings)) assert.equal(canonicalLocale(text), canonical, text);
  });

  it('returns undefined for unknown languages, scripts and regions, and for other texts', () => {
    for (const text of [
      '',
      'js',
      'en-QQ',
      'xx',
      'ua',
      'cz',
      'faq',
      'strings',
      'en@quot',
      'en_DE_X',
      '../en',
      'en/..',
      'en US',
      'ptBR',
    ])
      assert.equal(canonicalLocale(text), undefined, text);
  });
});

describe('localeTag', () => {
  it('is equal for all spellings of a locale', () => {
    for (const text of ['pt-BR', 'pt_br', 'ptBR', 'pt-rBR', 'pt_BR.UTF-8', ' pt-BR ', 'pt-BR-u-hc-h12'])
      assert.equal(localeTag(text), 'pt-BR', text);
    for (const text of ['zhHans', 'zh_hans', 'b+zh+Hans']) assert.equal(localeTag(text), 'zh-Hans', text);
  });

  it('hyphenates unknown names and converts them to lower case', () => {
    assert.equal(localeTag('qps_PLOC'), 'qps-ploc');
    assert.equal(localeTag('en_QQ'), 'en-qq');
    assert.equal(localeTag(''), '');
  });
});

describe('isUsuallySameLocale', () => {
  it('takes a language without a region for that of its most likely region', () => {
    for (const [name, otherName] of [
      ['de', 'de-DE'],
      ['ja-JP', 'ja'],
      ['he', 'iw-IL'],
      ['no-NO', 'nb'],
      ['zh-Hant', 'zh-TW'],
      ['es', 'es-ES'],
    ] as const)
      assert.ok(isUsuallySameLocale(name, otherName), `${name} ${otherName}`);
  });

  it('keeps other regions apart, and languages with two written forms', () => {
    for (const [name, otherName] of [
      ['de', 'de-AT'],
      ['fr', 'fr-CA'],
      ['pt', 'pt-BR'],
      ['pt', 'pt-PT'],
      ['en', 'en-US'],
      ['sr', 'sr-Latn'],
      ['de', 'fr'],
      ['', ''],
    ] as const)
      assert.ok(!isUsuallySameLocale(name, otherName), `${name} ${otherName}`);
  });
});

describe('isSameLocale', () => {
  // Earlier versions compared locales with four functions, which disagreed about each of these pairs.
  const disputedSame = [
    ['ptBR', 'pt-BR'],
    ['zhHans', 'zh-Hans'],
    ['pt-rBR', 'pt-BR'],
    ['b+sr+Latn', 'sr-Latn'],
    ['sr@latin', 'sr-Latn'],
    ['sr_RS@latin', 'sr-Latn-RS'],
    ['de_DE.UTF-8', 'de-DE'],
    ['zh-CN', 'zh-Hans'],
    ['zhCN', 'zh_Hans'],
    ['zh', 'zh-CN'],
    ['zh', 'zh-Hans'],
    ['zh-TW', 'zh-Hant'],
    ['nb', 'no'],
    ['no-NO', 'nb_NO'],
    ['iw', 'he'],
    ['in', 'id'],
    ['tl', 'fil'],
    ['sh', 'sr-Latn'],
    ['en-UK', 'en-GB'],
    ['en-US-u-hc-h12', 'en-US'],
    [' en', 'en'],
    ['sr-SP', 'sr_SP'],
    ['qps-ploc', 'qps_PLOC'],
    ['xx', 'xx'],
  ] as const;

  it('compares pairs about which earlier functions disagreed', () => {
    for (const [one, other] of disputedSame) {
      assert.ok(isSameLocale(one, other), `${one} ${other}`);
      assert.ok(isSameLocale(other, one), `${other} ${one}`);
    }
  });

  it('does not infer regions, except for Chinese', () => {
    for (const [one, other] of [
      ['pt', 'pt-BR'],
      ['en', 'en-US'],
      ['zh-HK', 'zh-TW'],
      ['zh', 'zh-TW'],
      ['nn', 'no'],
      ['sr', 'sr-Latn'],
    ] as const)
      assert.ok(!isSameLocale(one, other), `${one} ${other}`);
  });

  it('is false for empty names', () => {
    assert.ok(!isSameLocale('', ''));
    assert.ok(!isSameLocale(' ', ''));
  });
});

describe('findLocale', () => {
  it('prefers the identical name, then the same tag, then the same language', () => {
    assert.equal(findLocale(['zh-CN', 'zh_Hans', 'zh-Hans'], 'zh-Hans'), 'zh-Hans');
    assert.equal(findLocale(['zh-CN', 'zh_Hans'], 'zh-Hans'), 'zh_Hans');
    assert.equal(findLocale(['en', 'zh-CN'], 'zh-Hans'), 'zh-CN');
    assert.equal(findLocale(['no', 'nb'], 'nb'), 'nb');
    assert.equal(findLocale(['en', 'zh-TW'], 'zh-Hans'), undefined);
  });
});

describe('isNarrowerLocale', () => {
  it('compares subtags', () => {
    assert.ok(isNarrowerLocale('de_DE', 'de'));
    assert.ok(isNarrowerLocale('en', 'enUS'));
    assert.ok(!isNarrowerLocale('de', 'de'));
    assert.ok(!isNarrowerLocale('de-AT', 'de-DE'));
    assert.ok(!isNarrowerLocale('fil', 'fi'));
  });
});

describe('languageOf', () => {
  it('returns one code for each language', () => {
    assert.equal(languageOf('pt_BR'), 'pt');
    assert.equal(languageOf('no'), languageOf('nb-NO'));
    assert.equal(languageOf('EN'), 'en');
    assert.equal(languageOf('xx-YY'), 'xx');
  });
});

describe('spellLike', () => {
  it('uses the separator and case of the other name', () => {
    assert.equal(spellLike('pt-BR', 'zh_CN'), 'pt_BR');
    assert.equal(spellLike('pt_BR', 'zh-CN'), 'pt-BR');
    assert.equal(spellLike('pt-BR', 'zh-cn'), 'pt-br');
    assert.equal(spellLike('zh-Hans-CN', 'en_us'), 'zh_hans_cn');
    assert.equal(spellLike('pt-BR', 'zhCN'), 'ptBR');
    assert.equal(spellLike('pt-BR', 'en'), 'pt-BR');
    assert.equal(spellLike('pt-BR', 'en', true), 'ptBR');
  });
});

describe('isWithinLocale', () => {
  for (const [locale, range] of [
    ['ja', 'ja'],
    ['ja-JP', 'ja'],
    ['pt_BR', 'pt'],
    ['ptBR', 'pt-BR'],
    ['es-419', 'es'],
    ['zh-HK', 'zh-Hant'],
    ['zh-TW', 'zh_Hant'],
    ['zh-Hans', 'zh-CN'],
    ['zh-Hant', 'zh'],
    ['no', 'nb'],
    ['nb-NO', 'no'],
    ['sr@latin', 'sr'],
    ['sr-Latn-RS', 'sr-Latn'],
    ['qps-ploc', 'QPS_PLOC'],
  ] as const)
    it(`counts ${locale} as part of ${range}`, () => {
      assert.ok(isWithinLocale(locale, range));
    });

  for (const [locale, range] of [
    ['pt', 'pt-BR'],
    ['pt-PT', 'pt-BR'],
    ['zh-HK', 'zh-Hans'],
    ['sr-RS', 'sr-Latn'],
    ['ca', 'ca-valencia'],
    ['jam', 'ja'],
    ['ja', 'fr'],
    ['qps-ploc', 'qps'],
    ['', ''],
  ] as const)
    it(`does not count ${locale === '' ? 'an empty name' : locale} as part of ${range}`, () => {
      assert.ok(!isWithinLocale(locale, range));
    });
});
