import type { Unit, WriteContext } from '../../src/formats/format.ts';
import { splitPlural } from '../../src/formats/kit/unitId.ts';
import {
  attempt,
  checkHolds,
  checkOrder,
  checkOthers,
  contextOf,
  isWritable,
  targetUnits,
  type Outcome,
  type Subject,
} from './laws.ts';

/** Where the unit to be filled is among those of a file. */
export type FilledPosition = 'first' | 'second' | 'middle' | 'last';

/** A file with an empty value that lacks units around it, and the texts of the original file. */
export interface FillingSubject {
  readonly original: Subject;
  readonly lacking: Subject;
  /** The units without a text, and those that the file lacks. */
  readonly wantedUnits: readonly Unit[];
}

/**
 * Empties the units at a position of a file, and removes the first unit, the last one, and those before and after the
 * emptied one. Returns undefined for a file whose values can't be empty, or whose units can't be removed, and for one of all locales, which lacks no units.
 */
export function fillingSubject(subject: Subject, position: FilledPosition): FillingSubject | undefined {
  if (subject.format.locales?.(subject.text)?.all === true) return undefined;
  const groups = unitGroups(targetUnits(subject));
  const filledIndex = indexAt(position, groups);
  const filledGroup = groups[filledIndex];
  if (filledGroup === undefined) return undefined;
  const emptied = emptiedText(subject, filledGroup);
  if (emptied === undefined) return undefined;
  let lacking: Subject = { ...subject, text: emptied, sourceText: subject.text };
  const wantedUnits = [...filledGroup];
  for (const index of new Set([filledIndex - 1, filledIndex + 1, 0, groups.length - 1])) {
    const group = groups[index];
    if (group === undefined || index === filledIndex || !group.every(isWritable)) continue;
    const text = withoutUnits(lacking, new Set(group.map(({ id }) => id)));
    if (text === undefined) continue;
    const removedTexts = new Map(group.map((unit) => [unit.id, unit.text]));
    // A part of an entry, such as a segment of an XLIFF unit, can't be inserted alone.
    if ('refused' in attempt({ ...lacking, text }, removedTexts, contextOf(subject))) continue;
    lacking = { ...lacking, text };
    wantedUnits.push(...group);
  }
  if (wantedUnits.length === filledGroup.length) return undefined;
  return { original: subject, lacking, wantedUnits };
}

/** Law 8: one write fills an empty value and inserts units before and after it. */
export function checkFilling(
  { original, lacking, wantedUnits }: FillingSubject,
  textOf: (unit: Unit) => string,
  state?: WriteContext['state'],
): Outcome {
  const wanted = new Map(wantedUnits.map((unit) => [unit.id, textOf(unit)]));
  const outcome = attempt(lacking, wanted, contextOf(original, state));
  if ('refused' in outcome) return outcome;
  const after = targetUnits({ ...lacking, text: outcome.after });
  checkHolds(after, wanted);
  checkOrder(original, after);
  checkOthers(withoutNotes(targetUnits(lacking)), withoutNotes(after), wanted, state);
  return outcome;
}

/** The units of a file in its order; the forms of a plural are one group. */
function unitGroups(units: readonly Unit[]): readonly (readonly Unit[])[] {
  return [...Map.groupBy(units, ({ id, plural }) => (plural && splitPlural(id)?.base) ?? id).values()];
}

/** Returns the index of the writable group at a position, -1 if there is none. */
function indexAt(position: FilledPosition, groups: readonly (readonly Unit[])[]): number {
  const isUsable = (group: readonly Unit[]): boolean => group.every((unit) => isWritable(unit) && unit.text !== '');
  if (position === 'first') return groups.findIndex(isUsable);
  if (position === 'last') return groups.findLastIndex(isUsable);
  if (position === 'second') return groups.findIndex((group, index) => index > 0 && isUsable(group));
  const middle = Math.floor(groups.length / 2);
  return groups.findIndex((group, index) => index >= middle && isUsable(group));
}

/** Returns the file with empty texts for some units; undefined if the format can't represent them. */
function emptiedText(subject: Subject, units: readonly Unit[]): string | undefined {
  const outcome = attempt(subject, new Map(units.map(({ id }) => [id, ''])), contextOf(subject));
  if ('refused' in outcome) return undefined;
  const unitsLeft = new Set(
    targetUnits({ ...subject, text: outcome.after, sourceText: subject.text }).map(({ id }) => id),
  );
  return units.every(({ id }) => unitsLeft.has(id)) ? outcome.after : undefined;
}

/** The most lines above and below a unit that belong to it: its element, its comments, its context. */
const mostLinesAround = 7;

/** Returns the text without the fewest lines that contain some units and nothing of the others. */
function withoutUnits(subject: Subject, ids: ReadonlySet<string>): string | undefined {
  const { text } = subject;
  const units = targetUnits(subject);
  const removed = units.filter(({ id }) => ids.has(id));
  const kept = units.filter(({ id }) => !ids.has(id));
  const isRest = (rest: string): boolean => hasTexts({ ...subject, text: rest }, kept);
  const lineStarts = [0, ...Array.from(text.matchAll(/\r\n|\n|\r/g), (match) => match.index + match[0].length)];
  const firstOffset = Math.min(...removed.map(({ start }) => start));
  const lastOffset = Math.max(...removed.map(({ end }) => end));
  // An entry of gettext is a paragraph, of which some lines alone can't be removed.
  const withoutParagraph = textWithoutParagraph(text, firstOffset, lastOffset);
  if (isRest(withoutParagraph)) return withoutParagraph;
  const firstLine = lineStarts.findLastIndex((start) => start <= firstOffset);
  const lastLine = lineStarts.findLastIndex((start) => start <= lastOffset);
  for (let lines = 0; lines <= mostLinesAround; lines += 1) {
    for (let above = 0; above <= Math.min(lines, firstLine); above += 1) {
      const start = lineStarts[firstLine - above] ?? 0;
      const end = lineStarts[lastLine + 1 + lines - above] ?? text.length;
      const rest = text.slice(0, start) + text.slice(end);
      if (isRest(rest)) return rest;
    }
  }
  return undefined;
}

/** Returns a text without the lines around a range up to the empty lines above and below it. */
function textWithoutParagraph(text: string, start: number, end: number): string {
  const emptyLineAbove = [...text.slice(0, start).matchAll(/(?:\r?\n){2}/g)].at(-1);
  const emptyLineBelow = /(?:\r?\n){2}/.exec(text.slice(end));
  const textAbove = emptyLineAbove === undefined ? '' : text.slice(0, emptyLineAbove.index + emptyLineAbove[0].length);
  return emptyLineBelow === null
    ? textAbove
    : textAbove + text.slice(end + emptyLineBelow.index + emptyLineBelow[0].length);
}

/** Whether a text has exactly these units, with their texts. */
function hasTexts(subject: Subject, expected: readonly Unit[]): boolean {
  if (expected.length === 0) return false;
  let units: readonly Unit[];
  try {
    units = targetUnits(subject);
  } catch {
    return false;
  }
  return (
    units.length === expected.length &&
    units.every((unit, index) => unit.id === expected[index]?.id && unit.text === expected[index].text)
  );
}

/** A unit may be inserted between a comment and the unit that had it as its note. */
function withoutNotes(units: readonly Unit[]): readonly Unit[] {
  return units.map(({ note: _note, maxChars: _maxChars, ...unit }) => unit);
}
