import { once } from '../../base/once.ts';
import { FormatError } from '../kit/localeFormat.ts';
import { refusal } from '../kit/provenFormat.ts';
import { because } from '../reasons/reason.ts';
import { parseMarkup, refuseBadMarkup } from '../xml/xmlMarkup.ts';
import { encodeByHabit, encodingHabit, type EncodingHabit } from '../xml/xmlReferences.ts';
import { needsAscii } from '../xml/xmlText.ts';
import type { XmlElement } from '../xml/xmlTree.ts';
import { encodeCData, isCData } from '../xml/xmlValue.ts';
import type { XliffDocument } from './xliffDocument.ts';
import type { XliffSegment, XliffTree } from './xliffTree.ts';
import { hasElements } from './xliffUnits.ts';

/** Encodes a translation as the content of a target. Throws FormatError for what XML cannot represent there. */
export type EncodeTarget = (segment: XliffSegment, text: string) => string;

/**
 * Writes in the style of the file `styleTree`: with its references and its CDATA sections. If the source or the present
 * target contains inline elements, the translation is markup and is written unchanged. Entities are those of
 * `document`, which contains the segments.
 */
export function targetEncoder(styleTree: XliffTree, document: XliffDocument): EncodeTarget {
  const habit = once(() => habitOf(styleTree));
  return (segment, text) => {
    const { source, target } = segment;
    const hasTargetMarkup = target !== undefined && hasElements(target) && isMarkup(text, document);
    if (hasElements(source) || hasTargetMarkup) return encodeMarkup(text, document, habit().lineEnd);
    const isTargetEmpty = target === undefined || target.innerStart === target.innerEnd;
    const model = isTargetEmpty ? source : target;
    // A CDATA section contains no references, so it cannot represent a carriage return.
    const canBeCData = text !== '' && !text.includes('\r') && !needsAscii(document.text);
    if (canBeCData && isCData(model)) return encodeCData(text, habit().lineEnd);
    return encodeByHabit(text, habit());
  };
}

function encodeMarkup(text: string, { entities }: XliffDocument, lineEnd: string): string {
  if (text.includes('\r')) throw refusal(because('xliff-carriage-return'));
  refuseBadMarkup(text, entities);
  return text.replaceAll('\n', lineEnd);
}

/** Whether a text that may be plain is well-formed and contains elements. */
function isMarkup(text: string, { entities }: XliffDocument): boolean {
  if (!text.includes('<')) return false;
  try {
    return hasElements(parseMarkup(text, entities).root);
  } catch (error) {
    if (error instanceof FormatError) return false;
    throw error;
  }
}

function habitOf({ document, segments }: XliffTree): EncodingHabit {
  const targets = segments.flatMap(({ target }) => target ?? []);
  const sources = segments.map(({ source }) => source);
  return encodingHabit(document.text, [plainTexts(document.text, targets), plainTexts(document.text, sources)]);
}

/** The texts of the elements that contain nothing but text, as they are written. */
function plainTexts(text: string, elements: readonly XmlElement[]): readonly string[] {
  const plainElements = elements.filter(({ children }) => children.length === 0);
  return plainElements.map(({ innerStart, innerEnd }) => text.slice(innerStart, innerEnd));
}
