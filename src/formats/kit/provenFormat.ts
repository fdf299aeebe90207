import { because, type Reason } from '../reasons/reason.ts';
import { once } from '../../base/once.ts';
import { present as definedMembers } from '../../base/present.ts';
import {
  FormatError,
  type FileLocales,
  type LocaleFormat,
  type OmittedEntry,
  type TextEdit,
  type Unit,
  type WriteContext,
} from './localeFormat.ts';
import { spliceEdits } from './spliceEdits.ts';
import { loneSurrogate, refuseConflict, refuseOversize } from './textLocation.ts';
import { joinPlural, keyPathOf, splitPlural } from './unitId.ts';

/** The parts that each format implements itself; `provenFormat` implements what all formats share. */
export interface FormatParts {
  readonly id: string;
  // `& {}` excludes undefined.
  readonly pluralCategories?: LocaleFormat['pluralCategories'] & {};
  readonly pluralExamples?: LocaleFormat['pluralExamples'] & {};
  readonly idsArePositions?: true;
  readonly keysArePaths?: true;
  readonly locales?: (text: string) => FileLocales | undefined;
  readonly obsolete?: LocaleFormat['obsolete'] & {};
  readonly readsWithSource?: true;
  /** Returns the units of a text within the size limit; see `LocaleFormat.read`. Throws FormatError. */
  readonly units: (text: string, locale: string | undefined, sourceText: string | undefined) => readonly Unit[];
  /** Returns the entries of a text that are no units although they should be. It is called after `units`. Absent: none. */
  readonly omitted?: (
    text: string,
    locale: string | undefined,
    sourceText: string | undefined,
  ) => Iterable<OmittedEntry>;
  /** Returns the edits for a wanted change; throws FormatError for a text that the format cannot represent. */
  readonly edits: (change: WantedChange) => readonly TextEdit[];
  /**
   * Whether a unit may appear in a file without having been requested, such as the source's code blocks in a new
   * document. Absent: only units without a text (array items, gettext's empty plural forms).
   */
  readonly mayAppear?: (unit: Unit, change: WantedChange) => boolean;
  /**
   * The location that an id refers to: equal for `n_one` and `n#one`, since the key `n_one` is read as the first if the
   * file lacks `n_other`, and as the second if it has it. Absent: each id has its own location.
   */
  readonly placeOf?: (id: string) => string;
  /**
   * Finds a unit that an id refers to if neither file has a unit with that id: one spelled differently, or one that the
   * source file has in the target's locale only. Absent: such an id is unknown.
   */
  readonly findUnit?: (id: string, change: Pick<WantedChange, 'source' | 'context'>) => Unit | undefined;
  /** Whether a unit that is not to be translated may nevertheless be written. Absent: none may. */
  readonly mayWrite?: (unit: Unit) => boolean;
  /**
   * For formats whose texts are written without escapes: the error about a text with which a unit, or the whole file,
   * would be read as something else. Absent: such a result is a bug in the format.
   */
  readonly misread?: (id: string | undefined) => FormatError;
}

/** A validated change: every id is in the target, the source or one of their plural sets; every text is well-formed. */
export interface WantedChange {
  /** The target's present text; '' if there is no file yet. */
  readonly text: string;
  readonly context: WriteContext;
  /** The target's present units, by id, in its order. */
  readonly present: ReadonlyMap<string, Unit>;
  /** Existing units that get another text (or, if a state is requested, the same text and that state). */
  readonly replaced: ReadonlyMap<string, string>;
  /** Units that the target lacks. */
  readonly added: ReadonlyMap<string, string>;
  /** The source's units, by id, in its order; read on first use. */
  readonly source: () => ReadonlyMap<string, Unit>;
}

/**
 * Wraps a format so that it keeps the laws that can be enforced from outside: equal texts are not rewritten; unknown
 * ids, read-only units and unpaired surrogates are refused before any edit is made; and the result is read back and
 * compared, unit by unit, before the edits are returned.
 */
export function provenFormat(parts: FormatParts): LocaleFormat {
  return {
    id: parts.id,
    ...definedMembers({
      pluralCategories: parts.pluralCategories,
      pluralExamples: parts.pluralExamples,
      idsArePositions: parts.idsArePositions,
      keysArePaths: parts.keysArePaths,
      obsolete: parts.obsolete,
      readsWithSource: parts.readsWithSource,
      locales: parts.locales && withoutConflicts(parts.locales),
    }),
    read: (text, locale, sourceText, onOmitted) => {
      refuseOversize(text.length);
      const units = unitsIn(parts, text, { locale, sourceText });
      if (onOmitted !== undefined)
        for (const entry of parts.omitted?.(text, locale, sourceText) ?? []) onOmitted(entry);
      return units;
    },
    write: (text, translations, context) => {
      const change = validChange(parts, text, translations, context);
      if (change.replaced.size === 0 && change.added.size === 0) return [];
      const edits = parts.edits(change).filter((edit) => text.slice(edit.start, edit.end) !== edit.text);
      verifyRoundTrip(parts, change, edits);
      return edits;
    },
  };
}

/** The locale to read, and the text of the source of a target. */
interface ReadingContext {
  readonly locale: string | undefined;
  readonly sourceText: string | undefined;
}

function targetReading({ targetLocale, sourceText }: WriteContext): ReadingContext {
  return { locale: targetLocale, sourceText };
}

/** Returns the units of a text. In no format is a text with conflict markers valid, even where it could be parsed. */
function unitsIn(parts: FormatParts, text: string, { locale, sourceText }: ReadingContext): readonly Unit[] {
  refuseConflict(text);
  return parts.units(text, locale, sourceText);
}

/** Returns a function that refuses texts with conflict markers. */
function withoutConflicts(locales: FormatParts['locales'] & {}): FormatParts['locales'] & {} {
  return (text) => {
    refuseConflict(text);
    return locales(text);
  };
}

/** A FormatError about the input as a whole, without a location in a file. */
export function refusal(reason: Reason): FormatError {
  return new FormatError({ line: 1, column: 1, reason });
}

/** Throws FormatError for a text with an unpaired surrogate, which no file can represent. */
export function refuseLoneSurrogate(text: string): void {
  if (loneSurrogate(text) < 0) return;
  throw refusal(because('text-lone-surrogate'));
}

/** Throws FormatError for a text with the character NUL. */
export function refuseNul(text: string): void {
  if (text.includes('\0')) throw refusal(because('text-forbidden-character', '0000'));
}

/** Returns the translations as a change. Throws FormatError for ids and texts that cannot be written. */
function validChange(
  parts: FormatParts,
  text: string,
  translations: ReadonlyMap<string, string>,
  context: WriteContext,
): WantedChange {
  refuseOversize(text.length);
  // `''` stands for a file that does not exist yet.
  const present = byId(text === '' ? [] : unitsIn(parts, text, targetReading(context)));
  const presentByPlace = once(() => byPlace(present, parts.placeOf));
  const unitAtPlaceOf = (id: string): Unit | undefined => {
    if (parts.placeOf === undefined || present.size === 0) return undefined;
    return presentByPlace().get(parts.placeOf(id));
  };
  const source = once(() => sourceUnits(parts, context.sourceText));
  const presentByPath = once(() => byPlace(present, keyPathOf));
  /** The unit that the program finds under an id's keys, unless the source has both. */
  const unitAtPathOf = (id: string): Unit | undefined => {
    if (parts.keysArePaths !== true || present.size === 0) return undefined;
    const unit = presentByPath().get(keyPathOf(id));
    return unit === undefined || source().has(unit.id) ? undefined : unit;
  };
  const replaced = new Map<string, string>();
  const added = new Map<string, string>();
  for (const [id, translation] of translations) {
    const unit = present.get(id) ?? unitAtPlaceOf(id) ?? unitAtPathOf(id);
    if (unit?.text !== translation) refuseLoneSurrogate(translation);
    if (unit === undefined) {
      refuseUnknown(parts, id, { present, source, context });
      added.set(id, translation);
    } else if (unit.text !== translation || (context.state !== undefined && unit.translatable !== false)) {
      if (isReadOnly(parts, unit)) throw refusal(readOnlyReason(id, unit));
      // `n_one` and `n#one` are both translated, and differently.
      const otherTranslation = replaced.get(unit.id) ?? translation;
      if (parts.placeOf !== undefined && otherTranslation !== translation)
        throw refusal(because('two-translations', id));
      replaced.set(unit.id, translation);
    }
  }
  return { text, context, present, replaced, added, source };
}

/** Throws FormatError for an id that is read-only or in neither file, unless it is a further form of a known plural. */
function refuseUnknown(
  parts: FormatParts,
  id: string,
  { present, source, context }: Pick<WantedChange, 'present' | 'source' | 'context'>,
): void {
  const sourceUnit = source().get(id);
  if (sourceUnit === undefined && isFormOfPlural(id, present, source())) return;
  const unit = sourceUnit ?? parts.findUnit?.(id, { source, context });
  if (unit === undefined) throw refusal(because('unit-unknown', id, context.sourceLocale, context.targetLocale));
  if (isReadOnly(parts, unit)) throw refusal(readOnlyReason(id, unit));
}

/** Whether one of the files has the form `other` of the plural that an id is a form of. */
function isFormOfPlural(id: string, present: ReadonlyMap<string, Unit>, source: ReadonlyMap<string, Unit>): boolean {
  const member = splitPlural(id);
  if (member === undefined) return false;
  const otherId = joinPlural({ ...member, category: 'other' });
  return (present.get(otherId) ?? source.get(otherId))?.plural !== undefined;
}

function isReadOnly({ mayWrite }: FormatParts, unit: Unit): boolean {
  return unit.translatable === false && mayWrite?.(unit) !== true;
}

/** The source that was read last, kept because an order writes from one source into many languages. */
let lastSource:
  | { readonly parts: FormatParts; readonly text: string; readonly units: ReadonlyMap<string, Unit> }
  | undefined;

function sourceUnits(parts: FormatParts, text: string): ReadonlyMap<string, Unit> {
  if (lastSource?.parts !== parts || lastSource.text !== text)
    lastSource = { parts, text, units: byId(readSource(parts, text)) };
  return lastSource.units;
}

function readSource(parts: FormatParts, text: string): readonly Unit[] {
  refuseOversize(text.length);
  try {
    return unitsIn(parts, text, { locale: undefined, sourceText: undefined });
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw inSourceFile(error);
  }
}

/** Why a unit can't be written: the reason that it has, or that the file marks it. */
function readOnlyReason(id: string, unit: Unit): Reason {
  return because('unit-read-only', id, unit.reason ?? because('unit-marked'));
}

/** Returns the source's units; none for a broken source, which must not prevent repairing a target. */
export function sourceOrNone(change: WantedChange): ReadonlyMap<string, Unit> {
  try {
    return change.source();
  } catch {
    return new Map();
  }
}

/** Returns an error about the source file for one that was found while a target file was written. */
export function inSourceFile(error: FormatError): FormatError {
  const { line, column, reason } = error;
  return new FormatError({ line, column, reason: because('in-source-file', reason) });
}

function byId(units: readonly Unit[]): ReadonlyMap<string, Unit> {
  const map = new Map<string, Unit>();
  for (const unit of units) map.set(unit.id, unit);
  return map;
}

/** Rekeys a map of ids by the locations that the ids refer to. */
function byPlace<Value>(
  values: ReadonlyMap<string, Value>,
  placeOf: ((id: string) => string) | undefined,
): ReadonlyMap<string, Value> {
  if (placeOf === undefined) return values;
  return new Map(Array.from(values, ([id, value]) => [placeOf(id), value]));
}

/**
 * Reads the result back: every wanted text has to be there, and everything else has to be unchanged. Ids nearly always
 * stay the same, so the locations that they refer to are compared only if the ids differ.
 */
function verifyRoundTrip(parts: FormatParts, change: WantedChange, edits: readonly TextEdit[]): void {
  const unitsRead = readBack(parts, spliceEdits(change.text, edits), change.context);
  const wrongUnit = firstDifference(parts, change, unitsRead);
  if (wrongUnit === undefined) return;
  if (parts.placeOf === undefined) throw notAsWanted(parts, wrongUnit);
  const wrongPlace = firstDifference(parts, change, unitsRead, parts.placeOf);
  if (wrongPlace !== undefined) throw notAsWanted(parts, wrongPlace);
}

/** Returns the id or location of the first unit that is not as wanted; undefined if all are. */
function firstDifference(
  parts: FormatParts,
  change: WantedChange,
  unitsRead: readonly Unit[],
  placeOf?: (id: string) => string,
): string | undefined {
  const unitsAfter = placeOf === undefined ? unitsRead : byPlace(byId(unitsRead), placeOf).values();
  const present = inOrder(byPlace(change.present, placeOf));
  const added = inOrder(byPlace(change.added, placeOf));
  const replaced = byPlace(change.replaced, placeOf);
  const writtenSets = setsWritten(change);
  const isAsWanted = (location: string, unit: Unit): boolean => {
    // What was added was not present, so the next added unit needs no lookup.
    const unitBefore = added.isNext(location) ? undefined : present.get(location);
    const translation = unitBefore === undefined ? added.get(location) : replaced.get(location);
    if (translation !== undefined) return unit.text === translation;
    if (unitBefore !== undefined)
      return isSameUnit(unitBefore, unit, {
        mayMoveState: writtenSets.size > 0 && writtenSets.has(splitPlural(unit.id)?.base ?? ''),
        // A unit may be inserted between the heading of its section and the unit that had it as its note.
        mayMoveNote: change.added.size > 0,
      });
    // The unit was not requested.
    return parts.mayAppear?.(unit, change) ?? unit.text === '';
  };
  for (const unit of unitsAfter)
    if (!isAsWanted(placeOf === undefined ? unit.id : placeOf(unit.id), unit)) return unit.id;
  return present.firstUnused() ?? added.firstUnused();
}

/** Values by key, for lookups that nearly always come in their order. */
interface InOrder<Value> {
  readonly isNext: (key: string) => boolean;
  readonly get: (key: string) => Value | undefined;
  /** Returns the first key that `get` was not called with. */
  readonly firstUnused: () => string | undefined;
}

/** Units nearly always keep their order, so most are found without a lookup among tens of thousands. */
function inOrder<Value>(valuesByKey: ReadonlyMap<string, Value>): InOrder<Value> {
  const keys = [...valuesByKey.keys()];
  const values = [...valuesByKey.values()];
  let nextIndex = 0;
  const keysUsedOutOfOrder = new Set<string>();
  return {
    isNext: (key) => key === keys[nextIndex],
    get: (key) => {
      if (key === keys[nextIndex]) {
        nextIndex += 1;
        return values[nextIndex - 1];
      }
      if (values.length > 0) keysUsedOutOfOrder.add(key);
      return valuesByKey.get(key);
    },
    firstUnused: () => keys.slice(nextIndex).find((key) => !keysUsedOutOfOrder.has(key)),
  };
}

function readBack(parts: FormatParts, text: string, context: WriteContext): readonly Unit[] {
  try {
    return unitsIn(parts, text, targetReading(context));
  } catch (error) {
    if (error instanceof FormatError) throw notAsWanted(parts, undefined);
    throw error;
  }
}

/** The bases of the plural sets whose state was changed: Qt and gettext record it once for all forms. */
function setsWritten({ context, replaced, added }: WantedChange): ReadonlySet<string> {
  const sets = new Set<string>();
  if (context.state === undefined) return sets;
  for (const ids of [replaced.keys(), added.keys()]) {
    for (const id of ids) {
      const base = splitPlural(id)?.base;
      if (base !== undefined) sets.add(base);
    }
  }
  return sets;
}

function isSameUnit(
  before: Unit,
  after: Unit,
  { mayMoveState, mayMoveNote }: { readonly mayMoveState: boolean; readonly mayMoveNote: boolean },
): boolean {
  const hasSameNote = before.note === after.note && before.maxChars === after.maxChars;
  // If `n_other` is added, the key `n_one` is read as the plural form `n#one`: its id is another one, too.
  const hasSamePlural = before.plural === after.plural || before.id !== after.id;
  return (
    before.text === after.text &&
    before.markup === after.markup &&
    (mayMoveNote || hasSameNote) &&
    hasSamePlural &&
    before.translatable === after.translatable &&
    (mayMoveState || before.needsWork === after.needsWork)
  );
}

/** Returns the error about a unit, or the whole file if `id` is undefined, that is not read back as it was written. */
function notAsWanted({ misread }: FormatParts, id: string | undefined): FormatError {
  if (misread !== undefined) return misread(id);
  return refusal(id === undefined ? because('file-round-trip') : because('unit-round-trip', id));
}
