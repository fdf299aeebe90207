import { refusal } from '../kit/provenFormat.ts';
import { because } from '../reasons/reason.ts';
import { decodeXml } from '../xml/xmlText.ts';
import type { XmlElement } from '../xml/xmlTree.ts';
import { encodeByHabit, type EncodingHabit, type ReferenceHabit } from '../xml/xmlReferences.ts';

/** The characters that `lupdate` and Qt Linguist write as references: quotes, and whitespace that looks like space. */
export const qtReferences: ReferenceHabit = new Map([
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&apos;'],
  ...[
    0x85, 0xa0, 0x1680, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006, 0x2007, 0x2008, 0x2009, 0x200a, 0x2028,
    0x2029, 0x202f, 0x205f, 0x3000,
  ].map((code): readonly [string, string] => [String.fromCharCode(code), `&#x${code.toString(16)};`]),
]);

/** An element's text, including its `<byte value="…"/>` characters; undefined if it contains other elements. */
export function qtText(text: string, element: XmlElement, entities: ReadonlyMap<string, string>): string | undefined {
  let result = '';
  let position = element.innerStart;
  for (const child of element.children) {
    result += decodeXml(text.slice(position, child.start), entities);
    if (child.kind === 'cdata') result += child.text.replace(/\r\n?/g, '\n');
    else if (child.kind === 'element') {
      if (child.name !== 'byte') return undefined;
      result += byteOf(child);
    }
    position = child.end;
  }
  return result + decodeXml(text.slice(position, element.innerEnd), entities);
}

/** Decodes `x1b` or `27` to the character with that number; as in Qt, '' for zero and for an invalid number. */
function byteOf({ attributes }: XmlElement): string {
  const value = attributes['value'] ?? '';
  let code = 0;
  if (/^\d{1,5}$/.test(value)) code = Number(value);
  if (/^x[\da-f]{1,4}$/i.test(value)) code = Number.parseInt(value.slice(1), 16);
  if (code === 0 || code > 0xffff) return '';
  return String.fromCharCode(code);
}

/**
 * Encodes a text as the content of an element: carriage returns, and characters that XML cannot represent, become Qt's
 * `<byte value="…"/>`. Throws FormatError for U+0000, U+FFFE and U+FFFF.
 */
export function encodeQt(text: string, habit: EncodingHabit): string {
  if (text.includes('\u0000')) throw refusal(because('text-forbidden-character', '0000'));
  // The control characters, which have odd indexes, and the texts between them.
  const parts = text.split(/([\u0001-\u0008\u000b-\u001f])/).map((part, index) => {
    const isControl = index % 2 === 1;
    return isControl ? `<byte value="x${part.charCodeAt(0).toString(16)}"/>` : encodeByHabit(part, habit);
  });
  return parts.join('');
}
