import assert from 'node:assert/strict';
import { formatTable } from '../../../src/formats/formatTable.ts';
import { applyEdits, formatById, formatFor, holdsAllLocales } from '../../../src/formats/formats.ts';

describe('formatFor', () => {
  const cases: readonly (readonly [path: string, text: string, id: string | undefined])[] = [
    ['locales/en.json', '{}', 'json'],
    ['locales\\en.JSON', '{}', 'json'],
    ['i18n/active.en.json', '{}', 'json-plurals'],
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
    ['lib/l10n/app_en.arb', '{}', 'arb'],
    ['Localizable.xcstrings', '{}', 'xcstrings'],
    ['en.lproj/Localizable.strings', '"a" = "b";', 'strings'],
    ['en.lproj/InfoPlist.strings', '<?xml version="1.0"?><plist/>', undefined],
    ['en.lproj/Localizable.stringsdict', '<plist/>', 'stringsdict'],
    ['res/values/strings.xml', '<?xml version="1.0"?>\n<resources>', 'android-xml'],
    ['pom.xml', '<project>', undefined],
    ['config/locales/en.yml', 'en:', 'yaml'],
    ['i18n/en.yaml', '', 'yaml'],
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
    ['language/fr-FR/com_stall.ini', '', 'ini'],
    ['conf/messages', '', 'play'],
    ['shop/conf/messages.pt-BR', '', 'play'],
    ['conf/messages.json', '{}', 'json'],
    ['src/messages', '', undefined],
    ['src/Stall.vue', '<template/>\n<i18n>\n{}\n</i18n>\n', 'vue'],
    ['src/Plain.vue', '<template/>\n', undefined],
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
