import type { Entry, Generator } from './bigEntry.ts';

const declaration = '<?xml version="1.0" encoding="utf-8"?>\n';
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Generators for XML formats, by format id. */
export const xmlFiles: Readonly<Record<string, Generator>> = {
  'android-xml': ({ entries }) => `${declaration}<resources>\n${entries.map(androidEntry).join('')}</resources>\n`,
  resx: ({ entries }) =>
    `${declaration}<root>\n  <resheader name="resmimetype">\n` +
    '    <value>text/microsoft-resx</value>\n  </resheader>\n' +
    `${entries.map(resxEntry).join('')}</root>\n`,
  xliff: ({ entries }) =>
    `${declaration}<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">\n` +
    '  <file source-language="en" target-language="de" datatype="plaintext" original="app">\n' +
    `    <body>\n${entries.map(xliffUnit).join('')}    </body>\n  </file>\n</xliff>\n`,
  qt: ({ entries }) =>
    `${declaration}<!DOCTYPE TS>\n<TS version="2.1" language="de_DE" sourcelanguage="en">\n` +
    `<context>\n    <name>MainWindow</name>\n${entries.map(qtMessage).join('')}</context>\n` +
    '</TS>\n',
  stringsdict: ({ entries }) =>
    `${declaration}<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" ` +
    '"http://www.apple.com/DTDs/PropertyList-1.0.dtd">\n' +
    `<plist version="1.0">\n<dict>\n${entries.map(pluralRule).join('')}</dict>\n</plist>\n`,
};

function resxEntry({ key, text, note }: Entry): string {
  const comment = note === undefined ? '' : `    <comment>${note}</comment>\n`;
  return `  <data name="${key}" xml:space="preserve">\n    <value>${escaped(text)}</value>\n${comment}  </data>\n`;
}

function androidEntry({ key, text, note, plural }: Entry): string {
  const value = escaped(text).replace(/['"]/g, '\\$&').replaceAll('\n', '\\n');
  const comment = note === undefined ? '' : `    <!-- ${note} -->\n`;
  if (plural)
    return (
      `${comment}    <plurals name="${key}">\n        <item quantity="one">%d ${value}</item>\n` +
      `        <item quantity="other">%d ${value}</item>\n    </plurals>\n`
    );
  return `${comment}    <string name="${key}">${value}</string>\n`;
}

function xliffUnit({ index, key, text, translation, note }: Entry): string {
  // An element inside the text, as Angular and Xcode write it.
  const inline = index % 10 === 3 ? `<x id="INTERPOLATION" equiv-text="{{count}}"/> ` : '';
  const target =
    translation === undefined ? '' : `        <target state="translated">${inline}${escaped(translation)}</target>\n`;
  const comment = note === undefined ? '' : `        <note priority="1" from="description">${note}</note>\n`;
  const source = `        <source>${inline}${escaped(text)}</source>\n`;
  return `      <trans-unit id="${key}" datatype="html">\n${source}${target}${comment}      </trans-unit>\n`;
}

function qtMessage({ index, text, translation, note, plural }: Entry): string {
  const quotes = (value: string): string => escaped(value).replaceAll('"', '&quot;').replaceAll("'", '&apos;');
  const state = translation === undefined ? ' type="unfinished"' : '';
  const value = quotes(translation ?? '');
  const location = `        <location filename="../src/page${index % 37}.cpp" line="${index}"/>\n`;
  const comment = note === undefined ? '' : `        <extracomment>${note}</extracomment>\n`;
  const head = `${location}        <source>${quotes(text)}</source>\n${comment}`;
  if (plural) {
    const form = `            <numerusform>${value}</numerusform>\n`;
    const forms = `        <translation${state}>\n${form}${form}        </translation>\n`;
    return `    <message numerus="yes">\n${head}${forms}    </message>\n`;
  }
  return `    <message>\n${head}        <translation${state}>${value}</translation>\n    </message>\n`;
}

function pluralRule({ key, text }: Entry): string {
  const line = (indent: number, name: string, value: string): string =>
    `${'\t'.repeat(indent)}<key>${name}</key>\n${'\t'.repeat(indent)}<string>${value}</string>\n`;
  const members = [
    line(3, 'NSStringFormatSpecTypeKey', 'NSStringPluralRuleType'),
    line(3, 'NSStringFormatValueTypeKey', 'd'),
    line(3, 'one', `%d ${escaped(text)}`),
    line(3, 'other', `%d ${escaped(text)}`),
  ].join('');
  const value = `\t\t<key>value</key>\n\t\t<dict>\n${members}\t\t</dict>\n`;
  const formatKey = line(2, 'NSStringLocalizedFormatKey', '%#@value@');
  return `\t<key>${key}</key>\n\t<dict>\n${formatKey}${value}\t</dict>\n`;
}
