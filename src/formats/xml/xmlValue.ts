import type { TextEdit } from '../kit/localeFormat.ts';
import { asciiXml, encodeXml, needsAscii, refuseControls } from './xmlText.ts';
import type { XmlElement } from './xmlTree.ts';

/**
 * The place of the text of an element that holds text alone: what is between its tags; of `<a />` what stands where a text
 * would be.
 */
export function valuePlace(text: string, element: XmlElement): { readonly start: number; readonly end: number } {
  if (!element.selfClosing) return { start: element.innerStart, end: element.innerEnd };
  let start = element.end - 2;
  while (/\s/.test(text.charAt(start - 1))) start -= 1;
  return { start, end: element.end };
}

/** Whether all of an element's text is in CDATA sections, several where the text holds the end of one. */
export function isCData({ children, innerStart, innerEnd }: XmlElement): boolean {
  let end = innerStart;
  for (const child of children) {
    if (child.kind !== 'cdata' || child.start !== end) return false;
    end = child.end;
  }
  return children.length > 0 && end === innerEnd;
}

/**
 * The edit that gives an element another text, in the way it is written: as character data or a CDATA section. Throws
 * FormatError for characters that XML cannot hold.
 */
export function valueEdit(text: string, element: XmlElement, value: string, lineEnd: string): TextEdit {
  // A reader makes line ends of carriage returns, and a section holds no references.
  const encoded =
    isCData(element) && value !== '' && !value.includes('\r') && !needsAscii(text)
      ? encodeCData(value, lineEnd)
      : encodeValue(text, value, lineEnd);
  return rawValueEdit(text, element, encoded);
}

/** The edit that puts something that is encoded already between an element's tags. */
export function rawValueEdit(text: string, element: XmlElement, encoded: string): TextEdit {
  const { start, end } = valuePlace(text, element);
  return { start, end, text: element.selfClosing ? `>${encoded}</${element.name}>` : encoded };
}

/** A text as character data for a file: see `encodeXml`; in a file that is not of Unicode, beyond ASCII by references. */
export function encodeValue(fileText: string, value: string, lineEnd: string): string {
  const encoded = encodeXml(value, lineEnd);
  return needsAscii(fileText) ? asciiXml(encoded) : encoded;
}

/** A text without carriage returns as CDATA sections: one, or as many as it takes where the text holds the end of one. */
export function encodeCData(value: string, lineEnd: string): string {
  refuseControls(value);
  return `<![CDATA[${value.replaceAll(']]>', ']]]]><![CDATA[>').replaceAll('\n', lineEnd)}]]>`;
}
