import type { OutdatedUnit } from '../history/outdatedUnits.ts';
import type { SameUnit } from '../plan/sameAsSource.ts';
import type { TargetDraft } from '../plan/planOrder.ts';

/**
 * The keys of a target's strings that are not translated, by their states. Each key is in at most one list, except for
 * `fromOtherClone`, which repeats some of `inFlight`.
 */
export interface StringStates {
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

/** Returns the states of a target's strings. A string whose source was changed after its delivery is outdated. */
export function stringStates(
  { drafts, skipped }: Pick<TargetDraft, 'drafts' | 'skipped'>,
  { same = [], outdated = [], onOrder }: StringSearches,
): StringStates {
  type Reason = TargetDraft['drafts'][number]['reason'];
  const draftedFor = (isIncluded: (reason: Reason) => boolean): readonly string[] =>
    drafts.filter(({ reason }) => isIncluded(reason)).flatMap(({ units }) => units.flatMap(({ key }) => key ?? []));
  const skippedFor = (skipReason: TargetDraft['skipped'][number]['reason']): readonly string[] =>
    skipped.filter(({ reason }) => reason === skipReason).map(({ key }) => key);

  const listedKeys = new Set<string>();
  const withoutListed = (keys: readonly string[]): readonly string[] => {
    const newKeys = [...new Set(keys)].filter((key) => !listedKeys.has(key));
    for (const key of newKeys) listedKeys.add(key);
    return newKeys;
  };
  const certainlyInFlight = new Set(skippedFor('in-flight'));
  // The first list that has a key keeps it, so the order of these calls matters.
  return {
    inFlight: withoutListed([...certainlyInFlight, ...(onOrder?.keys ?? [])]),
    fromOtherClone: [...(onOrder?.fromOtherClone ?? [])].filter((key) => !certainlyInFlight.has(key)),
    missing: withoutListed([
      ...draftedFor((reason) => reason !== 'changed' && reason !== 'simulated'),
      ...skippedFor('unprotectable'),
    ]),
    simulated: withoutListed(draftedFor((reason) => reason === 'simulated')),
    sameAsSource: withoutListed(same.flatMap(({ forms }) => forms.map(({ key }) => key))),
    outdated: withoutListed([...draftedFor((reason) => reason === 'changed'), ...outdated.map(({ key }) => key)]),
  };
}
