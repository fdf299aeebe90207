import type { TextEdit } from '../kit/localeFormat.ts';
import { asciiXml, needsAscii, refuseControls } from './xmlText.ts';
import { attributeRange, type XmlElement } from './xmlTree.ts';

/** Encodes a text as an attribute's value between quotes. Throws FormatError for what XML cannot represent. */
export function encodeAttribute(value: string, quote: '"' | "'"): string {
  refuseControls(value);
  return value.replace(/[&<>"'\t\n\r]/g, (char) => {
    if (char === '&') return '&amp;';
    if (char === '<') return '&lt;';
    if (char === '>') return '&gt;';
    if (char === quote) return char === '"' ? '&quot;' : '&apos;';
    if (char === '"' || char === "'") return char;
    // Readers normalize these characters to spaces.
    return `&#${char.charCodeAt(0)};`;
  });
}

/**
 * The edit that sets an attribute of an element: replaces the value between its quotes, or adds the whole attribute
 * after the last one, with that one's quotes. `text` is the file that contains `element`.
 */
export function attributeEdit(text: string, element: XmlElement, name: string, value: string): TextEdit {
  const location = attributeRange(text, element, name);
  const tagEnd = tagTextEnd(text, element);
  // That of the value, or of the last attribute in the tag.
  const closingQuote = text[location?.valueEnd ?? tagEnd - 1];
  const quote = closingQuote === "'" ? "'" : '"';
  let encoded = encodeAttribute(value, quote);
  if (needsAscii(text)) encoded = asciiXml(encoded);
  if (location !== undefined) return { start: location.valueStart, end: location.valueEnd, text: encoded };
  return { start: tagEnd, end: tagEnd, text: ` ${name}=${quote}${encoded}${quote}` };
}

/** The edit that removes an attribute and the whitespace before it; undefined if there is no such attribute. */
export function attributeRemoval(text: string, element: XmlElement, name: string): TextEdit | undefined {
  const location = attributeRange(text, element, name);
  if (location === undefined) return undefined;
  let { start } = location;
  while (/\s/.test(text.charAt(start - 1))) start -= 1;
  return { start, end: location.end, text: '' };
}

/** The offset after the name and the attributes of an opening tag: that of ` />` in `<a b="c" />`. */
export function tagTextEnd(text: string, element: XmlElement): number {
  let end = element.innerStart - (element.selfClosing ? '/>' : '>').length;
  while (/\s/.test(text.charAt(end - 1))) end -= 1;
  return end;
}
