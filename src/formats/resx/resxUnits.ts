import type { OmittedEntry, Unit } from '../kit/localeFormat.ts';
import { lengthHint } from '../kit/lengthHint.ts';
import { unitFrom } from '../kit/unitFrom.ts';
import { because, type Reason } from '../reasons/reason.ts';
import { elementsWithWords } from '../xml/elementsWithWords.ts';
import { textOf } from '../xml/xmlText.ts';
import type { XmlElement } from '../xml/xmlTree.ts';
import { valueRange } from '../xml/xmlValue.ts';
import type { ResxEntry, ResxFile } from './parseResx.ts';

/** The units of a file, in its order. */
export function unitsOf({ text, document, entries }: ResxFile): readonly Unit[] {
  return [...entries.values()].map((entry) => {
    const { id, element, value } = entry;
    const note = entry.comment && textOf(text, entry.comment, document.entities).trim();
    const facts = { id, note, maxChars: lengthHint(note), reason: readOnlyReason(entry, note) };
    if (value === undefined) return unitFrom({ ...facts, text: '', start: element.innerEnd, end: element.innerEnd });
    return unitFrom({ ...facts, text: textOf(text, value, document.entities), ...valueRange(text, value) });
  });
}

function readOnlyReason({ value }: ResxEntry, note: string | undefined): Reason | undefined {
  if (value === undefined) return because('resx-no-value');
  if (value.children.some((child) => child.kind !== 'cdata')) return because('unit-more-than-text');
  // Microsoft's marker for translators; if text follows it, it applies only to that part.
  return /\{Locked\}/i.test(note ?? '') ? because('resx-locked') : undefined;
}

/** Returns the texts without a name. */
export function omittedIn({ text, document }: ResxFile): readonly OmittedEntry[] {
  const isNamed = ({ name, attributes }: XmlElement): boolean => name !== 'data' || (attributes['name'] ?? '') !== '';
  return elementsWithWords(text, document.root, isNamed).map(({ start }) => ({
    start,
    reason: because('entry-no-key'),
  }));
}
