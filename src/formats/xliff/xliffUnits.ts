import type { Unit } from '../kit/localeFormat.ts';
import { textOf } from '../xml/xmlText.ts';
import { valueRange } from '../xml/xmlValue.ts';
import type { XmlElement } from '../xml/xmlTree.ts';
import { isMonolingual, type XliffDocument } from './xliffDocument.ts';
import { notesOf } from './xliffNotes.ts';
import { needsWork } from './xliffState.ts';
import type { XliffSegment, XliffTree } from './xliffTree.ts';

/** The source texts. */
export function sourceUnits({ document, segments }: XliffTree): readonly Unit[] {
  return segments.map((segment) => {
    const own = isMonolingual(segment.file) ? segment.target : undefined;
    const words = own === undefined || isEmpty(own) ? segment.source : own;
    return { ...textPart(document, words, hasElements(words)), ...commonPart(segment, document, undefined) };
  });
}

/** The target texts; files with another target language have none, and cannot be written. */
export function targetUnits({ document, segments, foreign }: XliffTree): readonly Unit[] {
  return segments.map((segment) => {
    const { target, source, last } = segment;
    if (foreign !== undefined)
      return {
        text: '',
        start: last.end,
        end: last.end,
        ...commonPart(segment, document, `The translations in this file are in “${foreign}”.`),
      };
    const isMarkup = hasElements(source) || (target !== undefined && hasElements(target));
    const text =
      target === undefined
        ? { text: '', start: last.end, end: last.end, ...(isMarkup ? { markup: true as const } : {}) }
        : textPart(document, target, isMarkup);
    return {
      ...text,
      ...commonPart(segment, document, undefined),
      ...(needsWork(segment, document) ? { needsWork: true as const } : {}),
    };
  });
}

/** Inline elements make a text markup, which is returned as written, with line ends LF. */
export function hasElements(element: XmlElement): boolean {
  return element.children.some((child) => child.kind === 'element');
}

/** An element's content as written, with line ends LF. */
export function rawText(text: string, { innerStart, innerEnd }: XmlElement): string {
  const raw = text.slice(innerStart, innerEnd);
  return raw.includes('\r') ? raw.replace(/\r\n?/g, '\n') : raw;
}

type TextPart = Pick<Unit, 'text' | 'markup' | 'start' | 'end'>;

function textPart(document: XliffDocument, element: XmlElement, isMarkup: boolean): TextPart {
  const { start, end } = valueRange(document.text, element);
  if (isMarkup) return { text: rawText(document.text, element), markup: true, start, end };
  return { text: textOf(document.text, element, document.entities), start, end };
}

function commonPart(
  segment: XliffSegment,
  document: XliffDocument,
  foreign: string | undefined,
): Omit<Unit, 'text' | 'start' | 'end'> {
  const reason = segment.isFixed ? 'The file marks it with translate="no".' : foreign;
  return {
    id: segment.id,
    ...notesOf(segment, document),
    ...(reason === undefined ? {} : { translatable: false, reason }),
  };
}

function isEmpty({ innerStart, innerEnd }: XmlElement): boolean {
  return innerStart === innerEnd;
}
