import assert from 'node:assert/strict';
import { present } from '../../../../src/base/present.ts';
import { applyEdits, formatById } from '../../../../src/formats/formats.ts';

type EmptyEntry = (key: string) => string;

/** How a format spells a file and its entries. */
interface Spelling {
  readonly format: string;
  readonly file: (entries: readonly string[]) => string;
  readonly entry: (key: string, text: string) => string;
  /** Spellings of an entry that has no text yet. */
  readonly empty: readonly EmptyEntry[];
}

const lines = (entries: readonly string[]): string => `${entries.join('\n')}\n`;
const inBraces = (entries: readonly string[]): string => `{\n${entries.join(',\n')}\n}\n`;

const spellings: readonly Spelling[] = [
  {
    format: 'properties',
    file: lines,
    entry: (key, text) => `${key}=${text}`,
    empty: [(key) => `${key}=`, (key) => `${key} =`, (key) => `${key} = `, (key) => `${key}:`, (key) => key],
  },
  {
    format: 'play',
    file: lines,
    entry: (key, text) => `${key}=${text}`,
    empty: [(key) => `${key}=`, (key) => `${key} = `],
  },
  {
    format: 'ini',
    file: (entries) => `[shop]\n${lines(entries)}`,
    entry: (key, text) => `${key} = ${text}`,
    empty: [(key) => `${key}=`, (key) => `${key} =`, (key) => `${key} = `, (key) => `${key} = ""`],
  },
  {
    format: 'strings',
    file: lines,
    entry: (key, text) => `"${key}" = "${text}";`,
    empty: [(key) => `"${key}" = "";`],
  },
  {
    format: 'json',
    file: inBraces,
    entry: (key, text) => `  "${key}": "${text}"`,
    empty: [(key) => `  "${key}": ""`, (key) => `  "${key}": null`],
  },
  {
    format: 'json5',
    file: inBraces,
    entry: (key, text) => `  ${key}: '${text}'`,
    empty: [(key) => `  ${key}: ''`, (key) => `  ${key}: null`],
  },
  {
    format: 'arb',
    file: inBraces,
    entry: (key, text) => `  "${key}": "${text}"`,
    empty: [(key) => `  "${key}": ""`, (key) => `  "${key}": null`],
  },
  {
    format: 'chrome',
    file: inBraces,
    entry: (key, text) => `  "${key}": { "message": "${text}" }`,
    empty: [
      (key) => `  "${key}": { "message": "" }`,
      (key) => `  "${key}": { "message": null }`,
      (key) => `  "${key}": {}`,
    ],
  },
  {
    format: 'yaml',
    file: lines,
    entry: (key, text) => `${key}: ${text}`,
    empty: [
      (key) => `${key}:`,
      (key) => `${key}: `,
      (key) => `${key}: ~`,
      (key) => `${key}: null`,
      (key) => `${key}: ""`,
    ],
  },
  {
    format: 'fluent',
    file: lines,
    entry: (key, text) => `${key} = ${text}`,
    empty: [(key) => `${key} =`, (key) => `${key} = `, (key) => `# Note\n${key} =`],
  },
  {
    format: 'toml',
    file: lines,
    entry: (key, text) => `${key} = "${text}"`,
    empty: [(key) => `${key} = ""`, (key) => `${key} = ''`],
  },
  {
    format: 'php',
    file: (entries) => `<?php\nreturn [\n${entries.join(',\n')},\n];\n`,
    entry: (key, text) => `  '${key}' => '${text}'`,
    empty: [(key) => `  '${key}' => ''`, (key) => `  '${key}' => null`, (key) => `  '${key}' => NULL`],
  },
  {
    format: 'typescript',
    file: (entries) => `export default {\n${entries.join(',\n')},\n};\n`,
    entry: (key, text) => `  ${key}: '${text}'`,
    empty: [(key) => `  ${key}: ''`, (key) => `  ${key}: null`, (key) => `  ${key}: undefined`],
  },
  {
    format: 'po',
    file: (entries) => `msgid ""\nmsgstr "Language: de\\n"\n\n${entries.join('\n\n')}\n`,
    entry: (key, text) => `msgid "${key}"\nmsgstr "${text}"`,
    empty: [(key) => `msgid "${key}"\nmsgstr ""`, (key) => `#, fuzzy\nmsgid "${key}"\nmsgstr ""`],
  },
  {
    format: 'android-xml',
    file: (entries) => `<resources>\n${entries.join('\n')}\n</resources>\n`,
    entry: (key, text) => `    <string name="${key}">${text}</string>`,
    empty: [(key) => `    <string name="${key}"></string>`, (key) => `    <string name="${key}" />`],
  },
  {
    format: 'resx',
    file: (entries) => `<root>\n${entries.join('\n')}\n</root>\n`,
    entry: (key, text) => `  <data name="${key}" xml:space="preserve">\n    <value>${text}</value>\n  </data>`,
    empty: [
      (key) => `  <data name="${key}" xml:space="preserve">\n    <value></value>\n  </data>`,
      (key) => `  <data name="${key}" xml:space="preserve">\n    <value />\n  </data>`,
    ],
  },
  {
    format: 'xliff',
    file: (entries) =>
      `<xliff version="1.2">\n<file source-language="en" target-language="de" original="a"><body>\n${entries.join('\n')}\n</body></file>\n</xliff>\n`,
    entry: (key, text) => `<trans-unit id="${key}"><source>${key}</source><target>${text}</target></trans-unit>`,
    empty: [
      (key) => `<trans-unit id="${key}"><source>${key}</source></trans-unit>`,
      (key) => `<trans-unit id="${key}"><source>${key}</source><target/></trans-unit>`,
      (key) => `<trans-unit id="${key}"><source>${key}</source><target state="new"></target></trans-unit>`,
    ],
  },
  {
    format: 'qt',
    file: (entries) =>
      `<TS version="2.1" language="de">\n<context>\n    <name>Main</name>\n${entries.join('\n')}\n</context>\n</TS>\n`,
    entry: (key, text) =>
      `    <message>\n        <source>${key}</source>\n        <translation>${text}</translation>\n    </message>`,
    empty: [
      (key) =>
        `    <message>\n        <source>${key}</source>\n        <translation type="unfinished"></translation>\n    </message>`,
      (key) => `    <message>\n        <source>${key}</source>\n        <translation/>\n    </message>`,
      (key) => `    <message>\n        <source>${key}</source>\n    </message>`,
    ],
  },
];

const keys = ['a', 'b', 'c', 'd', 'e'] as const;

/** The file as it is, without its final line end, and with CRLF. */
function endingsOf(text: string): readonly string[] {
  const withoutFinal = text.replace(/\n$/, '');
  return [text, withoutFinal, text.replaceAll('\n', '\r\n'), withoutFinal.replaceAll('\n', '\r\n')];
}

/** How often a key is in a file: as a name, between quotation marks or tags, or at the beginning of a line. */
function countOf(key: string, text: string): number {
  return text.split(new RegExp(`(?<=^|[\\s"'>])${key}(?=["'\\s=:<])`)).length - 1;
}

/** A file with an entry that has no text, and perhaps with another entry. */
function* filesWithEmptyEntry({ file, entry, empty }: Spelling): Generator<string> {
  for (const emptyEntry of empty) {
    for (const filledKey of ['a', 'c', 'e']) {
      yield* endingsOf(file([emptyEntry(filledKey)]));
      for (const presentKey of ['a', 'b', 'd', 'e'].filter((key) => key !== filledKey)) {
        const entries = [filledKey, presentKey].sort();
        yield* endingsOf(file(entries.map((key) => (key === filledKey ? emptyEntry(key) : entry(key, 'Bleibt')))));
      }
    }
  }
}

describe('filling an entry without a text and inserting entries in one write', () => {
  for (const spelling of spellings) {
    it(`works for every spelling of such an entry in ${spelling.format}`, async () => {
      const format = await formatById(spelling.format);
      assert.ok(format !== undefined);
      const sourceText = spelling.file(keys.map((key) => spelling.entry(key, `Text ${key.toUpperCase()}`)));
      const sourceIds = format.read(sourceText).map(({ id }) => id);
      for (const text of filesWithEmptyEntry(spelling)) {
        const kept: ReadonlySet<string> = new Set(
          format
            .read(text, 'de')
            .filter((unit) => unit.text === 'Bleibt')
            .map(({ id }) => id),
        );
        const translations: ReadonlyMap<string, string> = new Map(
          sourceIds.filter((id) => !kept.has(id)).map((id) => [id, `Neu ${id.slice(-1).toUpperCase()}`]),
        );
        for (const state of [undefined, 'translated', 'needs-review'] as const) {
          const context = { sourceText, sourceLocale: 'en', targetLocale: 'de', ...present({ state }) };
          const after: string = applyEdits(text, format.write(text, translations, context));
          assert.deepEqual(
            format.read(after, 'de').map((unit): readonly string[] => [unit.id, unit.text]),
            sourceIds.map((id) => [id, translations.get(id) ?? 'Bleibt']),
            JSON.stringify([text, after]),
          );
          for (const key of keys)
            assert.equal(countOf(key, after), countOf(key, sourceText), `“${key}” is not there once: ${after}`);
        }
      }
    });
  }
});
