import type { Entry, Generator } from './bigEntry.ts';

const declaration = '<?xml version="1.0" encoding="utf-8"?>\n';
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** The dialects of XML. */
export const xmlFiles: Readonly<Record<string, Generator>> = {
  'android-xml': ({ entries }) => `${declaration}<resources>\n${entries.map(androidEntry).join('')}</resources>\n`,
  resx: ({ entries }) =>
    `${declaration}<root>\n  <resheader name="resmimetype">\n    <value>text/microsoft-resx</value>\n  </resheader>\n${entries.map(({ key, text, note }) => `  <data name="${key}" xml:space="preserve">\n    <value>${escaped(text)}</value>\n${note === undefined ? '' : `    <comment>${note}</comment>\n`}  </data>\n`).join('')}</root>\n`,
  xliff: ({ entries }) =>
    `${declaration}<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">\n  <file source-language="en" target-language="de" datatype="plaintext" original="app">\n    <body>\n${entries.map(xliffUnit).join('')}    </body>\n  </file>\n</xliff>\n`,
  qt: ({ entries }) =>
    `${declaration}<!DOCTYPE TS>\n<TS version="2.1" language="de_DE" sourcelanguage="en">\n<context>\n    <name>MainWindow</name>\n${entries.map(qtMessage).join('')}</context>\n</TS>\n`,
  stringsdict: ({ entries }) =>
    `${declaration}<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">\n<plist version="1.0">\n<dict>\n${entries.map(pluralRule).join('')}</dict>\n</plist>\n`,
};

function androidEntry({ key, text, note, plural }: Entry): string {
  const value = escaped(text).replace(/['"]/g, '\\$&').replaceAll('\n', '\\n');
  const comment = note === undefined ? '' : `    <!-- ${note} -->\n`;
  if (plural)
    return `${comment}    <plurals name="${key}">\n        <item quantity="one">%d ${value}</item>\n        <item quantity="other">%d ${value}</item>\n    </plurals>\n`;
  return `${comment}    <string name="${key}">${value}</string>\n`;
}

function xliffUnit({ index, key, text, translation, note }: Entry): string {
  // An element among the words, as Angular and Xcode have them.
  const inline = index % 10 === 3 ? `<x id="INTERPOLATION" equiv-text="{{count}}"/> ` : '';
  const target =
    translation === undefined ? '' : `        <target state="translated">${inline}${escaped(translation)}</target>\n`;
  return `      <trans-unit id="${key}" datatype="html">\n        <source>${inline}${escaped(text)}</source>\n${target}${note === undefined ? '' : `        <note priority="1" from="description">${note}</note>\n`}      </trans-unit>\n`;
}

function qtMessage({ index, text, translation, note, plural }: Entry): string {
  const quotes = (value: string): string => escaped(value).replaceAll('"', '&quot;').replaceAll("'", '&apos;');
  const state = translation === undefined ? ' type="unfinished"' : '';
  const value = quotes(translation ?? '');
  const head = `        <location filename="../src/page${index % 37}.cpp" line="${index}"/>\n        <source>${quotes(text)}</source>\n${note === undefined ? '' : `        <extracomment>${note}</extracomment>\n`}`;
  if (plural)
    return `    <message numerus="yes">\n${head}        <translation${state}>\n            <numerusform>${value}</numerusform>\n            <numerusform>${value}</numerusform>\n        </translation>\n    </message>\n`;
  return `    <message>\n${head}        <translation${state}>${value}</translation>\n    </message>\n`;
}

function pluralRule({ key, text }: Entry): string {
  const line = (indent: number, name: string, value: string): string =>
    `${'\t'.repeat(indent)}<key>${name}</key>\n${'\t'.repeat(indent)}<string>${value}</string>\n`;
  return `\t<key>${key}</key>\n\t<dict>\n${line(2, 'NSStringLocalizedFormatKey', '%#@value@')}\t\t<key>value</key>\n\t\t<dict>\n${line(3, 'NSStringFormatSpecTypeKey', 'NSStringPluralRuleType')}${line(3, 'NSStringFormatValueTypeKey', 'd')}${line(3, 'one', `%d ${escaped(text)}`)}${line(3, 'other', `%d ${escaped(text)}`)}\t\t</dict>\n\t</dict>\n`;
}
