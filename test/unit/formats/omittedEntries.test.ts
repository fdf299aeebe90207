import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { formatTable } from '../../../src/formats/formatTable.ts';
import { formatById } from '../../../src/formats/formats.ts';
import { FormatError, type OmittedEntry } from '../../../src/formats/format.ts';
import { omittedStrings } from '../../../src/orders/units/files/omittedStrings.ts';
import { fixturesOf } from '../../laws/subjects.ts';

/** Reads a text, and returns its omitted entries as `key or line: reason`, and the ids of its units. */
async function omittedIn(formatId: string, text: string, locale?: string): Promise<readonly string[]> {
  const format = await formatById(formatId);
  assert.ok(format);
  const entries: OmittedEntry[] = [];
  const units = format.read(text, locale, undefined, (entry) => entries.push(entry));
  const ids = new Set(units.map(({ id }) => id));
  for (const { key } of entries) assert.ok(key === undefined || !ids.has(key), `“${key}” is a unit, too`);
  return omittedStrings(text, entries).map(({ key, line, reason }) => `${key ?? line}: ${reason.code}`);
}

/** Texts of each format of which entries are omitted: those with a text that no unit has. */
const cases: readonly (readonly [formatId: string, text: string, omitted: readonly string[]])[] = [
  [
    'android-xml',
    `<resources>
  <!-- a comment --><dimen name="width">16dp</dimen>
  <string name="a">Hello</string>
  <string>Nameless</string>
  <plurals name="p">
    <item quantity="other">Others</item>
    <item quantity="lots">Lots</item>
  </plurals>
  <plural name="q"><item quantity="one">One</item></plural>
  <string>12</string>
</resources>`,
    ['4: entry-no-key', 'p: entry-kind', 'q: entry-kind'],
  ],
  [
    'resx',
    `<root>
<data name="a"><value>Hello</value></data>
<data><value>Nameless</value></data>
<data><value>5</value></data>
<data name="c" type="System.Drawing.Color, System.Drawing"><value>Red</value></data>
</root>`,
    ['3: entry-no-key'],
  ],
  ['rimworld', '<LanguageData><!-- c --><Title>Hello</Title><Empty></Empty></LanguageData>', []],
  [
    'umbraco',
    `<language><creator><name>Us</name></creator>
<area alias="a"><key alias="b">Hello</key>
<key>Nameless</key>
<other>c</other></area>
<area><key alias="c">In no area</key></area>
<key alias="d">Outside</key></language>`,
    ['3: entry-no-key', '5: entry-no-key', '6: entry-kind'],
  ],
  [
    'wxl',
    `<WixLocalization Culture="en-us" xmlns="x">
<String Id="a" Value="Hello" />
<String Value="Nameless" />
<UI Dialog="d" Control="c" X="1" />
</WixLocalization>`,
    ['3: entry-no-key'],
  ],
  [
    'salesforce-labels',
    `<Translations>
<customLabels><label>Hallo</label><name>a</name></customLabels>
<customLabels><label>Namenlos</label></customLabels>
<customApplications><label>Markt</label><name>Market</name></customApplications>
<customApplications><label><!-- Shop --></label><name>Shop</name></customApplications>
</Translations>`,
    ['3: entry-no-key', '4: entry-kind'],
  ],
  [
    'xliff',
    `<xliff version="1.2"><file source-language="en" original="x" datatype="x">
<trans-unit id="outside"><source>Outside</source></trans-unit><body>
<trans-unit id="a"><source>Hello</source></trans-unit>
<trans-unit id="b"><target>Hallo</target></trans-unit>
<trans-unit id="c"><note>Nothing to translate</note></trans-unit>
<group><trans-unit id="d"><source>World</source></trans-unit></group></body></file></xliff>`,
    ['outside: entry-kind', 'b: entry-no-source'],
  ],
  [
    'xliff',
    `<xliff version="2.0" srcLang="en" trgLang="de"><file id="f">
<unit id="a"><segment><source>Hello</source></segment></unit>
<unit id="b"><segment><target>Hallo</target></segment></unit></file></xliff>`,
    ['b: entry-no-source'],
  ],
  [
    'qt',
    `<?xml version="1.0"?><!DOCTYPE TS><TS language="de">
<message><source>Outside</source><translation>Außen</translation></message>
<context><name>c</name><message><source>A</source><translation>B</translation></message></context></TS>`,
    ['2: entry-kind'],
  ],
  [
    'stringsdict',
    `<plist version="1.0"><dict>
<key>plain</key><string>Plain text</string>
<key>files</key><dict><key>NSStringLocalizedFormatKey</key><string>%#@n@</string><key>n</key><dict>
<key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string>
<key>NSStringFormatValueTypeKey</key><string>d</string>
<key>one</key><string>One file</string><key>other</key><string>%d files</string>
<key>lots</key><string>Lots of files</string></dict></dict></dict></plist>`,
    ['plain: entry-kind', 'files.n.lots: entry-kind'],
  ],
  [
    'xcstrings',
    JSON.stringify({
      sourceLanguage: 'en',
      strings: { '': { localizations: { de: { stringUnit: { state: 'translated', value: 'Hallo' } } } }, Hello: {} },
    }),
    ['1: entry-no-key'],
  ],
  ['xcstrings', JSON.stringify({ sourceLanguage: 'en', strings: { '': {}, Hello: {} } }), []],
  [
    'csv',
    `key,en,de,
a,Hello,Hallo,
,Nameless,Namenlos,
,,,
b,Bye,Tschüs,Salut
c,See you,Bis dann,,more`,
    ['3: entry-no-key', '5: entry-no-heading', '6: entry-no-heading'],
  ],
  ['csv-texts', 'key,text\na,Hello\n,Nameless\n,5\n', ['3: entry-no-key']],
  ['magento', 'Hello,Hallo\n,Namenlos\n', ['2: entry-no-key']],
  [
    'ini',
    `; a comment
[section]
a="Hello"

A line without a separator
="Nameless"
-----
`,
    ['5: entry-no-separator', '6: entry-no-key'],
  ],
  ['lang', '#PARSE_ESCAPES\n// a comment\na=Hello\nlost line\n', ['4: entry-no-separator']],
  ['inno', '; a comment\n#include "x"\n[Messages]\na=Hello\nlost\n', ['5: entry-no-separator']],
  ['factorio', '[s]\na=Hello\nlost\n', ['3: entry-no-separator']],
  // For Java, a line without a separator is a key without a text.
  ['properties', '# a comment\na=Hello\nlonely\n', []],
  [
    'po',
    'msgid ""\nmsgstr "Language: de\\n"\n\n#~ msgid "old"\n#~ msgstr "alt"\n\nmsgid "a"\nmsgstr "A"\n\nmsgid ""\nmsgstr "Zweite"\n',
    ['10: entry-no-source'],
  ],
  ['json', '{ "": "Nameless", "a": "Hello", "n": 5, "z": null, "e": "", "$schema": "x" }', ['1: entry-no-key']],
  ['json5', "{ '': 'Nameless', a: 'Hello' }", ['1: entry-no-key']],
  [
    'arb',
    '{ "@@locale": "en", "a": "Hello", "@a": { "description": "A greeting" }, "b": { "c": "Nested" } }',
    ['b: entry-kind'],
  ],
  [
    'chrome',
    '{ "a": { "message": "Hello" }, "b": "Plain", "c": { "d": { "message": "Nested" } }, "e": { "description": "None" } }',
    ['b: entry-kind', 'c: entry-kind'],
  ],
  [
    'yaml',
    `texts: &texts
  ok: Save now
  n: 5
  items: {one: One item, other: Items}
a: &a Hello
b: *a
five: &five 5
six: *five
cart:
  <<: *texts
  n: 6
  title: Title
menu: *texts
? [x, y]
: Under a list
tagged: !foo Some words
number: !!int "5"
yes: 1
# a comment
empty:
`,
    [
      'b: entry-alias',
      'cart.ok: entry-merged',
      'cart.items#one: entry-merged',
      'cart.items#other: entry-merged',
      'menu.ok: entry-alias',
      'menu.items#one: entry-alias',
      'menu.items#other: entry-alias',
      '14: entry-key-structure',
      'tagged: entry-tagged',
    ],
  ],
  ['yaml', 'a: &a {ok: Yes please}\nb:\n  <<: [*a, {no: No thanks}]\n  ok: Own text\n', ['b.no: entry-merged']],
  ['yaml-1.1', 'en:\n  a: &a Hello\n  b: *a\n  date:\n    formats: {short: *a}\n', ['b: entry-alias']],
  ['toml', '"" = "Nameless"\na = "Hello"\nn = 4\n', ['1: entry-no-key']],
  [
    'javascript',
    `import x from './x';
export default {
  a: 'Hello', b: TITLE, c: x.title, d: t('e'),
  f: () => 'x', g: true, h: 5, n: undefined, r: /a/, z: new Date(), m() { return 'Hi'; },
  ...x,
  short,
  [k]: { i: 'Under a computed key' },
};`,
    [
      'b: code-computed',
      'c: code-computed',
      'd: code-computed',
      '5: entry-merged',
      'short: code-computed',
      '7: code-key-computed',
    ],
  ],
  [
    'typescript',
    "export const en = { a: 'Hello', b: Texts.title as string, c: 4 as number } as const;\n",
    ['b: code-computed'],
  ],
  [
    'php',
    `<?php
return ['a' => 'Hello', 'b' => Foo::BAR, 'c' => TITLE, 'd' => __('x'),
'e' => true, 'f' => fn($x) => 'y', 'g' => PHP_INT_MAX, 'h' => -1, 'i' => null,
...$more];`,
    ['b: code-computed', 'c: code-computed', 'd: code-computed', '4: entry-merged'],
  ],
  [
    'vue',
    `<i18n lang="json5">{ en: { a: 'Hello' } }</i18n>
<i18n src="./texts.json"></i18n>
<i18n>{ "en": { "b": "Bye", "": "Nameless" }, "de": { "b": "Tschüs" } }</i18n>`,
    ['1: entry-kind'],
  ],
  [
    'yaml-locales',
    'en: &en\n  a: Hello there\n  b: Hello world\n  c: &c Good day\n  d: *c\nde:\n  <<: *en\n  b: Hallo Welt\n',
    ['d: entry-alias'],
  ],
];

describe('entries that are no units', () => {
  for (const [index, [formatId, text, omitted]] of cases.entries()) {
    it(`are named if they have a text: ${formatId} (${index + 1})`, async () => {
      assert.deepEqual(await omittedIn(formatId, text), omitted);
    });
  }

  it('are those of the locale that is read, in a file that holds several', async () => {
    const text = 'en: &en\n  a: Hello there\n  b: Hello world\nde:\n  <<: *en\n  b: Hallo Welt\n';
    assert.deepEqual(await omittedIn('yaml-locales', text, 'en'), []);
    const format = await formatById('yaml-locales');
    const keys: unknown[] = [];
    format?.read(text, 'de', undefined, ({ key, reason }) => keys.push([key, reason.code]));
    assert.deepEqual(keys, [['a', 'entry-merged']]);
  });

  it('stay few if aliases refer to each other again and again', async () => {
    const levels = Array.from({ length: 40 }, (_, level) => {
      const below = `*l${level - 1}`;
      return `l${level}: &l${level} {${level === 0 ? 't: Hello' : `x: ${below}, y: ${below}, z: ${below}`}}`;
    });
    const startMs = performance.now();
    assert.ok((await omittedIn('yaml', levels.join('\n'))).length < 30_000);
    assert.ok(performance.now() - startMs < 5000);
  });

  /** Samples whose entries are omitted on purpose, with the number of them. */
  const omittedInSamples: Readonly<Record<string, number>> = {
    'yaml-1.1/en.yml': 4,
    'typescript/en.ts': 1,
    'javascript/en.js': 1,
    'php/messages.php': 1,
    'salesforce-labels/translations/de.translation-meta.xml': 0,
  };

  for (const { id } of formatTable) {
    it(`are none of the comments, headers and data of the samples: ${id}`, async () => {
      const format = await formatById(id);
      assert.ok(format);
      for (const { name, text } of await fixturesOf(id)) {
        const omitted: OmittedEntry[] = [];
        try {
          format.read(text, undefined, undefined, (entry) => omitted.push(entry));
        } catch (error) {
          if (!(error instanceof FormatError)) throw error;
          continue;
        }
        const expected = omittedInSamples[`${id}/${name}`] ?? 0;
        assert.equal(omitted.length, expected, `${name}: ${JSON.stringify(omitted)}`);
      }
    });
  }
});
