import { comparisonKey } from '../../../base/locale.ts';
import { once } from '../../../base/once.ts';
import { present } from '../../../base/present.ts';
import { TimeSlice } from '../../../base/timeSlice.ts';
import type { PluralCategory, Unit } from '../../../formats/format.ts';
import { joinPlural, splitKeyPath, splitPlural } from '../../../formats/kit/unitId.ts';
import { protect } from '../../../placeholders/protect.ts';
import { UnprotectableError, type ProtectedText } from '../../../placeholders/read/placeholder.ts';
import type { SourceFile, TargetFile } from '../files/localeFile.ts';
import { targetUnitOf } from '../../../formats/targetUnit.ts';
import { type PlanHistory, isInFlight } from '../../model/plan/planHistory.ts';
import { hashText } from '../../model/hash.ts';
import { pluralSetOf, sourceUnitOf } from '../../model/sourceUnit.ts';
import { messageIdentity } from '../../model/unitName.ts';
import { isFileUnit, type WholeUnit } from '../../model/unitRef.ts';
import { hasSameUnits } from './planOrder.ts';
import { sourceWordsOf } from './sourceWords.ts';
import type { Plan } from '../../model/plan/plan.ts';

/** The location of a translation. */
export interface FoundLocation {
  /** The file with the translation: path relative to the project's root. */
  readonly file: string;
  readonly key: string;
}

/** A translation that the project already has, and where. */
export interface FoundTranslation {
  /** As it would be written. */
  readonly text: string;
  readonly locations: readonly [FoundLocation, ...FoundLocation[]];
}

/** Strings of a plan with the same text and locale, for which the project has translations. */
export interface ReusableString {
  readonly sourceText: string;
  /** As the first of the strings spells it. */
  readonly locale: string;
  /** The strings to be ordered. */
  readonly units: readonly WholeUnit[];
  /** The strings have values, which a translation would replace. */
  readonly hasValue: boolean;
  /** One translation, or several different ones of which none is better than the others. */
  readonly translations: readonly [FoundTranslation, ...FoundTranslation[]];
}

/** A string of a plan for which translations are searched. */
export interface WantedString {
  readonly unit: WholeUnit;
  /** Equal for strings whose translations may be equal, apart from the plural form. */
  readonly meaning: string;
  readonly category?: PluralCategory;
  readonly from: Unit;
  readonly source: SourceFile;
  /** The string as it is ordered, for the check of a translation; absent if it is ordered in branches. */
  readonly protectedText?: ProtectedText;
}

/** The translation of a string that has the same text as a wanted one. */
export interface Candidate extends FoundLocation {
  readonly project: string;
  readonly locale: string;
  readonly meaning: string;
  readonly category?: PluralCategory;
  readonly text: string;
  readonly reading: ProtectedText;
}

/**
 * Returns the strings of a plan that may be translated elsewhere in the project, each once, however many jobs it has.
 * Omits documents, passages, and messages of which some branches are on order.
 */
export async function wantedStrings(
  plan: Plan,
  sources: readonly SourceFile[],
  { inFlight }: Pick<PlanHistory, 'inFlight'>,
): Promise<readonly WantedString[]> {
  const files = new Map(sources.map((source) => [fileIdentity(source.project.id, source.path), lookupOf(source)]));
  const wanted = new Map<string, WantedString>();
  const slice = new TimeSlice();
  for (const { document, units, protectedText } of plan.jobs) {
    if (slice.isOver) await slice.rest();
    if (document !== undefined) continue;
    for (const { branch, ...unit } of units) {
      const identity = messageIdentity(unit);
      const file = files.get(fileIdentity(unit.project, unit.file));
      if (file === undefined || !isFileUnit(unit) || wanted.has(identity) || isInFlight(inFlight, unit)) continue;
      const from = sourceUnitOf(file.byId, unit.key);
      if (from === undefined) continue;
      wanted.set(identity, {
        unit,
        from,
        source: file.source,
        meaning: file.meaningOf(from),
        ...present({
          category: categoryOf(from, unit.key),
          protectedText: branch === undefined ? protectedText : undefined,
        }),
      });
    }
  }
  return [...wanted.values()];
}

function fileIdentity(project: string, path: string): string {
  return JSON.stringify([project, path]);
}

/** Returns how the format and the program read a wanted string; undefined if it can't be protected. */
export function readingOf({ source, from }: Pick<WantedString, 'source' | 'from'>): ProtectedText | undefined {
  return lookupOf(source).readingOf(from);
}

/** The data by which a file's strings are compared, computed once for all of its targets. */
interface SourceLookup {
  readonly source: SourceFile;
  readonly byId: ReadonlyMap<string, Unit>;
  readonly meaningOf: (from: Unit) => string;
  /** Returns how the file's format and program read a string; undefined if it can't be protected. */
  readonly readingOf: (from: Unit) => ProtectedText | undefined;
}

const lookups = new WeakMap<SourceFile, SourceLookup>();

function lookupOf(source: SourceFile): SourceLookup {
  const lookup = lookups.get(source) ?? newLookup(source);
  lookups.set(source, lookup);
  return lookup;
}

function newLookup(source: SourceFile): SourceLookup {
  const sets = Map.groupBy(source.units, pluralSetOf);
  return {
    source,
    byId: new Map(source.units.map((unit) => [unit.id, unit])),
    meaningOf: cached((from) => {
      const set = pluralSetOf(from);
      const member = set === undefined ? undefined : splitPlural(from.id);
      // A plural is the same only as a whole: forms of different plurals do not go together.
      const forms = set === undefined ? [] : (sets.get(set) ?? []);
      return JSON.stringify([
        member === undefined
          ? withLineFeeds(from.text)
          : forms.map(({ plural, text }) => [plural, withLineFeeds(text)]),
        member?.ordinal ?? null,
        from.markup ?? false,
        contextOf(source.format.id, member?.base ?? from.id),
      ]);
    }),
    readingOf: cached((from) => read(from, source)),
  };
}

function cached<T>(compute: (from: Unit) => T): (from: Unit) => T {
  const results = new Map<Unit, T>();
  return (from) => {
    if (!results.has(from)) results.set(from, compute(from));
    return results.get(from) as T;
  };
}

/** Files may have different line ends, and a translation gets those of its source. */
export function withLineFeeds(text: string): string {
  return text.replace(/\r\n?/gu, '\n');
}

/**
 * Returns the context in which a format defines a string, '' if it has none: gettext's domain and msgctxt, Qt's context
 * and disambiguation. Both formats have the context in the id, next to the text.
 */
function contextOf(formatId: string, id: string): string {
  if (formatId !== 'po' && formatId !== 'qt') return '';
  const path = splitKeyPath(id);
  // The number of a repeated message: no other message is known to have the same context.
  if (path === undefined) return id;
  if (path.length === 1) return '';
  return JSON.stringify(formatId === 'po' ? path.slice(0, -1) : path.toSpliced(1, 1));
}

function categoryOf(from: Unit, id: string): PluralCategory | undefined {
  if (from.plural === undefined) return undefined;
  return splitPlural(id)?.category;
}

function read(from: Unit, source: SourceFile): ProtectedText | undefined {
  try {
    return protect(from.text, source.syntaxesOf(from), undefined, source.apostrophesOf(from));
  } catch (error) {
    if (error instanceof UnprotectableError) return undefined;
    throw error;
  }
}

/** The wanted strings of a project in one locale: the plural forms of each meaning. */
export interface WantedGroup {
  readonly project: string;
  readonly locale: string;
  readonly forms: ReadonlyMap<string, ReadonlySet<PluralCategory | undefined>>;
}

/** Groups wanted strings by their projects and locales. */
export function groupWanted(wanted: readonly WantedString[]): readonly WantedGroup[] {
  const groups = Map.groupBy(wanted, ({ unit }) => JSON.stringify([unit.project, comparisonKey(unit.locale)]));
  return [...groups.values()].flatMap((ofLocale) => {
    const [first] = ofLocale;
    if (first === undefined) return [];
    const forms = new Map<string, Set<PluralCategory | undefined>>();
    for (const { meaning, category } of ofLocale) forms.set(meaning, (forms.get(meaning) ?? new Set()).add(category));
    return [{ project: first.unit.project, locale: first.unit.locale, forms }];
  });
}

/** Whether a source file has strings with the texts of wanted ones. */
export function hasTextOf(source: SourceFile, { project, forms }: WantedGroup): boolean {
  if (source.project.id !== project) return false;
  const { meaningOf } = lookupOf(source);
  return source.units.some((unit) => forms.has(meaningOf(unit)));
}

/**
 * Returns the translations of a target that may be those of wanted strings. Omits empty, simulated and outdated ones,
 * those that need work, and those that equal their source although it has words.
 */
export function candidatesIn(
  source: SourceFile,
  target: TargetFile,
  { forms }: WantedGroup,
  history: PlanHistory,
): readonly Candidate[] {
  if (!hasSameUnits(source, target)) return [];
  const { byId, meaningOf, readingOf } = lookupOf(source);
  const isTranslation = translationRule(source, target, history);
  const candidates = new Map<string, Candidate>();
  for (const unit of source.units) {
    const meaning = meaningOf(unit);
    for (const category of forms.get(meaning) ?? []) {
      const key = keyOfForm(unit, category);
      if (key === undefined || candidates.has(key)) continue;
      const from = sourceUnitOf(byId, key);
      const current = targetUnitOf(target.units, key);
      if (from === undefined || current === undefined || !isTranslation(key, from, current)) continue;
      const reading = readingOf(from);
      if (reading === undefined) continue;
      candidates.set(key, {
        project: source.project.id,
        locale: target.locale,
        file: target.path,
        key,
        meaning,
        text: current.text,
        reading,
        ...present({ category }),
      });
    }
  }
  return [...candidates.values()];
}

/** Returns a function that says whether a value is a finished translation of its source. */
function translationRule(
  source: SourceFile,
  { locale }: TargetFile,
  { delivered }: PlanHistory,
): (key: string, from: Unit, current: Unit) => boolean {
  const file = { project: source.project.id, file: source.path, locale, sourceHash: '' };
  const positions = once(() => new Map(source.units.map((unit, position) => [unit, position])));
  return (key, from, current) => {
    if (from.translatable === false || current.needsWork === true) return false;
    if (current.text.trim() === '' || current.markup !== from.markup) return false;
    if (current.text === from.text && sourceWordsOf(source).kindOf(from, positions().get(from) ?? 0) !== 'wordless')
      return false;
    return isUpToDate(from, current, delivered.get(messageIdentity({ ...file, key })));
  };
}

/** Returns the key of a plural form of a unit's plural; undefined if the unit has no such form. */
function keyOfForm(unit: Unit, category: PluralCategory | undefined): string | undefined {
  if (category === undefined) return unit.plural === undefined ? unit.id : undefined;
  const member = unit.plural === undefined ? undefined : splitPlural(unit.id);
  if (member === undefined) return undefined;
  return joinPlural({ ...member, category });
}

/** Whether a value is a person's translation of the current source, as far as the journal knows. */
function isUpToDate(from: Unit, current: Unit, delivered: ReturnType<PlanHistory['delivered']['get']>): boolean {
  const isDelivered = delivered?.valueHash === hashText(current.text);
  return !isDelivered || (!delivered.simulated && delivered.sourceHash === hashText(from.text));
}
