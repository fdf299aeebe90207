import { present } from '../../src/base/present.ts';
import { sectionsOf, type Entry, type Generator } from './bigEntry.ts';

const quoted = (text: string): string => JSON.stringify(text);
const singleQuoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&').replaceAll('\n', '\\n')}'`;

/** Generators for formats other than XML and documents, by format id. */
export const codeFiles: Readonly<Record<string, Generator>> = {
  json: ({ entries }) =>
    pretty(
      Object.fromEntries(
        sectionsOf(entries).map(([section, members]) => [section, Object.fromEntries(members.flatMap(jsonMembers))]),
      ),
    ),
  'angular-json': ({ entries, locale }) =>
    pretty({ locale, translations: Object.fromEntries(entries.map(({ key, text }) => [key, text])) }),
  formatjs: ({ entries }) =>
    pretty(
      Object.fromEntries(
        entries.map(({ key, text, note }) => [key, { defaultMessage: text, ...present({ description: note }) }]),
      ),
    ),
  chrome: ({ entries }) =>
    pretty(
      Object.fromEntries(
        entries.map(({ key, text, note }) => [key, { message: text, ...present({ description: note }) }]),
      ),
    ),
  'package-nls': ({ entries }) =>
    pretty(
      Object.fromEntries(
        entries.map(({ key, text, note }) => [key, note === undefined ? text : { message: text, comment: [note] }]),
      ),
    ),
  arb: ({ entries, locale }) =>
    pretty(
      Object.fromEntries([
        ['@@locale', locale],
        ...entries.flatMap(({ key, text, note }) => [
          [key, text] as const,
          ...(note === undefined ? [] : [[`@${key}`, { description: note }] as const]),
        ]),
      ]),
    ),
  json5: ({ entries }) =>
    `{\n${sectionsOf(entries)
      .map(([section, members]) => `  ${section}: {\n${members.map(json5Member).join('')}  },\n`)
      .join('')}}\n`,
  xcstrings: ({ entries }) =>
    pretty({ sourceLanguage: 'en', strings: Object.fromEntries(entries.map(catalogEntry)), version: '1.0' }).replace(
      /^( *"(?:[^"\\]|\\.)*"):/gm,
      '$1 :',
    ),
  yaml: ({ entries, locale }) =>
    `${locale}:\n${sectionsOf(entries)
      .map(([section, members]) => `  ${section}:\n${members.map(yamlEntry).join('')}`)
      .join('')}`,
  toml: ({ entries }) => entries.map(tomlEntry).join('\n'),
  po: ({ entries }) =>
    'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Language: de\\n"\n' +
    `"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n${entries.map(poEntry).join('')}`,
  properties: ({ entries }) =>
    entries
      .map(
        ({ section, key, text, note }) =>
          `${note === undefined ? '' : `# ${note}\n`}${section}.${key} = ${text.replaceAll('\n', '\\n')}\n`,
      )
      .join(''),
  strings: ({ entries }) =>
    entries
      .map(
        ({ section, key, text, note }) =>
          `${note === undefined ? '' : `/* ${note} */\n`}"${section}.${key}" = ${quoted(text)};\n`,
      )
      .join(''),
  fluent: ({ entries }) => entries.map(fluentEntry).join(''),
  php: ({ entries }) =>
    `<?php\n\nreturn [\n${codeSections(
      entries,
      (section) => `    '${section}' => [\n`,
      ({ key, text }) => `        '${key}' => ${text.includes('\n') ? quoted(text) : singleQuoted(text)},\n`,
      '    ],\n',
    )}];\n`,
  javascript: ({ entries }) =>
    `export default {\n${codeSections(
      entries,
      (section) => `  ${section}: {\n`,
      ({ key, text }) => `    ${key}: ${singleQuoted(text)},\n`,
      '  },\n',
    )}};\n`,
  typescript: ({ entries }) =>
    `export const messages = {\n${codeSections(
      entries,
      (section) => `  ${section}: {\n`,
      ({ key, text }) => `    ${key}: ${singleQuoted(text)},\n`,
      '  },\n',
    )}} as const;\n`,
  csv: ({ entries }) =>
    csvRows([
      ['key', 'en', 'de', 'comment'],
      ...entries.map(({ section, key, text, translation, note }) => [
        `${section}.${key}`,
        text,
        translation ?? '',
        note ?? '',
      ]),
    ]),
  'csv-texts': ({ entries }) =>
    csvRows([
      ['key', 'value', 'description'],
      ...entries.map(({ section, key, text, note }) => [`${section}.${key}`, text, note ?? '']),
    ]),
};

function pretty(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function jsonMembers({ key, text, plural }: Entry): readonly (readonly [string, string])[] {
  return plural
    ? [
        [`${key}_one`, `One ${text}`],
        [`${key}_other`, `Several ${text}`],
      ]
    : [[key, text]];
}

function json5Member({ key, text, note }: Entry): string {
  return `${note === undefined ? '' : `    // ${note}\n`}    ${key}: ${singleQuoted(text)},\n`;
}

function catalogEntry({ key, text, translation, note, plural }: Entry): readonly [string, object] {
  const form = (value: string): object => ({ stringUnit: { state: 'translated', value } });
  const localization = (value: string): object =>
    plural ? { variations: { plural: { one: form(`1 ${value}`), other: form(`%lld ${value}`) } } } : form(value);
  return [
    key,
    {
      ...present({ comment: note }),
      localizations: {
        ...present({ de: translation === undefined ? undefined : localization(translation) }),
        en: localization(text),
      },
    },
  ];
}

function yamlEntry({ index, key, text, note, plural }: Entry): string {
  const comment = note === undefined ? '' : `    # ${note}\n`;
  if (plural) return `${comment}    ${key}:\n      one: One ${index}\n      other: ${quoted(`%{count} ${text}`)}\n`;
  if (text.includes('\n'))
    return `${comment}    ${key}: |\n${text
      .split('\n')
      .map((line) => `      ${line}\n`)
      .join('')}`;
  return `${comment}    ${key}: ${/^[\p{L} .’–]+$/u.test(text) || index % 3 === 0 ? plainYaml(text) : quoted(text)}\n`;
}

function plainYaml(text: string): string {
  return /: |["#{}&]/.test(text) ? quoted(text) : text;
}

function tomlEntry({ section, key, text, note, plural }: Entry): string {
  const description = note === undefined ? '' : `description = ${quoted(note)}\n`;
  const one = plural ? `one = ${quoted(`One ${text}`)}\n` : '';
  return `[${section}.${key}]\n${description}${one}other = ${quoted(text)}\n`;
}

function poEntry({ index, text, translation, note, plural }: Entry): string {
  const reference = `#: src/views/page${index % 37}.py:${index}\n`;
  const comment = note === undefined ? '' : `#. ${note}\n`;
  const value = quoted(translation ?? '');
  if (plural)
    return (
      `\n${comment}${reference}#, python-format\nmsgid ${quoted(`one ${text}`)}\n` +
      `msgid_plural ${quoted(`%d ${text}`)}\nmsgstr[0] ${value}\nmsgstr[1] ${value}\n`
    );
  return `\n${comment}${reference}msgid ${quoted(text)}\nmsgstr ${value}\n`;
}

function fluentEntry({ section, key, text, note, plural }: Entry): string {
  const value = text.replace('{name}', '{ $name }');
  const comment = note === undefined ? '' : `# ${note}\n`;
  const id = `${section}-${key}`;
  if (plural)
    return `${comment}${id} =\n    { $count ->\n        [one] One thing\n       *[other] { $count } things\n    }\n`;
  return `${comment}${id} = ${value.includes('\n') ? `\n    ${value.replaceAll('\n', '\n    ')}` : value}\n`;
}

function codeSections(
  entries: readonly Entry[],
  open: (section: string) => string,
  member: (entry: Entry) => string,
  close: string,
): string {
  return sectionsOf(entries)
    .map(([section, members]) => `${open(section)}${members.map(member).join('')}${close}`)
    .join('');
}

function csvRows(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(csvCell).join(',')}\n`).join('');
}

function csvCell(text: string): string {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
