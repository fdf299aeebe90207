import { comparisonKey } from '../../../base/locale.ts';
import { once } from '../../../base/once.ts';
import { present } from '../../../base/present.ts';
import { TimeSlice } from '../../../base/timeSlice.ts';
import type { ObsoleteUnit, PluralCategory, Unit } from '../../../formats/format.ts';
import { joinPlural, splitKeyPath, splitPlural } from '../../../formats/kit/unitId.ts';
import { protect } from '../../../placeholders/protect.ts';
import { UnprotectableError, type ProtectedText } from '../../../placeholders/read/placeholder.ts';
import type { SourceFile, TargetFile } from '../files/localeFile.ts';
import { targetUnitOf } from '../../../formats/targetUnit.ts';
import { type LastDelivery, type PlanHistory, isInFlight } from '../../model/plan/planHistory.ts';
import { hashText } from '../../model/hash.ts';
import { isOrderedText, pluralSetOf, sourceUnitOf } from '../../model/sourceUnit.ts';
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
  /** Text and context as one text. Strings with the same meaning and plural form may have the same translation. */
  readonly meaning: string;
  readonly category?: PluralCategory;
  readonly sourceUnit: Unit;
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
  /** How the candidate's format and program read its source text. */
  readonly reading: ProtectedText;
  /** The file kept it when its string was no longer in use, so it may be the translation of its own string. */
  readonly isObsolete?: true;
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
  const strings = new Map<string, WantedString>();
  const slice = new TimeSlice();
  for (const { document, units, protectedText } of plan.jobs) {
    if (slice.isOver) await slice.rest();
    if (document !== undefined) continue;
    // Without its branch, a unit stands for the whole message.
    for (const { branch, ...unit } of units) {
      const identity = messageIdentity(unit);
      const file = files.get(fileIdentity(unit.project, unit.file));
      if (file === undefined || !isFileUnit(unit) || strings.has(identity) || isInFlight(inFlight, unit)) continue;
      const sourceUnit = sourceUnitOf(file.byId, unit.key);
      if (sourceUnit === undefined) continue;
      strings.set(identity, {
        unit,
        sourceUnit,
        source: file.source,
        meaning: file.meaningOf(sourceUnit),
        ...present({
          category: categoryOf(sourceUnit, unit.key),
          protectedText: branch === undefined ? protectedText : undefined,
        }),
      });
    }
  }
  return [...strings.values()];
}

function fileIdentity(project: string, path: string): string {
  return JSON.stringify([project, path]);
}

/** Returns how the format and the program read a wanted string; undefined if it can't be protected. */
export function readingOf(string: Pick<WantedString, 'source' | 'sourceUnit'>): ProtectedText | undefined {
  return lookupOf(string.source).readingOf(string.sourceUnit);
}

/** The data by which a file's strings are compared, computed once for all of its targets. */
interface SourceLookup {
  readonly source: SourceFile;
  readonly byId: ReadonlyMap<string, Unit>;
  readonly meaningOf: (sourceUnit: Unit) => string;
  /** Returns how the file's format and program read a string; undefined if it can't be protected. */
  readonly readingOf: (sourceUnit: Unit) => ProtectedText | undefined;
}

const lookups = new WeakMap<SourceFile, SourceLookup>();

function lookupOf(source: SourceFile): SourceLookup {
  const lookup = lookups.get(source) ?? newLookup(source);
  lookups.set(source, lookup);
  return lookup;
}

function newLookup(source: SourceFile): SourceLookup {
  const formsBySet = Map.groupBy(source.units, pluralSetOf);
  const meaningOf = (sourceUnit: Unit): string => {
    const setId = pluralSetOf(sourceUnit);
    const member = setId === undefined ? undefined : splitPlural(sourceUnit.id);
    // A plural is the same only as a whole: forms of different plurals do not go together.
    const forms = setId === undefined ? [] : (formsBySet.get(setId) ?? []);
    const textsOfForms = forms.map(({ plural, text }) => [plural, withLineFeeds(text)]);
    return JSON.stringify([
      member === undefined ? withLineFeeds(sourceUnit.text) : textsOfForms,
      member?.ordinal ?? null,
      sourceUnit.markup ?? false,
      contextOf(source.format.id, member?.base ?? sourceUnit.id),
    ]);
  };
  return {
    source,
    byId: new Map(source.units.map((unit) => [unit.id, unit])),
    meaningOf: cached(meaningOf),
    readingOf: cached((sourceUnit) => tryToProtect(sourceUnit, source)),
  };
}

/** Returns a function that computes its result only once for each unit. */
function cached<T>(compute: (unit: Unit) => T): (unit: Unit) => T {
  const results = new Map<Unit, T>();
  return (unit) => {
    if (!results.has(unit)) results.set(unit, compute(unit));
    return results.get(unit) as T;
  };
}

/** Returns a text with LF line ends. Files may have different ones, and a translation gets those of its source. */
export function withLineFeeds(text: string): string {
  return text.replace(/\r\n?/gu, '\n');
}

/**
 * Returns the context in which a format defines a string, '' if it has none: gettext's domain and msgctxt, Qt's context
 * and disambiguation. Both formats have the context in the id, next to the text, which is last in gettext, second in Qt.
 */
function contextOf(formatId: string, id: string): string {
  if (formatId !== 'po' && formatId !== 'qt') return '';
  const path = splitKeyPath(id);
  // A repeated message has a number in its id, which is no path: its context is like no other's.
  if (path === undefined) return id;
  if (path.length === 1) return '';
  return JSON.stringify(formatId === 'po' ? path.slice(0, -1) : path.toSpliced(1, 1));
}

function categoryOf(sourceUnit: Unit, id: string): PluralCategory | undefined {
  if (sourceUnit.plural === undefined) return undefined;
  return splitPlural(id)?.category;
}

function tryToProtect(sourceUnit: Unit, source: SourceFile): ProtectedText | undefined {
  try {
    return protect(sourceUnit.text, source.syntaxesOf(sourceUnit), undefined, source.apostrophesOf(sourceUnit));
  } catch (error) {
    if (error instanceof UnprotectableError) return undefined;
    throw error;
  }
}

/** The wanted strings of a project in one locale. */
export interface WantedGroup {
  readonly project: string;
  readonly locale: string;
  /** By meaning: the plural forms that are wanted; undefined for a string that is no plural. */
  readonly forms: ReadonlyMap<string, ReadonlySet<PluralCategory | undefined>>;
}

/** Groups wanted strings by their projects and locales. */
export function groupWanted(strings: readonly WantedString[]): readonly WantedGroup[] {
  const groups = Map.groupBy(strings, ({ unit }) => JSON.stringify([unit.project, comparisonKey(unit.locale)]));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const forms = new Map<string, Set<PluralCategory | undefined>>();
    for (const { meaning, category } of group) forms.set(meaning, (forms.get(meaning) ?? new Set()).add(category));
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
  const isTranslation = translationTest(source, target, history);
  const candidates = new Map<string, Candidate>();
  for (const unit of source.units) {
    const meaning = meaningOf(unit);
    for (const category of forms.get(meaning) ?? []) {
      const key = keyOfForm(unit, category);
      if (key === undefined || candidates.has(key)) continue;
      const sourceUnit = sourceUnitOf(byId, key);
      const targetUnit = targetUnitOf(target.units, key);
      if (sourceUnit === undefined || targetUnit === undefined || !isTranslation(key, sourceUnit, targetUnit)) continue;
      const reading = readingOf(sourceUnit);
      if (reading === undefined) continue;
      candidates.set(key, {
        project: source.project.id,
        locale: target.locale,
        file: target.path,
        key,
        meaning,
        text: targetUnit.text,
        reading,
        ...present({ category }),
      });
    }
  }
  return [...candidates.values()];
}

/** Returns the candidates among translations that a target kept of strings that were no longer in use. */
export function obsoleteCandidates(
  source: SourceFile,
  target: TargetFile,
  { forms }: WantedGroup,
  { history, obsolete }: { readonly history: PlanHistory; readonly obsolete: readonly ObsoleteUnit[] },
): readonly Candidate[] {
  const { byId, meaningOf, readingOf } = lookupOf(source);
  const isTranslation = translationTest(source, target, history);
  return obsolete.flatMap(({ id: key, text, plural, pluralSource }): readonly Candidate[] => {
    const sourceUnit = sourceUnitOf(byId, key);
    if (sourceUnit === undefined || !forms.get(meaningOf(sourceUnit))?.has(plural)) return [];
    // gettext identifies a plural by its singular, so the plural of an obsolete entry may be another one.
    const base = splitPlural(key)?.base ?? key;
    const otherForm = byId.get(joinPlural({ base, category: 'other', ordinal: false }));
    if (pluralSource !== undefined && otherForm?.text !== pluralSource) return [];
    if (!isTranslation(key, sourceUnit, { id: key, text, start: 0, end: 0 })) return [];
    const reading = readingOf(sourceUnit);
    if (reading === undefined) return [];
    const location = { project: source.project.id, locale: target.locale, file: target.path, key };
    const facts = present({ category: plural });
    return [{ ...location, meaning: meaningOf(sourceUnit), text, reading, isObsolete: true, ...facts }];
  });
}

/** Returns a function that says whether a value is a finished translation of its source. */
function translationTest(
  source: SourceFile,
  { locale }: TargetFile,
  { delivered }: PlanHistory,
): (key: string, sourceUnit: Unit, targetUnit: Unit) => boolean {
  // `sourceHash` is required, but the identity of a unit with a key does not contain it.
  const file = { project: source.project.id, file: source.path, locale, sourceHash: '' };
  const positions = once(() => new Map(source.units.map((unit, position) => [unit, position])));
  return (key, sourceUnit, targetUnit) => {
    if (sourceUnit.translatable === false || targetUnit.needsWork === true) return false;
    if (targetUnit.text.trim() === '' || targetUnit.markup !== sourceUnit.markup) return false;
    if (targetUnit.text === sourceUnit.text) {
      const kind = sourceWordsOf(source).kindOf(sourceUnit, positions().get(sourceUnit) ?? 0);
      if (kind !== 'wordless') return false;
    }
    return isUpToDate(sourceUnit, targetUnit, delivered.get(messageIdentity({ ...file, key })));
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
function isUpToDate(sourceUnit: Unit, targetUnit: Unit, delivered: LastDelivery | undefined): boolean {
  const isDelivered = delivered?.valueHash === hashText(targetUnit.text);
  if (!isDelivered) return true;
  return !delivered.simulated && isOrderedText(sourceUnit, delivered.sourceHash);
}
