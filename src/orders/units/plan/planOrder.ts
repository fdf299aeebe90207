import { present } from '../../../base/present.ts';
import type { Unit } from '../../../formats/format.ts';
import type { ProtectedText } from '../../../placeholders/read/placeholder.ts';
import type { SourceFile, TargetFile } from '../files/localeFile.ts';
import { omittedFinder } from '../files/omittedStrings.ts';
import { rehearseDelivery } from '../files/rehearseDelivery.ts';
import { isTranslatedInOtherForms, targetUnitOf } from '../../../formats/targetUnit.ts';
import { type LastDelivery, type PlanHistory, isOnOrder, mayBeInFlight } from '../../model/plan/planHistory.ts';
import { hashText } from '../../model/hash.ts';
import { isOrderedText, sourceHashOf } from '../../model/sourceUnit.ts';
import { unitIdentity, titleOfUnit } from '../../model/unitName.ts';
import type { UnitRef } from '../../model/unitRef.ts';
import { alignedUnits } from './alignedUnits.ts';
import { numbersOfForm } from './numbersOfForm.ts';
import { tryProtect } from './tryProtect.ts';
import { isUntranslated } from '../source/unitLocator.ts';
import type { SameCandidates, SameUnit } from './sameAsSource.ts';
import { SameCollector } from './sameCollector.ts';
import { translatorNote } from './translatorNote.ts';
import { entriesNotRead, notRead } from './unreadEntries.ts';
import { wantedTexts } from './wantedTexts.ts';
import { wantedUnits, wholePlurals, type WantedUnit } from './wantedUnits.ts';
import type { Plan, PlannedJob, PlanReason, SameText, SkippedUnit, SkipReason } from '../../model/plan/plan.ts';
import { languageOf, sourceLanguageOf, supportedLocales } from '../../model/plan/plannedLocales.ts';
import { untilOf } from './planDocuments.ts';

/** What to plan: the units of a source file, into the locales of these targets. */
export interface PlanRequest {
  readonly source: SourceFile;
  readonly targets: readonly TargetFile[];
  /** Ids of the units to order whatever their state; if absent, those that are missing or changed. */
  readonly selected?: ReadonlySet<string> | undefined;
  /** Ids of the units, and keys of omitted entries, to which the plan is limited, whatever else is selected; if absent, all. */
  readonly only?: ReadonlySet<string> | undefined;
  /** Ids of outdated units (see `findOutdated`) that the user chose to order, by target locale. */
  readonly outdated?: ReadonlyMap<string, ReadonlySet<string>> | undefined;
  /** Order plural forms that the target's own plural sets don't have, too. */
  readonly unusedForms?: boolean | undefined;
  readonly sameAsSource?: SameAsSourceChoice | undefined;
  readonly history: PlanHistory;
  /** Language codes the service offers. */
  readonly languages: readonly string[];
  readonly signal?: AbortSignal | undefined;
  /** Drafts of some targets that exist already, by locale: these targets are not planned a second time. */
  readonly drafts?: ReadonlyMap<string, TargetDraft>;
}

/** The units that equal their source and seem to be untranslated, by locale, and the keys of those to order. */
export interface SameAsSourceChoice {
  readonly found: ReadonlyMap<string, readonly SameUnit[]>;
  readonly chosen: ReadonlyMap<string, ReadonlySet<string>>;
}

/**
 * Plans which units to order, and why. Targets in locales that the service doesn't translate into are listed as failed.
 * Rejects with OrderError 'locale-unsupported' if all targets are in such locales, or if the source is.
 */
export async function planOrder(request: PlanRequest): Promise<Plan> {
  const { source, targets, languages, history, drafts } = request;
  const sourceLanguage = sourceLanguageOf(source.locale, languages);
  const skipped: SkippedUnit[] = [];
  const jobs: PlannedJob[] = [];
  const { supported, failedLocales } = supportedLocales(
    targets.map(({ locale }) => locale),
    languages,
  );
  const supportedLocaleNames = new Set(supported.map(({ locale }) => locale));
  for (const target of targets) {
    if (!supportedLocaleNames.has(target.locale)) continue;
    // A draft has neither units that equal their source nor outdated ones, so it is made again if the user chose some.
    const draft = hasChosenUnits(request, target.locale) ? undefined : drafts?.get(target.locale);
    const planned = await planTarget(request, draft ?? draftTarget(request, target));
    jobs.push(...planned.jobs);
    skipped.push(...planned.skipped);
  }
  return {
    sourceLocale: source.locale,
    sourceLanguage,
    jobs,
    skipped,
    ...present({ sameAsSource: notChosen(request) }),
    ...failedLocales,
    ...untilOf(history),
  };
}

/** Whether the user chose to order units that have a translation: those that equal their source, or outdated ones. */
function hasChosenUnits({ sameAsSource, outdated }: PlanRequest, locale: string): boolean {
  const sameCount = sameAsSource?.chosen.get(locale)?.size ?? 0;
  const outdatedCount = outdated?.get(locale)?.size ?? 0;
  return sameCount + outdatedCount > 0;
}

/** Returns the units of the targets that equal their source and were not chosen; undefined if they are not known. */
function notChosen({ targets, sameAsSource }: PlanRequest): readonly SameText[] | undefined {
  if (sameAsSource === undefined) return undefined;
  return targets.flatMap(({ locale }) => {
    // A plural is named by its first form.
    const keys = (sameAsSource.found.get(locale) ?? []).map(({ forms: [firstForm] }) => firstForm.key);
    const chosenKeys = sameAsSource.chosen.get(locale);
    return keys.filter((key) => chosenKeys?.has(key) !== true).map((key) => ({ key, locale }));
  });
}

/** A job to be planned; units with the same text are added to it. */
interface Draft {
  readonly title: string;
  /** The source unit that the job was begun for. */
  readonly sourceUnit: Unit;
  /** See `PlannedJob`. */
  readonly isForm: boolean;
  readonly reason: PlanReason;
  readonly protectedText: ProtectedText;
  /** See `PlannedJob`. */
  readonly sameAs: string | undefined;
  readonly units: UnitRef[];
  /** Those of the units that are plural forms with the translation of another form. */
  readonly copies: UnitRef[];
  readonly notes: string[];
}

/** More would not help the translator, and the length of a comment is limited. */
const maxNotes = 20;

/**
 * The units of a target to be ordered, before it is checked whether the file can represent them, and those that equal
 * their source, which are not ordered unless they are chosen.
 */
export interface TargetDraft extends SameCandidates {
  readonly targetLanguage: string;
  readonly drafts: readonly Draft[];
  readonly skipped: readonly SkippedUnit[];
}

/**
 * Finds the units of a target that need translating, and why. Does not check whether the target can represent them,
 * for which the whole file would have to be written. Throws OrderError 'locale-unsupported'.
 */
export function draftTarget(request: Omit<PlanRequest, 'targets' | 'drafts'>, target: TargetFile): TargetDraft {
  const { source, history, languages } = request;
  const targetLanguage = languageOf(target.locale, languages);
  const { only } = request;
  const [selected, limited] = [request.selected, only].map((ids) => ids && wholePlurals(source.units, ids));
  // An absent set contains every unit.
  const isInScope = (id: string): boolean => selected?.has(id) !== false && limited?.has(id) !== false;
  const skipped: SkippedUnit[] = [];
  if (!hasSameUnits(source, target)) {
    // Keys that are positions would name other units in the target.
    for (const { id } of source.units)
      if (isInScope(id)) skipped.push({ key: id, locale: target.locale, reason: 'unwritable' });
    return { target, targetLanguage, drafts: [], same: [], skipped };
  }
  const chosenSameIds = request.sameAsSource?.chosen.get(target.locale);
  const outdatedIds = request.outdated?.get(target.locale);
  const sameCollector = new SameCollector();
  const drafts = new Map<string, Draft>();
  const aligned = alignedUnits(source, target);
  const deliveryOf = deliveriesTo(source, target, history);
  const omittedOf = omittedFinder(target.omitted);
  for (const wantedUnit of wantedUnits(source, target)) {
    const { id, sourceUnit, position } = wantedUnit;
    if (!isInScope(sourceUnit.id)) continue;
    const targetUnit = position === undefined ? targetUnitOf(target.units, id) : aligned[position];
    const isTranslatedOtherwise =
      targetUnit === undefined &&
      selected === undefined &&
      isTranslatedInOtherForms(source.format.id, target.units, id);
    if (isTranslatedOtherwise) {
      sameCollector.addTranslated(wantedUnit, targetUnit);
      continue;
    }
    const delivered = targetUnit === undefined ? undefined : deliveryOf(id);
    // Three kinds of reasons: the state of the translation, that it equals its source, and the source's history.
    const reasonOfState = selected === undefined ? whyOrder(wantedUnit, targetUnit, delivered) : 'selected';
    const mayBeSame = reasonOfState === undefined && targetUnit?.text === sourceUnit.text;
    const isOutdated = outdatedIds?.has(id) === true;
    if (reasonOfState === undefined && !mayBeSame && !isOutdated) {
      sameCollector.addTranslated(wantedUnit, targetUnit);
      continue;
    }

    const toRef = (): UnitRef => unitRef(source, target, wantedUnit, targetUnit);
    const isSame = mayBeSame && isUntouched(wantedUnit, toRef, delivered, history);
    if (isSame) sameCollector.add(wantedUnit);
    else sameCollector.addTranslated(wantedUnit, targetUnit);
    const reasonOfHistory = isOutdated ? 'outdated' : undefined;
    const isChosenSame = isSame && chosenSameIds?.has(id) === true;
    const reason = reasonOfState ?? (isChosenSame ? 'same-as-source' : reasonOfHistory);
    if (reason === undefined) continue;

    const hidden = reason === 'missing' ? omittedOf(id) : undefined;
    if (hidden !== undefined) {
      skipped.push({ ...notRead(hidden, 'target', target.locale), key: id });
      continue;
    }
    const unit = toRef();
    const unusedNextTo = request.unusedForms === true ? undefined : wantedUnit.unusedNextTo;
    // The last step adds the unit to the drafts, unless it is skipped.
    const skipReason =
      whySkip(sourceUnit, unit, history) ??
      (hasMovedHere(unit, targetUnit, history) ? 'in-flight' : undefined) ??
      (unusedNextTo === undefined ? addDrafts(drafts, { wantedUnit, unit, reason }, request, target) : 'unused-form');
    if (skipReason === undefined) continue;
    const forms = skipReason === 'unused-form' ? unusedNextTo : undefined;
    skipped.push({ key: id, locale: target.locale, reason: skipReason, ...present({ forms }) });
  }
  if (selected === undefined) skipped.push(...entriesNotRead(source, target, skipped, only));
  return { target, targetLanguage, drafts: [...drafts.values()], same: sameCollector.units, skipped };
}

/**
 * Returns how many units of a target are missing or changed, and how many have a simulated translation. A plural form
 * that is a copy of another one is not counted.
 */
export function countDraftedUnits({ drafts }: TargetDraft): { readonly missing: number; readonly simulated: number } {
  const counts = { missing: 0, simulated: 0 };
  for (const { reason, units, copies } of drafts)
    counts[reason === 'simulated' ? 'simulated' : 'missing'] += units.length - copies.length;
  return counts;
}

/** Turns the drafts of a target into jobs, without the units that could not be delivered. */
async function planTarget(
  request: PlanRequest,
  { target, targetLanguage, drafts, skipped }: TargetDraft,
): Promise<Pick<Plan, 'jobs' | 'skipped'>> {
  const { source, signal } = request;
  const refs = drafts.flatMap(({ units }) => units);
  const obstacles = await rehearseDelivery(source, target, refs, signal);
  return {
    jobs: drafts.flatMap((draft) => {
      const units = draft.units.filter(({ key }) => key === undefined || !obstacles.has(key));
      if (units.length === 0) return [];
      return [toJob({ ...draft, units }, target.locale, targetLanguage)];
    }),
    skipped: [
      ...skipped,
      ...[...obstacles].map(([key, reason]): SkippedUnit => ({ key, locale: target.locale, reason })),
    ],
  };
}

/** A unit to be ordered, and why. */
interface UnitToOrder {
  readonly wantedUnit: WantedUnit;
  readonly unit: UnitRef;
  readonly reason: PlanReason;
}

/** Adds all texts of a unit to the drafts. Or adds none of them, and returns why the unit is skipped. */
function addDrafts(
  drafts: Map<string, Draft>,
  { wantedUnit, unit, reason }: UnitToOrder,
  { source, history }: Pick<PlanRequest, 'source' | 'history'>,
  target: TargetFile,
): SkipReason | undefined {
  const { sourceUnit } = wantedUnit;
  // Whether `unit` itself is on order has been checked before.
  const isNotOnOrder = (ref: UnitRef): boolean => ref === unit || !isOnOrder(history, ref);
  const refOfKey = (key: string): UnitRef => {
    if (key === unit.key) return unit;
    return unitRef(source, target, { id: key, sourceUnit }, targetUnitOf(target.units, key));
  };
  const texts = wantedTexts(wantedUnit, source, target).flatMap((text) => {
    // The job is named after the first use; the others are copies: `items_many` gets the translation of `items_other`.
    const [first, ...copies] = text.uses.map(({ key, branch }): UnitRef => {
      if (branch === undefined) return refOfKey(key);
      return { ...refOfKey(key), branch };
    });
    // Some branches of a message may be on order already.
    if (first === undefined || !isNotOnOrder(first)) return [];
    // Texts with equal keys become one job. The keys of a plural's forms differ even if their texts are equal.
    const { branch } = text;
    const numbers = numbersOfForm({ ...wantedUnit, text }, source, target.locale);
    const draftKey = JSON.stringify([
      text.text,
      sourceUnit.markup ?? false,
      wantedUnit.plural ?? null,
      sourceUnit.maxChars ?? null,
      branch?.conditions ?? branch?.form ?? null,
      branch?.kind ?? null,
      numbers,
    ]);
    const sameDraft = drafts.get(draftKey);
    return [
      {
        text,
        draftKey,
        sameDraft,
        units: [first, ...copies.filter(isNotOnOrder)],
        protectedText: sameDraft?.protectedText ?? tryProtect(sourceUnit, text, source, numbers),
      },
    ];
  });
  if (texts.length === 0) return 'in-flight';
  if (texts.some(({ protectedText }) => protectedText === undefined)) return 'unprotectable';

  for (const { text, draftKey, sameDraft, units, protectedText } of texts) {
    if (protectedText === undefined) continue;
    const draft = sameDraft ?? {
      title: titleOfUnit(wantedUnit.id, text.branch),
      sourceUnit,
      isForm: text.isForm === true,
      reason,
      protectedText,
      sameAs: wantedUnit.plural === undefined && text.branch === undefined ? draftKey : undefined,
      units: [],
      copies: [],
      notes: [],
    };
    drafts.set(draftKey, draft);
    draft.units.push(...units);
    draft.copies.push(...units.filter(({ key }) => key !== wantedUnit.id));
    const context = { locale: target.locale, plurals: source.plurals };
    if (draft.notes.length < maxNotes)
      draft.notes.push(translatorNote(wantedUnit, { ...text, protectedText }, context));
  }
  return undefined;
}

/** Whether ids that are positions are the same in source and target. Else the wrong unit could be overwritten. */
export function hasSameUnits({ format, units }: SourceFile, target: TargetFile): boolean {
  if (!format.idsArePositions || target.units.size === 0) return true;
  return units.length === target.units.size && units.every(({ id }) => target.units.has(id));
}

/** Returns a unit as it would be ordered: with the hashes of its source and of its current value. */
function unitRef(
  source: SourceFile,
  target: TargetFile,
  { id, sourceUnit }: Pick<WantedUnit, 'id' | 'sourceUnit'>,
  targetUnit: Unit | undefined,
): UnitRef {
  const sourceHash = sourceHashOf(sourceUnit);
  const ref: UnitRef = {
    project: source.project.id,
    file: source.path,
    key: id,
    locale: target.locale,
    targetFile: target.path,
    sourceHash,
  };
  if (targetUnit === undefined || targetUnit.text === '') return ref;
  return { ...ref, targetHash: targetUnit.text === sourceUnit.text ? sourceHash : hashText(targetUnit.text) };
}

function toJob(
  { title, sourceUnit: { maxChars }, isForm, reason, protectedText, sameAs, units, notes }: Draft,
  targetLocale: string,
  targetLanguage: string,
): PlannedJob {
  const unitsWithoutNote = units.length - notes.length;
  const morePlaces = unitsWithoutNote === 1 ? 'one more place' : `${unitsWithoutNote} more places`;
  const furtherUnits = unitsWithoutNote > 0 ? [`… and in ${morePlaces}.`] : [];
  return {
    title,
    protectedText,
    targetLocale,
    targetLanguage,
    units,
    reason,
    note: shorten([...notes.filter((note) => note !== ''), ...furtherUnits].join('\n\n')),
    ...present({ maxChars, sameAs, isForm: isForm ? (true as const) : undefined }),
  };
}

/** Returns a function for the last delivery of each unit of a target, by key. */
function deliveriesTo(
  source: SourceFile,
  { locale }: TargetFile,
  { delivered }: PlanHistory,
): (key: string) => LastDelivery | undefined {
  const file = { project: source.project.id, file: source.path, locale };
  // The identity of a unit with a key does not contain `sourceHash`.
  return delivered.inFile?.(file) ?? ((key) => delivered.get(unitIdentity({ ...file, key, sourceHash: '' })));
}

/** Returns why a unit should be ordered; undefined if it is translated. Hashes only what must be compared. */
function whyOrder(
  { sourceUnit }: WantedUnit,
  targetUnit: Unit | undefined,
  delivered: LastDelivery | undefined,
): PlanReason | undefined {
  if (targetUnit === undefined || targetUnit.text === '' || targetUnit.needsWork === true) return 'missing';
  if (delivered === undefined) return undefined;
  if (!delivered.simulated && isOrderedText(sourceUnit, delivered.sourceHash)) return undefined;
  // A text that was edited after its delivery is no longer a simulated or outdated translation of this extension.
  if (delivered.valueHash !== hashText(targetUnit.text)) return undefined;
  return delivered.simulated ? 'simulated' : 'changed';
}

/** Whether a value that equals its source may be untranslated: it is not on order, and no translator delivered it. */
function isUntouched(
  { id, sourceUnit }: WantedUnit,
  toRef: () => UnitRef,
  delivered: LastDelivery | undefined,
  history: PlanHistory,
): boolean {
  // The delivered translation is the value in the file, which equals its source.
  const wasDelivered = delivered !== undefined && delivered.valueHash === sourceHashOf(sourceUnit);
  if (wasDelivered || whyUntranslatable(sourceUnit) !== undefined) return false;
  return !mayBeInFlight(history.inFlight, id) || !isOnOrder(history, toRef());
}

function whySkip(sourceUnit: Unit, unit: UnitRef, history: PlanHistory): SkipReason | undefined {
  const { earlierText } = sourceUnit;
  const isOnOrderNow =
    isOnOrder(history, unit) ||
    (earlierText !== undefined && isOnOrder(history, { ...unit, sourceHash: hashText(earlierText) }));
  return whyUntranslatable(sourceUnit) ?? (isOnOrderNow ? 'in-flight' : undefined);
}

/** Returns why a string is never ordered, whatever its translation is; undefined if it may be. */
export function whyUntranslatable(sourceUnit: Unit): SkipReason | undefined {
  if (sourceUnit.translatable === false) return 'not-translatable';
  return sourceUnit.text.trim() === '' ? 'empty' : undefined;
}

/** Whether a string that is on order was moved here: its key was renamed, or its file moved. */
function hasMovedHere(unit: UnitRef, targetUnit: Unit | undefined, { moved }: PlanHistory): boolean {
  const movedUnit = moved?.get(unitIdentity(unit));
  return movedUnit !== undefined && isUntranslated(unit.targetHash, targetUnit?.needsWork, movedUnit.targetHash);
}

/** In UTF-16 units. The contract's limit of a comment is 25,000 characters, which also has the user's own comment. */
const maxNoteLength = 20_000;

function shorten(note: string): string {
  if (note.length <= maxNoteLength) return note;
  return `${note.slice(0, maxNoteLength).toWellFormed()}…`;
}
