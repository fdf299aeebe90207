import { once } from '../../base/once.ts';
import { FormatError } from '../kit/localeFormat.ts';
import { lineEndOf } from '../kit/lineEnd.ts';
import { refusal } from '../kit/provenFormat.ts';
import { because } from '../reasons/reason.ts';
import { parseMarkup, refuseBadMarkup } from '../xml/xmlMarkup.ts';
import {
  asciiHabit,
  encodeByHabit,
  referenceHabit,
  usualReferences,
  type EncodingHabit,
} from '../xml/xmlReferences.ts';
import { needsAscii } from '../xml/xmlText.ts';
import type { XmlElement } from '../xml/xmlTree.ts';
import { encodeCData, isCData } from '../xml/xmlValue.ts';
import type { XliffDocument } from './xliffDocument.ts';
import type { XliffSegment, XliffTree } from './xliffTree.ts';
import { hasElements } from './xliffUnits.ts';

/**
 * Encodes a translation as the content of a segment's target. Throws FormatError for what XML cannot represent there.
 */
export type EncodeTarget = (segment: XliffSegment, text: string) => string;

/**
 * Writes in the style of the file of `habitOf`: its references, its CDATA sections. If the source or the present
 * target contains inline elements, the translation is markup and is written as given. Entities are those of
 * `document`, which contains the segments.
 */
export function targetEncoder(habitOf: XliffTree, document: XliffDocument): EncodeTarget {
  const habit = once(() => encodingHabit(habitOf));
  return (segment, text) => {
    const { source, target } = segment;
    if (hasElements(source) || (target !== undefined && hasElements(target) && isMarkup(text, document)))
      return encodeMarkup(text, document, habit().lineEnd);
    const isTargetEmpty = target === undefined || target.innerStart === target.innerEnd;
    const example = isTargetEmpty ? source : target;
    // A CDATA section contains no references, so it cannot represent a carriage return.
    if (text !== '' && isCData(example) && !text.includes('\r') && !needsAscii(document.text))
      return encodeCData(text, habit().lineEnd);
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

function encodingHabit({ document, segments }: XliffTree): EncodingHabit {
  const { text } = document;
  const decimal = (code: number): string => `&#${code};`;
  const targets = plainTexts(
    text,
    segments.flatMap(({ target }) => target ?? []),
  );
  const sources = plainTexts(
    text,
    segments.map(({ source }) => source),
  );
  return {
    lineEnd: lineEndOf(text),
    references: referenceHabit([targets, sources], usualReferences),
    ascii: asciiHabit(text) ?? (needsAscii(text) ? decimal : undefined),
  };
}

/** The texts of the elements that contain nothing but text, as they are written. */
function plainTexts(text: string, elements: readonly XmlElement[]): readonly string[] {
  const plain = elements.filter(({ children }) => children.length === 0);
  return plain.map(({ innerStart, innerEnd }) => text.slice(innerStart, innerEnd));
}
