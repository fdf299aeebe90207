import assert from 'node:assert/strict';
import { applyEdits, formatFor, holdsAllLocales } from '../../../../src/formats/formats.ts';
import { FormatError, type LocaleFormat } from '../../../../src/formats/format.ts';
import { jsonLocales } from '../../../../src/formats/multilingual/jsonLocales.ts';
import { yamlLocales } from '../../../../src/formats/multilingual/yamlLocales.ts';

function write(
  format: LocaleFormat,
  text: string,
  targetLocale: string,
  texts: Readonly<Record<string, string>>,
): string {
  const sourceLocale = format.locales?.(text)?.source ?? '';
  const context = { sourceText: text, sourceLocale, targetLocale };
  return applyEdits(text, format.write(text, new Map(Object.entries(texts)), context));
}

function textsOf(format: LocaleFormat, text: string, locale?: string): readonly string[] {
  return format.read(text, locale).map((unit) => `${unit.id}=${unit.text}`);
}

describe('files that hold all locales', () => {
  const first =
    '{\n  "en": {\n    "a": "Hello there",\n    "b": "Save changes"\n  },\n  "de": {\n    "a": "Hallo"\n  }\n}\n';
  const last = '{\n  "a": { "en": "Hello there", "de": "" },\n  "b": { "en": "Save changes" }\n}\n';
  const rust = '_version: 2\na:\n  en: Hello there\n  de: ""\nb:\n  # A button.\n  en: Save changes\n';

  it('have ids without the locale, and a text for each string of the source', () => {
    assert.deepEqual(jsonLocales.locales?.(first), { source: 'en', targets: ['de'], all: true });
    assert.deepEqual(textsOf(jsonLocales, first), ['a=Hello there', 'b=Save changes']);
    assert.deepEqual(textsOf(jsonLocales, first, 'de'), ['a=Hallo', 'b=']);
    for (const [format, text] of [
      [jsonLocales, last],
      [yamlLocales, rust],
    ] as const) {
      assert.deepEqual(format.locales?.(text), { source: 'en', targets: ['de'], all: true });
      assert.deepEqual(textsOf(format, text), ['a=Hello there', 'b=Save changes']);
      assert.deepEqual(textsOf(format, text, 'de'), ['a=', 'b=']);
    }
  });

  it('get a translation in the locale that they have', () => {
    assert.equal(
      write(jsonLocales, first, 'de', { b: 'Änderungen speichern' }),
      first.replace('"a": "Hallo"', '"a": "Hallo",\n    "b": "Änderungen speichern"'),
    );
    assert.equal(
      write(jsonLocales, last, 'de', { a: 'Hallo', b: 'Speichern' }),
      last.replace('"de": ""', '"de": "Hallo"').replace('"Save changes"', '"Save changes", "de": "Speichern"'),
    );
    assert.equal(
      write(yamlLocales, rust, 'de', { a: 'Hallo', b: 'Speichern' }),
      rust.replace('de: ""', 'de: "Hallo"').replace('Save changes\n', 'Save changes\n  de: Speichern\n'),
    );
  });

  it('get a locale that they lack after the others, in their spelling', () => {
    const withRegion = first.replaceAll('"de"', '"pt_BR"');
    assert.equal(
      write(jsonLocales, withRegion, 'zh-TW', { a: '你好' }),
      withRegion.replace('"Hallo"\n  }', '"Hallo"\n  },\n  "zh_TW": {\n    "a": "你好"\n  }'),
    );
    assert.equal(write(jsonLocales, last, 'nb', { a: 'Hei' }), last.replace('"de": ""', '"de": "", "nb": "Hei"'));
    // In YAML 1.1, `no` is a boolean.
    assert.equal(write(yamlLocales, rust, 'no', { b: 'Lagre' }), `${rust}  "no": Lagre\n`);
    const yamlFirst = 'en:\n  a: Hello there\n  cart:\n    b: Save changes\nfr:\n  a: Bonjour à tous\n';
    assert.equal(write(yamlLocales, yamlFirst, 'de', { 'cart.b': 'x' }), `${yamlFirst}de:\n  cart:\n    b: x\n`);
  });

  it('replace null, and complete a plural in the order of its forms', () => {
    const text = '{ "en": { "n_one": "One apple", "n_other": "Many apples" }, "pl": null, "fr": { "n_other": null } }';
    assert.deepEqual(JSON.parse(write(jsonLocales, text, 'pl', { 'n#few': 'x', 'n#one': 'y', 'n#other': 'z' })), {
      en: { n_one: 'One apple', n_other: 'Many apples' },
      pl: { n_one: 'y', n_few: 'x', n_other: 'z' },
      fr: { n_other: null },
    });
    assert.deepEqual(JSON.parse(write(jsonLocales, text, 'fr', { 'n#other': 'z' })), {
      en: { n_one: 'One apple', n_other: 'Many apples' },
      pl: null,
      fr: { n_other: 'z' },
    });
  });

  it('do not get English, which would be read as their source', () => {
    const text = '{ "de": { "a": "Guten Tag" }, "fr": { "a": "Bonjour" } }';
    assert.throws(() => write(jsonLocales, text, 'en', { a: 'Good day' }), FormatError);
  });

  it('are lists, whose elements are messages or locales', () => {
    const messages =
      '[\n  { "id": "not found", "texts": { "en": "It was not found", "zh": "" } },\n  { "id": "n: %d", "texts": { "en": "The number: %d" } }\n]\n';
    assert.deepEqual(textsOf(jsonLocales, messages, 'zh'), ['not found.texts=', 'n: %d.texts=']);
    assert.equal(
      write(jsonLocales, messages, 'zh', { 'not found.texts': '未找到', 'n: %d.texts': '数: %d' }),
      messages.replace('"zh": ""', '"zh": "未找到"').replace('"The number: %d"', '"The number: %d", "zh": "数: %d"'),
    );
    const locales =
      '[\n  { "code": "en", "phrases": { "hi": "Hello, world", "bye": "Good bye" } },\n  { "code": "fr", "phrases": { "hi": "Bonjour" } }\n]\n';
    assert.deepEqual(jsonLocales.locales?.(locales), { source: 'en', targets: ['fr'], all: true });
    assert.equal(
      write(jsonLocales, locales, 'fr', { 'phrases.bye': 'Au revoir' }),
      locales.replace('"Bonjour"', '"Bonjour", "bye": "Au revoir"'),
    );
    assert.equal(
      write(jsonLocales, locales, 'de', { 'phrases.hi': 'Hallo' }),
      locales.replace('} }\n]', '} },\n  { "code": "de", "phrases": { "hi": "Hallo" } }\n]'),
    );
  });

  const holding: readonly (readonly [path: string, text: string])[] = [
    ['src/i18n/translations.json', first],
    ['locales/all.json', last],
    ['locales/app.yml', rust],
    ['i18n/messages.json', '{ "default": "en", "messages": { "en": { "a": "Hello there" }, "fr": { "a": "" } } }'],
    ['translations.yaml', 'de:\n  a: Guten Tag\nfr:\n  a: Bonjour\n'],
    ['src/locales/i18next.json', '{ "en": { "translation": { "a": "Save" } }, "ja": { "translation": {} } }'],
    [
      'lang/text.json',
      '{ "menu": { "file": { "en": "File", "zh-CN": "文件" }, "edit": { "en": "Edit", "zh-CN": "" } } }',
    ],
    [
      'src/i18n/list.json',
      '[{ "code": "en", "phrases": { "a": "Hello there" } }, { "code": "fr", "phrases": { "a": "Bonjour" } }]',
    ],
    ['i18n/strings.json', '{ // Texts\n "en": { "a": "Save" }, "sv": { "a": "Spara" }, }'],
  ];
  for (const [path, text] of holding)
    it(`are recognized: ${path}, ${JSON.stringify(text).slice(0, 60)}`, async () => {
      assert.equal(await holdsAllLocales(path, text), true);
      assert.match((await formatFor(path, text))?.id ?? '', /^(?:json|yaml)-locales$/);
    });

  const others: readonly (readonly [what: string, path: string, text: string])[] = [
    [
      'a list of languages',
      'i18n/all.json',
      '[{ "code": "en", "title": "English" }, { "code": "de", "title": "Deutsch" }]',
    ],
    [
      'a file of one locale',
      'locales/en.json',
      '{ "de": { "a": "Our German site" }, "fr": { "a": "Our French site" } }',
    ],
    ['a file in the folder of a locale', 'i18n/en/x.json', '{ "a": { "de": "About Germany", "fr": "About France" } }'],
    ['a file named for a locale', 'i18n/app_en.json', '{ "de": { "a": "Our site" }, "fr": { "a": "Our site" } }'],
    [
      'names of languages',
      'i18n/languages.json',
      '{ "languages": { "en": "English", "de": "Deutsch", "fr": "French" } }',
    ],
    [
      'facts about languages',
      'i18n/config.json',
      '{ "en": { "name": "English", "dir": "ltr" }, "ar": { "name": "Arabic" } }',
    ],
    [
      'paths',
      'i18n/routes.json',
      '{ "about": { "en": "/about", "de": "/ueber" }, "shop": { "en": "/shop", "de": "/laden" } }',
    ],
    ['hosts', 'i18n/hosts.json', '{ "en": { "host": "example.com" }, "de": { "host": "example.de" } }'],
    [
      'settings',
      'i18n/config.json',
      '{ "locales": ["en", "de"], "fallback": { "de": ["en"] }, "en": { "a": "Some text" } }',
    ],
    [
      'words of a language',
      'i18n/words.json',
      '{ "is": { "a": "Is equal" }, "in": { "a": "Is one of" }, "no": { "a": "Is not" } }',
    ],
    [
      'a locale among other keys',
      'i18n/app.json',
      '{ "en": { "a": "Some text" }, "de": {}, "menu": { "a": "Some text" } }',
    ],
    ['a file of Rails', 'config/locales/app.yml', 'en:\n  a: Some text\n'],
    ['a broken file', 'i18n/app.json', '{ "en": { "a": "Some text" }, "de": {'],
  ];
  for (const [what, path, text] of others)
    it(`are not ${what}`, async () => {
      assert.equal(await holdsAllLocales(path, text), false);
      const format = await formatFor(path, text);
      assert.doesNotMatch(format?.id ?? '', /-locales$/);
    });
});
