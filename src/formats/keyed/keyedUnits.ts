import { lengthHint } from '../kit/lengthHint.ts';
import type { Unit } from '../kit/localeFormat.ts';
import { isHeadingComment } from '../kit/sections.ts';
import { joinNotes, unitFrom } from '../kit/unitFrom.ts';
import { because, type Reason } from '../reasons/reason.ts';
import { commentsAbove } from '../xml/xmlSiblings.ts';
import { textOf } from '../xml/xmlText.ts';
import { attributeRange, childOf } from '../xml/xmlTree.ts';
import { valueRange } from '../xml/xmlValue.ts';
import type { KeyedKind } from './keyedShapes.ts';
import type { KeyedEntry, KeyedFile } from './parseKeyed.ts';

/** The units of a file, in its order. */
export function unitsOf(file: KeyedFile, { pendingText }: KeyedKind): readonly Unit[] {
  return [...file.entries.values()].map((entry) => {
    const unit = unitOf(file, entry);
    return pendingText !== undefined && unit.text === pendingText ? { ...unit, needsWork: true } : unit;
  });
}

function unitOf(file: KeyedFile, entry: KeyedEntry): Unit {
  const { text, document } = file;
  const { id, element, value, attribute } = entry;
  const note = noteOf(file, entry);
  const facts = { id, note, maxChars: lengthHint(note) };
  if (attribute !== undefined) {
    const range = attributeRange(text, element, attribute);
    const { valueStart: start = element.start, valueEnd: end = element.start } = range ?? {};
    return unitFrom({ ...facts, text: element.attributes[attribute] ?? '', start, end });
  }
  const reason = readOnlyReason(entry);
  if (value === undefined)
    return unitFrom({ ...facts, text: '', reason, start: element.innerEnd, end: element.innerEnd });
  return unitFrom({ ...facts, text: textOf(text, value, document.entities), reason, ...valueRange(text, value) });
}

function noteOf({ text, document, shape, groups }: KeyedFile, { element, group }: KeyedEntry): string | undefined {
  const noteElement = shape.noteChild === undefined ? undefined : childOf(element, shape.noteChild);
  const parent = groups.get(group);
  const comments = parent === undefined ? [] : commentsAbove(text, parent, element);
  const lines = comments.map((comment) => comment.text.trim()).filter((comment) => !isHeadingComment(comment));
  return joinNotes(...lines, noteElement && textOf(text, noteElement, document.entities).trim());
}

function readOnlyReason({ value }: KeyedEntry): Reason | undefined {
  if (value === undefined) return because('keyed-no-value');
  // Salesforce has the source's text in a comment.
  const isOnlyText = value.children.every(({ kind }) => kind === 'cdata' || kind === 'comment');
  return isOnlyText ? undefined : because('unit-more-than-text');
}
