import type { Unit } from '../kit/localeFormat.ts';
import { unitFrom, type UnitFacts } from '../kit/unitFrom.ts';
import { because } from '../reasons/reason.ts';
import { textOf } from '../xml/xmlText.ts';
import { valueRange } from '../xml/xmlValue.ts';
import type { XmlElement } from '../xml/xmlTree.ts';
import { isMonolingual, type XliffDocument } from './xliffDocument.ts';
import { notesOf } from './xliffNotes.ts';
import { needsWork } from './xliffState.ts';
import type { XliffSegment, XliffTree } from './xliffTree.ts';

/** The source texts. */
export function sourceUnits({ document, segments }: XliffTree): readonly Unit[] {
  const segmentsWithText = segments.filter(({ lacksSource, file }) => !lacksSource || isMonolingual(file));
  return segmentsWithText.map((segment) => {
    const { file, target } = segment;
    const hasText = target !== undefined && target.innerStart < target.innerEnd;
    // The sources of a monolingual file are keys.
    const textElement = hasText && isMonolingual(file) ? target : segment.source;
    const facts = textFacts(document, textElement, hasElements(textElement));
    return unitFrom({ ...commonFacts(segment, document), ...facts });
  });
}

/** The target texts; files with another target language have none, and cannot be written. */
export function targetUnits({ document, segments, foreignLocale }: XliffTree): readonly Unit[] {
  return segments.map((segment) => {
    const { target, source, elementBeforeTarget } = segment;
    const common = commonFacts(segment, document);
    const missingText = { text: '', start: elementBeforeTarget.end, end: elementBeforeTarget.end };
    if (foreignLocale !== undefined) {
      const reason = common.reason ?? because('unit-other-language', foreignLocale);
      return unitFrom({ ...common, ...missingText, reason });
    }
    const markup = hasElements(source) || (target !== undefined && hasElements(target));
    const facts = target === undefined ? { ...missingText, markup } : textFacts(document, target, markup);
    return unitFrom({ ...common, ...facts, needsWork: needsWork(segment, document) });
  });
}

/** Inline elements make a text markup, which is returned as written, with line ends LF. */
export function hasElements(element: XmlElement): boolean {
  return element.children.some((child) => child.kind === 'element');
}

/** An element's content as written, with line ends LF. */
export function rawText(text: string, { innerStart, innerEnd }: XmlElement): string {
  return text.slice(innerStart, innerEnd).replace(/\r\n?/g, '\n');
}

type TextFacts = Pick<UnitFacts, 'text' | 'markup' | 'start' | 'end'>;

function textFacts(document: XliffDocument, element: XmlElement, markup: boolean): TextFacts {
  const text = markup ? rawText(document.text, element) : textOf(document.text, element, document.entities);
  return { text, markup, ...valueRange(document.text, element) };
}

function commonFacts(
  segment: XliffSegment,
  document: XliffDocument,
): Pick<UnitFacts, 'id' | 'note' | 'maxChars' | 'reason'> {
  const { id, isFixed } = segment;
  return { id, ...notesOf(segment, document), reason: isFixed ? because('xliff-marked') : undefined };
}
