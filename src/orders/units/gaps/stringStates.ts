import { idsWithin, type StringLimit } from '../../model/plan/stringLimit.ts';
import type { NotRead, SkipReason } from '../../model/plan/plan.ts';
import type { Reason } from '../../../formats/format.ts';
import type { SourceFile, TargetFile } from '../files/localeFile.ts';
import type { OutdatedUnit } from '../history/outdatedUnits.ts';
import { whyUntranslatable, type TargetDraft } from '../plan/planOrder.ts';
import type { SameUnit } from '../plan/sameAsSource.ts';
import { wantedUnits, wholePlurals, type WantedUnit } from '../plan/wantedUnits.ts';
import { present } from '../../../base/present.ts';

/**
 * The states of a target's strings. Each string is in exactly one of them: it is counted in `translated`, or its key is
 * in one list. `fromOtherClone` repeats some keys of `inFlight`.
 */
export interface StringStates {
  /** The number of strings that have a translation with nothing against it. */
  readonly translated: number;
  /** Without a translation. */
  readonly missing: readonly string[];
  /** With a translation from the sandbox only. */
  readonly simulated: readonly string[];
  /** Translations that equal their source and seem to be untranslated. */
  readonly sameAsSource: readonly string[];
  /** Translations whose source has changed since then. */
  readonly outdated: readonly string[];
  /** On order. */
  readonly inFlight: readonly string[];
  /** Those of the strings on order that only seem to be: see `OnOrderMatch.otherClones`. */
  readonly fromOtherClone: readonly string[];
  /** Never ordered, whatever their translation is. Those that are not read from the source are no units. */
  readonly skipped: readonly SkippedString[];
  /** Entries that only the target has and that are not read; they are not counted. Absent without any. */
  readonly unreadInTarget?: readonly SkippedString[];
}

/** A string that is never ordered, and why. */
export interface SkippedString {
  readonly key: string;
  readonly reason: SkipReason;
  /** Why the format can't translate it; absent if the reason says it all. */
  readonly detail?: Reason;
  /** Of an entry that is not read: see `SkippedUnit`. */
  readonly notRead?: NotRead;
}

/** The keys of a target's strings that are on order elsewhere. */
export interface TargetOnOrder {
  readonly keys: ReadonlySet<string>;
  /** Those of them that only seem to be the same strings: see `OnOrderMatch.otherClones`. */
  readonly fromOtherClone: ReadonlySet<string>;
}

/** The strings that are on order elsewhere, by the draft of their target. */
export type KeysOnOrder = ReadonlyMap<Pick<TargetDraft, 'drafts'>, TargetOnOrder>;

/** Finds the strings of targets that are on order elsewhere. */
export type FindOnOrder = (targets: readonly Pick<TargetDraft, 'drafts'>[]) => Promise<KeysOnOrder>;

/** The searches in a target that a draft does not include. */
export interface StringSearches {
  readonly same: readonly SameUnit[] | undefined;
  readonly outdated: readonly OutdatedUnit[] | undefined;
  /** Drafted strings that are on order elsewhere: see `keysOnOrder`. */
  readonly onOrder?: TargetOnOrder | undefined;
}

/**
 * Returns the strings that a target should have, of those within a limit: a plural counts as the forms that the
 * program reads in the target's language, without forms that are copies of another one.
 */
export function stringsOf(source: SourceFile, target: TargetFile, limit?: StringLimit): readonly WantedUnit[] {
  const strings = wantedUnits(source, target).filter(({ unusedNextTo }) => unusedNextTo === undefined);
  const limitedIds = idsWithin(limit, source);
  if (limitedIds === undefined) return strings;
  const chosenIds = wholePlurals(source.units, limitedIds);
  return strings.filter(({ sourceUnit }) => chosenIds.has(sourceUnit.id));
}

/** Returns the states of a target's strings. A string whose source was changed after its delivery is outdated. */
export function stringStates(
  strings: readonly WantedUnit[],
  { drafts, skipped }: Pick<TargetDraft, 'drafts' | 'skipped'>,
  { same = [], outdated = [], onOrder }: StringSearches,
): StringStates {
  type Reason = TargetDraft['drafts'][number]['reason'];
  const draftedFor = (isIncluded: (reason: Reason) => boolean): readonly string[] =>
    drafts.filter(({ reason }) => isIncluded(reason)).flatMap(({ units }) => units.flatMap(({ key }) => key ?? []));
  const skippedFor = (skipReason: SkipReason): readonly string[] =>
    skipped.filter(({ reason }) => reason === skipReason).map(({ key }) => key);

  const uncountedIds = new Set(strings.map(({ id }) => id));
  const counted = (keys: readonly string[]): readonly string[] => keys.filter((key) => uncountedIds.delete(key));
  const unread = skipped.flatMap((unit): readonly SkippedString[] => {
    const { key, reason, notRead } = unit;
    return notRead === undefined ? [] : [{ key, reason, notRead, detail: notRead.cause }];
  });
  // An entry of the source is a string, though no unit; one of the target may be the text of one.
  const ofUnits = new Set(unread.filter(({ key, notRead }) => notRead?.in === 'target' && uncountedIds.has(key)));
  const ofSource = unread.filter(({ notRead }) => notRead?.in === 'source');
  const ofTarget = unread.filter((entry) => entry.notRead?.in === 'target' && !ofUnits.has(entry));
  const certainlyInFlight = new Set(skippedFor('in-flight'));
  // The first list that has a key keeps it, so the order of these calls matters.
  const states = {
    inFlight: counted([...certainlyInFlight, ...(onOrder?.keys ?? [])]),
    fromOtherClone: [...(onOrder?.fromOtherClone ?? [])].filter((key) => !certainlyInFlight.has(key)),
    skipped: [
      ...neverOrdered(strings, new Set(skippedFor('unwritable'))).filter(({ key }) => uncountedIds.delete(key)),
      ...[...ofUnits].filter(({ key }) => uncountedIds.delete(key)),
      ...ofSource,
    ],
    missing: counted([
      ...draftedFor((reason) => reason !== 'changed' && reason !== 'simulated'),
      ...skippedFor('unprotectable'),
    ]),
    simulated: counted(draftedFor((reason) => reason === 'simulated')),
    sameAsSource: counted(same.flatMap(({ forms }) => forms.map(({ key }) => key))),
    outdated: counted([...draftedFor((reason) => reason === 'changed'), ...outdated.map(({ key }) => key)]),
  };
  const unreadInTarget = ofTarget.length === 0 ? undefined : ofTarget;
  return { ...states, translated: uncountedIds.size, ...present({ unreadInTarget }) };
}

/** Returns the strings that are never ordered: because of their source, or because the target can't be compared. */
function neverOrdered(strings: readonly WantedUnit[], unwritableIds: ReadonlySet<string>): readonly SkippedString[] {
  return strings.flatMap(({ id, sourceUnit }): readonly SkippedString[] => {
    const reason = whyUntranslatable(sourceUnit) ?? (unwritableIds.has(id) ? 'unwritable' : undefined);
    if (reason === undefined) return [];
    return [{ key: id, reason, ...present({ detail: sourceUnit.reason }) }];
  });
}
