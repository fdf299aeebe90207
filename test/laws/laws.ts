import assert from 'node:assert/strict';
import { describeReason } from '../../src/base/codedReason.ts';
import { present } from '../../src/base/present.ts';
import {
  FormatError,
  type LocaleFormat,
  type TextEdit,
  type Unit,
  type WriteContext,
} from '../../src/formats/format.ts';
import { applyEdits } from '../../src/formats/formats.ts';
import { splitPlural } from '../../src/formats/kit/unitId.ts';

/** A locale file whose laws are tested: its text, and the locale whose texts are written in it. */
export interface Subject {
  readonly format: LocaleFormat;
  readonly text: string;
  /** The text of its source; absent if it is its own source. */
  readonly sourceText?: string;
  readonly sourceLocale: string;
  readonly targetLocale: string;
}

/** The result of one write. `refused`: the format reports that it cannot represent the text, and why. */
export type Outcome = { readonly edits: readonly TextEdit[]; readonly after: string } | { readonly refused: string };

/** The units of the target's side, which are written. */
export function targetUnits({ format, text, targetLocale, sourceText = text }: Subject): readonly Unit[] {
  return format.read(text, targetLocale, sourceText);
}

export function isWritable(unit: Unit): boolean {
  return unit.translatable !== false;
}

/** Whether the file contains its target's texts next to the source's. A format may have files of both kinds. */
export function holdsSource({ format, text }: Subject): boolean {
  const locales = format.locales?.(text);
  return locales !== undefined && (locales.source !== undefined || locales.targets.length > 0 || locales.all === true);
}

/** Checks that units are within the file's bounds, and that their ids are unique. */
export function checkUnits(subject: Subject): void {
  for (const locale of [undefined, subject.targetLocale]) {
    const units = subject.format.read(subject.text, locale);
    assert.equal(new Set(units.map((unit) => unit.id)).size, units.length, 'Two units have the same id.');
    for (const unit of units) {
      assert.ok(
        unit.start >= 0 && unit.start <= unit.end && unit.end <= subject.text.length,
        `“${unit.id}” lies outside the file`,
      );
      assert.ok(unit.id !== '', 'A unit has no id.');
    }
  }
}

/** Law 1: writing back what was read gives no edit. */
export function checkIdentity(subject: Subject): void {
  const { format, text } = subject;
  const same = new Map(targetUnits(subject).map((unit) => [unit.id, unit.text]));
  assert.deepEqual(format.write(text, same, contextOf(subject)), [], 'Writing back the same texts results in an edit.');
}

/** Laws 2 and 3: only the written values change, and they read back. */
export function checkReplacement(
  subject: Subject,
  translations: ReadonlyMap<string, string>,
  state?: WriteContext['state'],
): Outcome {
  const { format, text, targetLocale } = subject;
  const before = targetUnits(subject);
  const outcome = attempt(subject, translations, contextOf(subject, state));
  if ('refused' in outcome) return outcome;
  checkOthers(before, format.read(outcome.after, targetLocale, text), translations, state);
  if (holdsSource(subject)) checkSame(format.read(text), format.read(outcome.after), 'of the source');
  if (state === undefined) checkPlaces(text, before, outcome.edits, translations);
  return outcome;
}

/**
 * Laws 4 and 5: a file created with some of the units, to which the others are then added; `wanted` contains both. A
 * file that contains every locale is never created.
 */
export function checkCreation(
  subject: Subject,
  wanted: ReadonlyMap<string, string>,
  wantedFirst: ReadonlySet<string>,
): Outcome {
  const { format, targetLocale } = subject;
  const { translations, first } = wholePlurals(subject, wanted, wantedFirst);
  const beginning = new Map([...translations].filter(([id]) => first.has(id)));
  const rest = new Map([...translations].filter(([id]) => !first.has(id)));
  if (beginning.size === 0 || format.locales?.(subject.text)?.all === true) return { edits: [], after: '' };
  const context = contextOf(subject);
  const created = attempt({ ...subject, text: '' }, beginning, context);
  if ('refused' in created) return created;
  const units = format.read(created.after, targetLocale, subject.text);
  checkHolds(units, beginning);
  checkOrder(subject, units);
  if (rest.size === 0) return created;

  const grown = attempt({ ...subject, text: created.after }, rest, context);
  if ('refused' in grown) return grown;
  const after = format.read(grown.after, targetLocale, subject.text);
  checkHolds(after, translations);
  checkOrder(subject, after);
  checkOthers(units, after, rest);
  checkInsertions(created.after, units, grown.edits, rest);
  return grown;
}

/**
 * Law 4 in a file with somebody else's layout: removes the lines of a unit, if the rest is the file without that unit,
 * and inserts it again. Returns undefined if the unit cannot be removed in this way; else whether the same bytes came
 * back.
 */
export function checkReinsertion(
  subject: Subject,
  unit: Unit,
): { readonly isExact: boolean } | { readonly refused: string } | undefined {
  const { format, text, targetLocale } = subject;
  const start = lineStart(text, unit.start);
  const end = lineEnd(text, unit.end);
  const without = text.slice(0, start) + text.slice(end);
  let remaining: readonly Unit[];
  try {
    remaining = format.read(without, targetLocale, text);
  } catch {
    return undefined;
  }
  const expected = targetUnits(subject).filter(({ id }) => id !== unit.id);
  if (
    remaining.length === 0 ||
    remaining.length !== expected.length ||
    !remaining.every((each, index) => isSame(each, expected[index]))
  )
    return undefined;
  const translations = new Map([[unit.id, unit.text]]);
  const outcome = attempt({ ...subject, text: without }, translations, contextOf(subject));
  if ('refused' in outcome) return outcome;
  const after = format.read(outcome.after, targetLocale, text);
  checkHolds(after, translations);
  checkOthers(remaining, after, translations);
  checkInsertions(without, remaining, outcome.edits, translations);
  return { isExact: outcome.after === text };
}

/** Law 6: any text is read, or refused with a location in it. */
export function checkBroken(format: LocaleFormat, text: string, locale: string): 'read' | 'refused' {
  try {
    format.read(text);
    format.read(text, locale);
    return 'read';
  } catch (error) {
    assert.ok(error instanceof FormatError, error instanceof Error ? (error.stack ?? error.message) : String(error));
    const lines = text.split(/\r\n|\n|\r/);
    const line = lines[error.line - 1];
    assert.ok(line !== undefined, `line ${error.line} of ${lines.length}: ${error.message}`);
    assert.ok(
      error.column >= 1 && error.column <= line.length + 2,
      `column ${error.column} in a line of ${line.length}: ${error.message}`,
    );
    return 'refused';
  }
}

export function contextOf({ text, sourceLocale, targetLocale }: Subject, state?: WriteContext['state']): WriteContext {
  return { sourceText: text, sourceLocale, targetLocale, ...present({ state }) };
}

/** Writes translations into the text of a subject. */
export function attempt(
  { format, text }: Subject,
  translations: ReadonlyMap<string, string>,
  context: WriteContext,
): Outcome {
  try {
    const edits = format.write(text, translations, context);
    return { edits, after: applyEdits(text, edits) };
  } catch (error) {
    if (error instanceof FormatError && !isRoundTripError(error)) return { refused: describeReason(error.reason) };
    throw error;
  }
}

/** Whether a format failed to write a text that it should have written or refused for a reason of its own. */
export function isRoundTripError({ reason }: FormatError): boolean {
  return reason.code === 'unit-round-trip' || reason.code === 'file-round-trip';
}

/** Keeps only complete plural sets: a single form is neither meaningful nor ordered. */
function wholePlurals(
  subject: Subject,
  wanted: ReadonlyMap<string, string>,
  first: ReadonlySet<string>,
): { readonly translations: ReadonlyMap<string, string>; readonly first: ReadonlySet<string> } {
  const translations = new Map(wanted);
  const begun = new Set(first);
  const baseOf = (id: string): string | undefined => splitPlural(id)?.base;
  const bases = new Map(
    [...wanted.keys()].flatMap((id) => (baseOf(id) === undefined ? [] : [[baseOf(id), begun.has(id)] as const])),
  );
  for (const unit of bases.size === 0 ? [] : targetUnits(subject).filter(isWritable)) {
    const isFirst = bases.get(baseOf(unit.id));
    if (unit.plural === undefined || isFirst === undefined) continue;
    if (!translations.has(unit.id)) translations.set(unit.id, unit.text);
    if (isFirst) begun.add(unit.id);
    else begun.delete(unit.id);
  }
  return { translations, first: begun };
}

/** Checks that every unit that was not written reads as before, and every written one as given. */
export function checkOthers(
  before: readonly Unit[],
  after: readonly Unit[],
  translations: ReadonlyMap<string, string>,
  state?: WriteContext['state'],
): void {
  const byId = new Map(after.map((unit) => [unit.id, unit]));
  // Qt and gettext record the state of a plural once, for all its forms.
  const moved = new Set(
    state === undefined ? [] : [...translations.keys()].flatMap((id) => splitPlural(id)?.base ?? []),
  );
  for (const unit of before) {
    const now = byId.get(unit.id);
    const wanted = translations.get(unit.id);
    assert.ok(now !== undefined, `“${unit.id}” no longer exists.`);
    if (wanted !== undefined) continue;
    const sharesState = moved.has(splitPlural(unit.id)?.base ?? '');
    assert.ok(
      isSame(sharesState ? ({ ...now, needsWork: unit.needsWork } as Unit) : now, unit),
      `“${unit.id}” changed though it was not written`,
    );
  }
  checkHolds(after, translations);
}

export function checkHolds(units: readonly Unit[], translations: ReadonlyMap<string, string>): void {
  const byId = new Map(units.map((unit) => [unit.id, unit]));
  for (const [id, wanted] of translations) assert.equal(byId.get(id)?.text, wanted, `“${id}” does not read back`);
}

function checkSame(before: readonly Unit[], after: readonly Unit[], what: string): void {
  assert.equal(after.length, before.length, `the number of units ${what} changed`);
  for (const [index, unit] of before.entries()) assert.ok(isSame(unit, after[index]), `“${unit.id}” ${what} changed`);
}

/** Checks that units that come from the source are in its order. */
export function checkOrder(subject: Subject, units: readonly Unit[]): void {
  const order = new Map(subject.format.read(subject.text).map(({ id }, index) => [id, index]));
  const places = units.flatMap(({ id }) => order.get(id) ?? []);
  assert.deepEqual(
    places,
    places.toSorted((a, b) => a - b),
    'the units are not in the source’s order',
  );
}

/** Checks that no edit reaches beyond the written values. If there is no value yet, an edit only inserts text. */
function checkPlaces(
  text: string,
  before: readonly Unit[],
  edits: readonly TextEdit[],
  translations: ReadonlyMap<string, string>,
): void {
  const written = before.filter(({ id }) => translations.has(id));
  const isWrittenValue = rangesAround(written);
  for (const edit of edits) {
    const isInValue = isWrittenValue(edit);
    const replacedText = text.slice(edit.start, edit.end);
    assert.ok(
      isInValue || isEmptyValue(replacedText, written),
      `“${replacedText}” was replaced, although it is not a written value.`,
    );
  }
}

/**
 * Returns a function that tells whether a unit contains an edit. It is called with edits in their order, so that it need
 * not look at all units for each, of which there may be tens of thousands.
 */
function rangesAround(units: readonly Unit[]): (edit: TextEdit) => boolean {
  const byStart = units.toSorted((a, b) => a.start - b.start);
  let next = 0;
  /** The furthest end of the units that begin before the edit. */
  let furthestEnd = -1;
  return (edit) => {
    for (let unit = byStart[next]; unit !== undefined && unit.start <= edit.start; unit = byStart[next]) {
      furthestEnd = Math.max(furthestEnd, unit.end);
      next += 1;
    }
    return edit.end <= furthestEnd;
  };
}

/** Whether the replaced text is an empty value: whitespace, or the syntax of an absent value, as in `<target/>`. */
function isEmptyValue(replacedText: string, written: readonly Unit[]): boolean {
  return written.some((unit) => unit.text === '') && /^[\s,;/>]*$/.test(replacedText);
}

/** Whitespace and separators, or an empty container, since YAML has another syntax for one with members. */
const replaceablePattern = /^[\s,;/>]*(?:\{\s*\}|\[\s*\])?$/;

/** Checks that everything that an insertion replaces is a written value, or an empty one. */
function checkInsertions(
  text: string,
  before: readonly Unit[],
  edits: readonly TextEdit[],
  translations: ReadonlyMap<string, string>,
): void {
  const isWrittenValue = rangesAround(before.filter(({ id }) => translations.has(id)));
  for (const edit of edits) {
    const replacedText = text.slice(edit.start, edit.end);
    const isValue = isWrittenValue(edit);
    assert.ok(isValue || replaceablePattern.test(replacedText), `“${replacedText}” was replaced by an insertion`);
  }
}

/** Whether two units are equal except for their location. */
function isSame(one: Unit, other: Unit | undefined): boolean {
  if (other === undefined) return false;
  return (
    one.id === other.id &&
    one.text === other.text &&
    one.markup === other.markup &&
    one.note === other.note &&
    one.maxChars === other.maxChars &&
    one.plural === other.plural &&
    one.translatable === other.translatable &&
    one.needsWork === other.needsWork
  );
}

function lineStart(text: string, offset: number): number {
  return Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1;
}

/** After the line end of the line that contains an offset. */
function lineEnd(text: string, offset: number): number {
  const end = /\r\n|\n|\r/g;
  end.lastIndex = offset;
  return end.exec(text) === null ? text.length : end.lastIndex;
}
