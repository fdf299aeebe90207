import assert from 'node:assert/strict';
import { openSources } from '../../../../../src/orders/units/files/sourceDocument.ts';
import { openSelectedSource } from '../../../../../src/orders/units/files/localeFile.ts';
import { OrderError } from '../../../../../src/orders/model/orderError.ts';
import { memoryProject } from '../../memoryProject.ts';

const { signal } = new AbortController();

type Files = Readonly<Record<string, unknown>>;

/** Opens all files of a project together. Returns the sources with their keys, and why the others are none. */
async function open(files: Files, sourceLocale = 'en') {
  const project = memoryProject(files);
  const settings = { patterns: [], sourceLocale };
  const chosenFiles = Object.keys(files).map((path) => ({ project, path, settings, isSelected: false }));
  const { sources, skipped } = await openSources(chosenFiles, { signal });
  return {
    sources: Object.fromEntries(
      sources.map(({ path, units, idsInto }) => {
        const ids = idsInto === undefined ? units.map(({ id }) => id) : [...(idsInto('de') ?? [])];
        return [path, ids.join(' ')];
      }),
    ),
    skipped: skipped.map((file) => {
      const { path } = file.file;
      if (file.reason === 'second-source') return `${path} differs from ${file.first}: ${file.keys.join(' ')}`;
      if (file.reason === 'source-unknown')
        return `${path}: ${file.stringCount} of unknown source (${file.locales.join(' ')})`;
      return file.reason === 'no-locale' ? `${path} is like ${file.of}` : `${path} ${file.reason}`;
    }),
  };
}

function android(texts: Readonly<Record<string, string>>): string {
  const strings = Object.entries(texts).map(([name, text]) => `<string name="${name}">${text}</string>`);
  return `<resources>${strings.join('')}</resources>`;
}

function resx(texts: Readonly<Record<string, string>>): string {
  const values = Object.entries(texts).map(
    ([name, text]) => `<data name="${name}" xml:space="preserve"><value>${text}</value></data>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>\n<root>${values.join('')}</root>\n`;
}

describe('two files of the source language', () => {
  const pairs: readonly (readonly [name: string, first: string, second: string, files: Files])[] = [
    [
      'Apple',
      'App/en.lproj/Main.strings',
      'App/Base.lproj/Main.strings',
      {
        'App/Base.lproj/Main.strings': '"greeting" = "Hello";\n"same" = "Same";\n',
        'App/en.lproj/Main.strings': '"greeting" = "Hello, new";\n"same" = "Same";\n',
        'App/de.lproj/Main.strings': '',
      },
    ],
    [
      'Java',
      'src/main/resources/messages.properties',
      'src/main/resources/messages_en.properties',
      {
        'src/main/resources/messages.properties': 'greeting=Hello\nsame=Same\n',
        'src/main/resources/messages_en.properties': 'greeting=Hello, new\nsame=Same\n',
        'src/main/resources/messages_de.properties': '',
      },
    ],
    [
      'Android',
      'app/src/main/res/values/strings.xml',
      'app/src/main/res/values-en/strings.xml',
      {
        'app/src/main/res/values/strings.xml': android({ greeting: 'Hello', same: 'Same' }),
        'app/src/main/res/values-en/strings.xml': android({ greeting: 'Hello, new', same: 'Same' }),
        'app/src/main/res/values-de/strings.xml': android({}),
      },
    ],
    [
      '.NET',
      'Texts/Resources.resx',
      'Texts/Resources.en.resx',
      {
        'Texts/Resources.resx': resx({ greeting: 'Hello', same: 'Same' }),
        'Texts/Resources.en.resx': resx({ greeting: 'Hello, new', same: 'Same' }),
        'Texts/Resources.de.resx': resx({}),
      },
    ],
    [
      'Home Assistant',
      'custom_components/shop/strings.json',
      'custom_components/shop/translations/en.json',
      {
        'custom_components/shop/strings.json': { greeting: 'Hello', same: 'Same' },
        'custom_components/shop/translations/en.json': { greeting: 'Hello, new', same: 'Same' },
        'custom_components/shop/translations/de.json': {},
      },
    ],
  ];
  for (const [name, first, second, files] of pairs) {
    it(`are one source, and a difference is reported: ${name}`, async () => {
      assert.deepEqual(await open(files), {
        sources: { [first]: 'greeting same' },
        skipped: [`${second} differs from ${first}: greeting`],
      });
    });
  }

  it('are each the source of the strings that only they have', async () => {
    const files = {
      'App/Base.lproj/Main.strings': '"a" = "One";\n"b" = "Two";\n',
      'App/en.lproj/Main.strings': '"a" = "One";\n',
      'App/de.lproj/Main.strings': '',
    };
    assert.deepEqual(await open(files), {
      sources: { 'App/Base.lproj/Main.strings': 'b', 'App/en.lproj/Main.strings': 'a' },
      skipped: [],
    });
  });

  it('keep a translation into another region of the source language', async () => {
    const files = {
      'App/Base.lproj/Main.strings': '"a" = "Color";\n',
      'App/en-GB.lproj/Main.strings': '"a" = "Colour";\n',
    };
    assert.deepEqual(await open(files), { sources: { 'App/Base.lproj/Main.strings': 'a' }, skipped: [] });
  });

  it('do not count English texts of a bilingual file as a difference from its template', async () => {
    const entry = (text: string): string => `msgid ""\nmsgstr ""\n\nmsgid "Colour"\nmsgstr "${text}"\n`;
    const files = { 'po/app.pot': entry(''), 'po/en.po': entry('Color'), 'po/de.po': entry('') };
    assert.deepEqual((await open(files)).skipped, []);
    assert.deepEqual(Object.keys((await open(files)).sources), ['po/app.pot']);
  });
});

describe('a suffix that is no locale', () => {
  const base = 'src/main/resources/messages.properties';

  it('makes no second source of a file that has the keys of another one', async () => {
    const variant = 'src/main/resources/messages_pirate.properties';
    const files = {
      [base]: 'a=Hello\nb=Save\n',
      [variant]: 'a=Ahoy\n',
      'src/main/resources/messages_de.properties': '',
    };
    assert.deepEqual(await open(files), { sources: { [base]: 'a b' }, skipped: [`${variant} is like ${base}`] });
    const settings = { patterns: [], sourceLocale: 'en' };
    await assert.rejects(openSelectedSource(memoryProject(files), variant, settings), OrderError);
  });

  it('makes none if it is a locale for jokes or tests', async () => {
    const names = ['lol_US', 'en_XA'].map((name) => `src/main/resources/messages_${name}.properties`);
    const files = {
      [base]: 'a=Hello\nb=Save\n',
      'src/main/resources/messages_de.properties': 'a=Hallo\n',
      ...Object.fromEntries(names.map((name) => [name, 'a=Oh hai\n'])),
    };
    const { sources, skipped } = await open(files);
    assert.deepEqual(sources, { [base]: 'a b' });
    assert.deepEqual([...skipped].sort(), names.map((name) => `${name} is like ${base}`).sort());
  });

  it('makes none in XLIFF either, where the language may be before the name', async () => {
    const xliff = `<?xml version="1.0"?><xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
<file original="a" source-language="en" datatype="plaintext"><body>
<trans-unit id="a"><source>Hello</source></trans-unit></body></file></xliff>`;
    const files = {
      'Resources/Private/Language/locallang.xlf': xliff,
      'Resources/Private/Language/pirate.locallang.xlf': xliff,
      'translations/shop.xlf': xliff,
      'translations/shop.pirate.xlf': xliff,
    };
    assert.deepEqual((await open(files)).skipped, [
      'Resources/Private/Language/pirate.locallang.xlf is like Resources/Private/Language/locallang.xlf',
      'translations/shop.pirate.xlf is like translations/shop.xlf',
    ]);
  });

  it('keeps a file that has other keys, or translations of its own', async () => {
    const files = {
      [base]: 'a=Hello\n',
      'src/main/resources/messages_admin.properties': 'users=Users\n',
      'src/main/resources/messages_shop.properties': 'a=Shop\n',
      'src/main/resources/messages_shop_de.properties': '',
    };
    const { sources, skipped } = await open(files);
    assert.equal(Object.keys(sources).length, 3);
    assert.deepEqual(skipped, []);
  });
});

describe('files of other languages than the source', () => {
  it('are never the source of each other', async () => {
    const groups: readonly Files[] = [
      { 'locales/de.json': { a: 'Hallo', b: '' }, 'locales/fr.json': { a: 'Salut' } },
      { 'config/locales/de.yml': 'de:\n  a: Hallo\n', 'config/locales/fr.yml': 'fr:\n  a: Salut\n' },
      { 'lib/l10n/app_de.arb': { a: 'Hallo' }, 'lib/l10n/app_fr.arb': { a: 'Salut' } },
      { 'App/de.lproj/Main.strings': '"a" = "Hallo";\n', 'App/fr.lproj/Main.strings': '"a" = "Salut";\n' },
      { 'i18n/de/app.ftl': 'a = Hallo\n', 'i18n/fr/app.ftl': 'a = Salut\n' },
    ];
    for (const files of groups) {
      const [de = '', fr = ''] = Object.keys(files);
      assert.deepEqual(await open(files), {
        sources: {},
        skipped: [`${de}: 1 of unknown source (de fr)`, `${fr}: 1 of unknown source (fr de)`],
      });
    }
  });

  it('have a source if the setting names one of them', async () => {
    const files = { 'locales/de.json': { a: 'Hallo' }, 'locales/fr.json': {} };
    assert.deepEqual(await open(files, 'de'), { sources: { 'locales/de.json': 'a' }, skipped: [] });
  });

  it('are not targets of a file whose source is unknown', async () => {
    const files = { 'locales/de.json': { a: 'Hallo' }, 'locales/fr.json': {} };
    const settings = { patterns: [], sourceLocale: 'en' };
    const { source } = await openSelectedSource(memoryProject(files), 'locales/de.json', settings);
    assert.deepEqual([source.role?.kind, source.targetLocales], ['unknown', []]);
  });
});
