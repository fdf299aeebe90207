import assert from 'node:assert/strict';
import { setLocaleNames } from '../../../../src/base/locale.ts';
import { countryInPath, findMistakenNames } from '../../../../src/locales/names/mistakenNames.ts';

/** Returns the locale that each mistaken name probably means. The patterns are `locales/{locale}.json` and the like. */
function meanings(patterns: readonly string[], files: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(findMistakenNames({ patterns, files }).map(({ name, locale }) => [name, locale]));
}

describe('findMistakenNames', () => {
  afterEach(() => {
    setLocaleNames(new Map());
  });

  it('finds names in place of a locale, in every layout', () => {
    const cases: [string, string, string][] = [
      ['locales/{locale}.json', 'ua', 'uk'],
      ['locales/{locale}.json', 'UA', 'uk'],
      ['locales/{locale}/common.json', 'cz', 'cs'],
      ['imports/{locale}.i18n.json', 'ua', 'uk'],
      ['js/i18n/app-{locale}.js', 'ua_UA', 'uk'],
      ['js/i18n/app-{locale}.js', 'kh_KM', 'km'],
      ['res/values-{locale}/strings.xml', 'jp', 'ja'],
      ['res/values-{locale}/strings.xml', 'cn-rCN', 'zh-CN'],
      ['App/{locale}.lproj/Localizable.strings', 'gr', 'el'],
      ['messages_{locale}.properties', 'dk', 'da'],
      ['po/{locale}.po', 'vn', 'vi'],
      ['locale/{locale}/LC_MESSAGES/django.po', 'cn', 'zh-CN'],
      ['lib/l10n/app_{locale}.arb', 'kh', 'km'],
      ['i18n/app_{locale}.ts', 'cz', 'cs'],
      ['t/{locale}/messages.{locale}.xlf', 'jp', 'ja'],
      ['Strings.{locale}.resx', 'dk', 'da'],
      ['config/locales/{locale}.yml', 'gr', 'el'],
      ['locales/{locale}.json', 'ar-AA', 'ar'],
      ['res/values-{locale}/strings.xml', 'ckb-rKU', 'ckb'],
      ['App/{locale}.lproj/Localizable.strings', 'fil_YY', 'fil'],
      ['locales/{locale}.json', 'cak', 'cak'],
      // Joke and test locales.
      ['messages_{locale}.properties', 'lol_US', 'lol-US'],
      ['assets/m/lang/{locale}.lang', 'lol_us', 'lol-US'],
      ['locales/{locale}.json', 'en-XA', 'en-XA'],
    ];
    for (const [pattern, name, locale] of cases) {
      const files = ['en', 'de', name].map((each) => pattern.replaceAll('{locale}', each));
      assert.deepEqual(meanings([pattern], files), { [name]: locale }, pattern);
    }
  });

  it('finds a language of three letters with a region that does not exist, next to any number of locales', () => {
    const files = (names: string): readonly string[] => names.split(' ').map((name) => `locales/${name}.json`);
    for (const others of ['en de', 'en de fr it ja ko', 'en am-ET ar-SA ca-ES cs-CZ de-DE el-GR'])
      assert.deepEqual(meanings(['locales/{locale}.json'], files(`${others} ckb-KU app-UI`)), { 'ckb-KU': 'ckb' });
  });

  it('finds codes of rare languages that probably mean a country, unless the project has its language', () => {
    const patterns = ['locales/{locale}.json'];
    const files = ['en', 'kr', 'se', 'br', 'tw', 'ca', 'be', 'sc'].map((name) => `locales/${name}.json`);
    assert.deepEqual(meanings(patterns, files), { kr: 'ko', se: 'sv', br: 'pt-BR', tw: 'zh-TW' });
    assert.deepEqual(meanings(patterns, [...files, 'locales/sv.json', 'locales/pt-BR.json']), {
      kr: 'ko',
      tw: 'zh-TW',
    });
  });

  it('doubts no rare language in a project with many, if that has any form of the likelier one', () => {
    const many = 'ar bg ca cs da de el es et fa fi fr he hr hu id it ja ko nl pl pt zh-hant'.split(' ');
    const files = ['en', 'br', 'tw', 'se', ...many].map((name) => `locales/${name}.json`);
    assert.deepEqual(meanings(['locales/{locale}.json'], files), { se: 'sv' });
  });

  it('lists all files of a name', () => {
    const patterns = ['lang/{locale}/a.php', 'lang/{locale}/b.php'];
    const files = ['lang/en/a.php', 'lang/en/b.php', 'lang/kh/b.php', 'lang/kh/a.php'];
    assert.deepEqual(findMistakenNames({ patterns, files }), [
      { name: 'kh', files: ['lang/kh/a.php', 'lang/kh/b.php'], locale: 'km', isLocale: false },
    ]);
  });

  it('finds no other words', () => {
    const patterns = [
      'texts/pt_{locale}.ts',
      'src/i18n/{locale}.ts',
      'docs/{locale}/a.md',
      'locales/{locale}/app.json',
      '{locale}/a.json',
    ];
    const files = [
      ...[
        'texts/pt_BR.ts',
        'texts/pt.ts',
        'src/i18n/en.ts',
        'src/i18n/de.ts',
        'src/i18n/pt-BR.ts',
        'src/i18n/io.ts',
        'src/i18n/app.ts',
        'src/i18n/sr-el.ts',
      ],
      ...['docs/de/a.md', 'docs/us.md', 'locales/en/app.json', 'locales/en/cz.json', 'it/a.json', 'us/a.json', 'a.md'],
    ];
    assert.deepEqual(meanings(patterns, files), {});
  });

  it('finds no names whose meaning the settings give', () => {
    setLocaleNames(
      new Map([
        ['ua', 'uk'],
        ['kr', 'kr'],
      ]),
    );
    const files = ['locales/en.json', 'locales/ua.json', 'locales/kr.json'];
    assert.deepEqual(meanings(['locales/{locale}.json'], files), {});
  });
});

describe('countryInPath', () => {
  it('finds the code of a country in the name of a file or its folder', () => {
    const countries = {
      'locales/ua.json': 'uk',
      'src/i18n/messages_ua_UA.properties': 'uk',
      'locales/cz/common.json': 'cs',
      'res/values-jp/strings.xml': 'ja',
      'App/gr.lproj/Localizable.strings': 'el',
    };
    for (const [path, locale] of Object.entries(countries)) assert.equal(countryInPath(path)?.locale, locale, path);
    for (const path of ['locales/de.json', 'src/app.ts', 'docs/guide.md', 'src/io/index.ts', ''])
      assert.equal(countryInPath(path), undefined, path);
  });
});
