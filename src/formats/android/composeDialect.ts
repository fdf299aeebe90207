import { refuseNul } from '../kit/provenFormat.ts';
import { valueRange } from '../xml/xmlValue.ts';
import { escapeOf, type AndroidStyle } from './androidEncode.ts';
import { escapeMarkup, readAndroid, readAndroidMarkup } from './androidText.ts';
import type { Part } from './androidParts.ts';
import type { ResourceDialect } from './resourceDialect.ts';

/**
 * Compose Multiplatform. Its Gradle plugin converts the text of an element as it is, with all whitespace, quotation
 * marks and apostrophes; only `\n`, `\t`, `\uXXXX` and `\\` are escapes, and elements in a text have no effect
 * (`XmlValuesConverterTask`, `handleSpecialCharacters` in https://github.com/JetBrains/compose-multiplatform).
 */
export const composeDialect: ResourceDialect = {
  id: 'compose-xml',
  pluralElements: ['plurals'],
  literalOf: valueRange,
  read: (decoded) => decode(decoded, String),
  readMarkup: (parts) => parts.map(readPart).join(''),
  earlier: { read: readAndroid, readMarkup: readAndroidMarkup },
  encode,
  encodeMarkup: (parts, style) => parts.map((part) => encodePart(part, style)).join(''),
  hasQuotes: false,
  hasReferences: false,
  refusesSubstitutions: false,
};

/** Decodes escapes as the plugin does: pairs of backslashes last. `spell` returns how a character is written. */
function decode(raw: string, spell: (char: string) => string): string {
  if (!raw.includes('\\')) return raw;
  return raw
    .replace(/\\\\|\\u[\da-fA-F]{4}|\\n|\\t/g, (escape) => {
      if (escape === '\\\\') return escape;
      if (escape === '\\n') return '\n';
      return escape === '\\t' ? '\t' : spell(String.fromCharCode(Number.parseInt(escape.slice(2), 16)));
    })
    .replaceAll('\\\\', '\\');
}

function readPart({ kind, raw }: Part): string {
  if (kind === 'mark') return raw;
  // An XML parser reads every line end as LF.
  return decode(raw.replace(/\r\n?/g, '\n'), kind === 'cdata' ? String : escapeMarkup);
}

function encodePart({ kind, raw }: Part, style: AndroidStyle): string {
  return kind === 'mark' ? raw : encode(raw, style);
}

const shortEscapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\t': '\\t' };

function encode(text: string, style: AndroidStyle): string {
  refuseNul(text);
  return text.replace(/[\\\u0001-\u001f\u0080-\ud7ff\ue000-\uffff]/g, (char) => {
    const code = char.charCodeAt(0);
    const isUnrepresentable = code < 0x20 || code >= 0xfffe;
    const escape = shortEscapes[char] ?? (isUnrepresentable ? escapeOf(code) : style.escapes.get(char));
    return escape ?? style.escapeNonAscii?.(code) ?? char;
  });
}
