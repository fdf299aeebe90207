import type { TextEdit, TextRange } from '../kit/localeFormat.ts';
import { encodeByHabit, type EncodingHabit } from './xmlReferences.ts';
import { asciiXml, encodeXml, needsAscii, refuseControls } from './xmlText.ts';
import type { XmlElement } from './xmlTree.ts';

/**
 * The range of the text in an element that contains only text: the content between its tags; for `<a />`, the part of
 * the tag that a text would replace.
 */
export function valueRange(text: string, element: XmlElement): TextRange {
  if (!element.selfClosing) return { start: element.innerStart, end: element.innerEnd };
  let start = element.end - '/>'.length;
  while (/\s/.test(text.charAt(start - 1))) start -= 1;
  return { start, end: element.end };
}

/** Whether all of an element's text is in CDATA sections (several if the text contains the end of one). */
export function isCData({ children, innerStart, innerEnd }: XmlElement): boolean {
  let end = innerStart;
  for (const child of children) {
    if (child.kind !== 'cdata' || child.start !== end) return false;
    end = child.end;
  }
  return children.length > 0 && end === innerEnd;
}

/**
 * The edit that replaces an element's text, in its present style: character data or a CDATA section. Throws
 * FormatError for characters that XML cannot represent.
 */
export function valueEdit(text: string, element: XmlElement, value: string, lineEnd: string): TextEdit {
  // Carriage returns and, in files like ISO-8859-1, `é` need references, which a CDATA section cannot contain.
  const isSection = isCData(element) && value !== '' && !value.includes('\r') && !needsAscii(text);
  const encoded = isSection ? encodeCData(value, lineEnd) : encodeValue(text, value, lineEnd);
  return rawValueEdit(text, element, encoded);
}

/** The edit that writes encoded content between an element's tags. */
export function rawValueEdit(text: string, element: XmlElement, encoded: string): TextEdit {
  const { start, end } = valueRange(text, element);
  return { start, end, text: element.selfClosing ? `>${encoded}</${element.name}>` : encoded };
}

/**
 * Encodes a text as character data for a file, like `encodeXml`; in a file with a non-Unicode encoding, characters
 * outside ASCII become references.
 */
export function encodeValue(fileText: string, value: string, lineEnd: string): string {
  const encoded = encodeXml(value, lineEnd);
  return needsAscii(fileText) ? asciiXml(encoded) : encoded;
}

/**
 * Encodes a text as the content of an element, in its present style: a CDATA section, or character data by the file's
 * habit. A CDATA section cannot contain references, which a carriage return needs.
 */
export function encodeLikeElement(text: string, element: XmlElement, value: string, habit: EncodingHabit): string {
  const canBeCData = value !== '' && !value.includes('\r') && !needsAscii(text);
  if (isCData(element) && canBeCData) return encodeCData(value, habit.lineEnd);
  return encodeByHabit(value, habit);
}

/** Encodes a text without carriage returns as CDATA sections: one, or several if the text contains the end of one. */
export function encodeCData(value: string, lineEnd: string): string {
  refuseControls(value);
  return `<![CDATA[${value.replaceAll(']]>', ']]]]><![CDATA[>').replaceAll('\n', lineEnd)}]]>`;
}
