import assert from 'node:assert/strict';
import { formatTable } from '../../../src/formats/formatTable.ts';
import { applyEdits, formatById, formatFor, holdsAllLocales } from '../../../src/formats/formats.ts';

describe('formatFor', () => {
  const cases: readonly (readonly [path: string, text: string, id: string | undefined])[] = [
    ['locales/en.json', '{}', 'json'],
    ['locales\\en.JSON', '{}', 'json'],
    ['i18n/active.en.json', '{}', 'json-plurals'],
    ['i18n/all.json', '{"en": {"a": "Open"}, "de": {"a": "Auf"}}', 'json-locales'],
    ['i18n/all.yml', 'a:\n  en: Open\n  de: Auf\n', 'yaml-locales'],
    ['i18n/de.jsonc', '{}', 'json'],
    ['lang/en.json', '{ "a": { "defaultMessage": "Save", "description": "A button" } }', 'formatjs'],
    ['lang/en.json', '{ "a": { "defaultMessage": "Save", "more": "texts" } }', 'json'],
    ['src/locale/messages.json', '{ "locale": "en-US", "translations": {} }', 'angular-json'],
    ['package.nls.json', '{}', 'package-nls'],
    ['ext/package.nls.pt-br.json', '{}', 'package-nls'],
    ['l10n/bundle.l10n.ja.json', '{}', 'package-nls'],
    ['_locales/en/messages.json', '{}', 'chrome'],
    ['src/messages.json', '{}', 'json'],
    ['i18n/en.json5', '{}', 'json5'],
    ['stringResources/en-US/resources.resjson', '{}', 'resjson'],
    ['src/webparts/hello/loc/en-us.js', 'define([], function() {\n  return {};\n});', 'javascript'],
    ['js/nls/root/strings.js', 'define({});', 'javascript'],
    ['src/app/main.js', "define(['jquery'], function ($) {});", undefined],
    ['lib/l10n/app_en.arb', '{}', 'arb'],
    ['Localizable.xcstrings', '{}', 'xcstrings'],
    ['en.lproj/Localizable.strings', '"a" = "b";', 'strings'],
    [
      'de.lproj/Main.strings',
      '/* Class = "UIButton"; normalTitle = "Save"; ObjectID = "4a"; */\n"4a.normalTitle" = "Save";',
      'interface-builder',
    ],
    ['en.lproj/InfoPlist.strings', '<?xml version="1.0"?><plist/>', undefined],
    ['en.lproj/Localizable.stringsdict', '<plist/>', 'stringsdict'],
    ['res/values/strings.xml', '<?xml version="1.0"?>\n<resources>', 'android-xml'],
    ['pom.xml', '<project>', undefined],
    ['composeApp/src/commonMain/composeResources/values-fr-rCA/words.xml', '<resources>', 'compose-xml'],
    ['shared/src/commonMain/moko-resources/fr/strings.xml', '<resources>', 'moko-xml'],
    ['shared/src/commonMain/resources/MR/base/strings.xml', '<resources>', 'moko-xml'],
    ['config/locales/en.yml', 'en:', 'yaml-1.1'],
    ['i18n/en.yaml', '', 'yaml'],
    ['src/_locales/pt_BR/messages.yml', '', 'chrome-yaml'],
    ['i18n/en.toml', '', 'toml'],
    ['de.po', '', 'po'],
    ['messages.pot', '', 'po'],
    ['messages.fr.xlf', '', 'xliff'],
    ['app.xliff', '', 'xliff'],
    ['Resources.resx', '', 'resx'],
    ['messages_de.properties', '', 'properties'],
    ['main.ftl', '', 'fluent'],
    ['lang/en/auth.php', '<?php\n\nreturn [\n];', 'php'],
    ['index.php', "<?php\necho 'Hello';", undefined],
    ['app_de.ts', '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n<TS version="2.1">', 'qt'],
    ['locales/en.ts', 'export default {};', 'typescript'],
    ['src/lang/de/index.js', 'module.exports = {};', 'javascript'],
    ['src/app.ts', 'export const app = {};', undefined],
    ['src/app.ts', "export default {\n  en: { a: 'b' },\n  'pt-BR': { a: 'c' },\n};", 'typescript'],
    ['src/app.js', "exports.a = { in: { a: 'b' }, each: { a: 'c' } };", undefined],
    ['copy/en/words.ts', 'export default {};', 'typescript'],
    ['README.md', '', 'markdown'],
    ['docs/intro.mdx', '', 'mdx'],
    ['index.html', '', 'html'],
    ['movie.en.srt', '', 'srt'],
    ['movie.en.vtt', '', 'vtt'],
    ['texts.csv', 'key,en,de\n', 'csv'],
    ['texts.tsv', 'key\tvalue\n', 'csv-texts'],
    ['prices.csv', 'article,amount\n', undefined],
    ['app/code/Acme/Shop/i18n/de_DE.csv', '"Save","Sichern"\n', 'magento'],
    ['app/i18n/acme/zh_hans_cn/zh_Hans_CN.csv', '"Save","保存",module,Acme_Shop\n', 'magento'],
    ['data/de_DE.csv', '"Save","Sichern"\n', undefined],
    ['language/fr-FR/com_stall.ini', '', 'ini'],
    ['translations/messages.pt_BR.ini', '', 'ini-php'],
    ['conf/messages', '', 'play'],
    ['locale/de/mod.cfg', '', 'factorio'],
    ['mods/stall/locale/pt-BR/items/names.cfg', '[item-name]\n', 'factorio'],
    ['setup.cfg', '[metadata]\n', undefined],
    ['locale/setup.cfg', '[metadata]\n', undefined],
    ['languages/German.isl', '', 'inno'],
    ['Languages/German/Keyed/Keys.xml', '<?xml version="1.0"?>\n<!-- a -->\n<LanguageData>\n', 'rimworld'],
    ['Lang/de.xml', '<?xml version="1.0"?>\n<language alias="de">\n', 'umbraco'],
    ['data/de.xml', '<language>German</language>', undefined],
    ['translations/de.translation-meta.xml', '<Translations xmlns="http://soap.sforce.com/x">', 'salesforce-labels'],
    ['labels/CustomLabels.labels', '<CustomLabels xmlns="http://soap.sforce.com/x">', 'salesforce-labels'],
    ['data/Translations.xml', '<Translations><a/></Translations>', undefined],
    ['de-de.wxl', '', 'wxl'],
    ['assets/stall/lang/en_us.lang', '# Items\nitem.stick.name=Stick\n', 'lang'],
    ['assets/stall/lang/de_de.lang', '', 'lang'],
    ['lang/en_us.lang', '{ "a": "b" }', undefined],
    ['de/main.lang', ';Hello\nHallo\n', undefined],
    ['shop/conf/messages.pt-BR', '', 'play'],
    ['conf/messages.json', '{}', 'json'],
    ['src/messages', '', undefined],
    ['src/Stall.vue', '<template/>\n<i18n>\n{}\n</i18n>\n', 'vue'],
    ['src/Plain.vue', '<template/>\n', undefined],
    ['fastlane/metadata/en-US/subtitle.txt', '', 'store'],
    ['fastlane/metadata/android/en-US/changelogs/103.txt', '', 'store'],
    ['app/src/main/play/listings/de-DE/full-description.txt', '', 'store'],
    ['distribution/whatsnew/whatsnew-pt-BR', '', 'store'],
    ['fastlane/metadata/en-US/support_url.txt', '', undefined],
    ['fastlane/metadata/copyright.txt', '', undefined],
    ['fastlane/metadata/android/en-US/video.txt', '', undefined],
    ['locales/en/title.txt', '', undefined],
    ['json', '{}', undefined],
  ];
  for (const [path, text, id] of cases) {
    it(`recognizes ${path} (${text.split('\n', 1)[0]?.slice(0, 40) ?? ''}) as ${id ?? 'no known format'}`, async () => {
      assert.equal((await formatFor(path, text))?.id, id);
    });
  }

  it('is tested here with a file of every format', () => {
    const tested = new Set(cases.map(([, , id]) => id));
    assert.deepEqual(
      formatTable.map(({ id }) => id).filter((id) => !tested.has(id)),
      [],
    );
  });

  it('has a format for every id', async () => {
    for (const [, , id] of cases) if (id !== undefined) assert.equal((await formatById(id))?.id, id);
    assert.equal(await formatById('cobol'), undefined);
  });
});

describe('holdsAllLocales', () => {
  const cases: readonly (readonly [path: string, text: string, answer: boolean])[] = [
    ['i18n.ts', "export default { en: { a: 'b' }, fr: { a: 'c' } };", true],
    ['i18n.ts', "export const en = { a: 'b' };\nexport const ptBR: Texts = { a: 'c' };", true],
    ['i18n.js', "module.exports = { messages: { 'en-US': { a: 'b' }, 'zh-CN': { a: 'c' } } };", true],
    ['i18n.ts', "export default { en: { a: 'b' }, fr: { a: 'c' }, version: 1 };", false],
    ['i18n.ts', "export default { en: { a: 'b' }, fr: {", false],
    ['i18n.ts', "import en from './en.ts';\nexport default { en, fr };", false],
    ['i18n.php', "<?php return ['en' => ['a' => 'b'], 'fr' => ['a' => 'c']];", true],
    ['Cards.i18n.php', "<?php\n$messages['en'] = array('a' => 'b');\n$messages['fr'] = array('a' => 'c');", true],
    ['i18n.php', "<?php return ['a' => 'b'];", false],
    [
      'i18n.ts',
      "export const all = { de: { short: 'de', full: t`German` }, en: { short: 'en', title: 'English' } };",
      false,
    ],
    ['i18n.ts', "export default { en: { flag: '🇬🇧', label: 'English' }, ja: { flag: '🇯🇵', label: '日本語' } };", false],
    ['langs.php', "<?php return ['en' => ['name' => 'English'], 'fr' => ['name' => 'French'], 'de' => []];", false],
    [
      'Cards.i18n.php',
      `<?php\n${'en qqq fr de es aeb-arab it roa-tara'
        .split(' ')
        .map((name) => `$messages['${name}'] = array('a' => 'b');`)
        .join('\n')}`,
      true,
    ],
    ['i18n.ts', "export default { en: { date: 'd/M/y', rtl: false }, ar: { date: 'd/M/y', rtl: true } };", false],
    ['i18n.ts', 'export default { en: { ...english }, fr: { ...french } };', false],
    ['data/ui.CSV', 'id;English;German\na;b;c\n', true],
    ['data/ui.csv', 'key,value\na,b\n', false],
    ['data/ui.csv', 'key,en,fr\na,"b', false],
    ['data/cities.csv', 'city,id\nParis,1\n', false],
    ['locales/all.json', '{"en": {"a": "b"}, "fr": {"a": "c"}}', false],
    ['locales/all.json', '{"en": {"a": "Open the file"}, "fr": {"a": "c"}}', true],
    ['locales/all.yml', 'open:\n  en: Open the file\n  fr: c\n', true],
  ];
  for (const [path, text, answer] of cases)
    it(`returns ${String(answer)} for ${path} with ${JSON.stringify(text)}`, async () => {
      assert.equal(await holdsAllLocales(path, text), answer);
    });
});

describe('applyEdits', () => {
  it('replaces, inserts and deletes in one pass', () => {
    const edits = [
      { start: 0, end: 0, text: '<' },
      { start: 1, end: 3, text: 'X' },
      { start: 3, end: 3, text: '!' },
      { start: 4, end: 5, text: '' },
    ];
    assert.equal(applyEdits('abcdef', edits), '<aX!df');
    assert.equal(applyEdits('abc', []), 'abc');
  });

  for (const [what, edits] of [
    [
      'unsorted',
      [
        { start: 2, end: 2, text: '' },
        { start: 1, end: 1, text: '' },
      ],
    ],
    [
      'overlapping',
      [
        { start: 0, end: 2, text: '' },
        { start: 1, end: 3, text: '' },
      ],
    ],
    ['reversed', [{ start: 2, end: 1, text: '' }]],
    ['beyond the end', [{ start: 2, end: 4, text: '' }]],
  ] as const) {
    it(`refuses edits that are ${what}`, () => {
      assert.throws(() => applyEdits('abc', edits), RangeError);
    });
  }
});
