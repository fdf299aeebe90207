import { refusal } from '../kit/provenFormat.ts';
import { because } from '../reasons/reason.ts';
import type { XmlElement } from './xmlTree.ts';

const predefinedEntities: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
]);

/**
 * Decodes character data like an XML reader: entities decoded, line ends LF. Unknown entities stay as written. `raw`
 * contains no markup.
 */
export function decodeXml(raw: string, entities?: ReadonlyMap<string, string>): string {
  const normalized = raw.includes('\r') ? raw.replace(/\r\n?/g, '\n') : raw;
  let ampersand = normalized.indexOf('&');
  if (ampersand < 0) return normalized;
  let decoded = '';
  let decodedEnd = 0;
  for (; ampersand >= 0; ampersand = normalized.indexOf('&', ampersand + 1)) {
    nameWithSemicolon.lastIndex = ampersand + 1;
    const [reference = ''] = nameWithSemicolon.exec(normalized) ?? [];
    const name = reference.slice(0, -1);
    const referredText = textOfReference(name, entities);
    if (referredText === undefined) continue;
    decoded += normalized.slice(decodedEnd, ampersand) + referredText;
    decodedEnd = ampersand + 1 + reference.length;
  }
  return decoded + normalized.slice(decodedEnd);
}

/** The part of a reference after its `&`: `amp;`, `#233;` */
const nameWithSemicolon = /[^\s;&]+;/y;

/** The text of a reference by its name: `amp`, `#233`, `#xe9`; undefined for an unknown entity. */
function textOfReference(name: string, entities: ReadonlyMap<string, string> | undefined): string | undefined {
  const character = predefinedEntities.get(name);
  if (character !== undefined) return character;
  if (/^#\d+$/.test(name)) return String.fromCodePoint(Number.parseInt(name.slice(1), 10));
  if (/^#x[\dA-Fa-f]+$/.test(name)) return String.fromCodePoint(Number.parseInt(name.slice(2), 16));
  const declared = entities?.get(name);
  // References in a declaration are decoded, but not other entities, which could grow exponentially.
  return declared && decodeXml(declared);
}

/** An element's text if it contains no elements: character data decoded, CDATA sections unchanged, no comments. */
export function textOf(text: string, element: XmlElement, entities?: ReadonlyMap<string, string>): string {
  let result = '';
  let position = element.innerStart;
  for (const child of element.children) {
    result += decodeXml(text.slice(position, child.start), entities);
    if (child.kind === 'cdata') result += child.text.replace(/\r\n?/g, '\n');
    position = child.end;
  }
  return result + decodeXml(text.slice(position, element.innerEnd), entities);
}

/**
 * Encodes a text as character data: `&`, `<` and `>` escaped, a carriage return as a reference since a reader would
 * convert it to a line end, line ends as in the file. Throws FormatError for characters that XML 1.0 cannot represent.
 */
export function encodeXml(text: string, lineEnd: string): string {
  refuseControls(text);
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/\r/g, '&#13;')
    .replace(/\n/g, lineEnd);
}

/** Throws FormatError for characters that XML 1.0 cannot represent, even as references. */
export function refuseControls(text: string): void {
  const [forbidden] = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.exec(text) ?? [];
  if (forbidden === undefined) return;
  const hexCode = forbidden.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  throw refusal(because('text-forbidden-character', hexCode));
}

/**
 * Whether every character outside ASCII has to be written as a reference: the file's XML declaration names a
 * non-Unicode encoding, so its readers would decode the bytes of UTF-8 differently.
 */
export function needsAscii(text: string): boolean {
  // `ISO-8859-1` of `<?xml version="1.0" encoding="ISO-8859-1"?>`.
  const encoding = /^<\?xml\s[^>]*?\sencoding\s*=\s*["']([^"']*)["']/.exec(text)?.[1];
  return encoding !== undefined && !/^(?:utf-?8|utf-?16(?:le|be)?|unicode)$/i.test(encoding);
}

/** Character data with references for all characters outside ASCII; not for names, comments or CDATA sections. */
export function asciiXml(encoded: string): string {
  return encoded.replace(/[\u0080-\u{10ffff}]/gu, (char) => `&#${char.codePointAt(0) ?? 0};`);
}
