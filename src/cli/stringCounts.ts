import * as l10n from '@vscode/l10n';
import { comparisonKey, languageOf } from '../base/locale.ts';
import { knownLanguageCodes } from '../locales/languageCode.ts';
import { damagedUnits, type DamagedUnit } from '../orders/spend/check/damagedUnits.ts';
import { openTargetFile, type SourceFile, type TargetFile } from '../orders/units/files/localeFile.ts';
import { noHistory, type PlanHistory } from '../orders/journal/planHistory.ts';
import { keysOnOrder, type KeysOnOrder, type TargetOnOrder } from '../orders/spend/place/onOrder.ts';
import { outdatedFinder } from '../orders/units/plan/outdatedFinder.ts';
import type { OutdatedInTarget } from '../orders/units/plan/outdated.ts';
import { localesIn, PlanDrafts, type DraftInputs } from '../orders/units/plan/planDrafts.ts';
import { draftTarget, type TargetDraft } from '../orders/units/plan/planOrder.ts';
import type { SameUnit } from '../orders/units/plan/sameAsSource.ts';
import { stringStates } from '../orders/spend/place/stringStates.ts';
import { findUntranslated } from '../orders/units/plan/untranslated.ts';
import { wantedUnits } from '../orders/units/plan/wantedUnits.ts';
import { orderHistory } from '../orders/jobs/track/orderHistory.ts';
import { parseProjectSettings } from '../project/projectSettings.ts';
import { plural, words, type Words } from '../words/words.ts';
import type { CliSession } from './cliSession.ts';
import { CliFailure } from './language/cliFailure.ts';
import type { SourceGroup } from './openScope.ts';
import type { CliProjects } from './openProjects.ts';

/** The strings of a source file in one locale, by their states. Each is in at most one list. */
export interface TargetStrings {
  readonly source: SourceFile;
  readonly locale: string;
  readonly path: string;
  /** Number of strings that the locale should have. */
  readonly count: number;
  /** Keys without a translation, or with a simulated one. */
  readonly missing: readonly string[];
  /** Keys of translations that equal their source and seem to be untranslated. */
  readonly sameAsSource: readonly string[];
  /** Keys of translations whose source has changed since then. */
  readonly outdated: readonly string[];
  readonly outdatedChecked: OutdatedInTarget['checked'];
  /** Keys on order. */
  readonly inFlight: readonly string[];
  /** Those of them that seem to be on order from another clone of the repository. */
  readonly fromOtherClone: readonly string[];
  readonly damaged: readonly DamagedUnit[];
}

/** A target that can't be read. */
export interface UnreadableTarget {
  readonly source: SourceFile;
  readonly locale: string;
  readonly error: unknown;
}

export interface CountedStrings {
  readonly targets: readonly TargetStrings[];
  readonly unreadable: readonly UnreadableTarget[];
}

/** The known facts about earlier orders. */
export interface KnownOrders {
  readonly history: PlanHistory;
  /** Returns the keys of the strings of targets that are on order from elsewhere. */
  readonly onOrder: (targets: readonly TargetDraft[]) => Promise<KeysOnOrder>;
}

/** Nothing is known without a journal. */
export const noOrders: KnownOrders = { history: noHistory, onOrder: () => Promise.resolve(new Map()) };

/** Returns what journal and service say about earlier orders of these files. */
export async function ordersOf(session: CliSession, sources: readonly SourceFile[]): Promise<KnownOrders> {
  return {
    history: await orderHistory(session, sources),
    onOrder: (targets) => keysOnOrder(session.context, targets, (id) => session.jobs.statusOf(id)),
  };
}

/** Finds the states of the strings of source files, from the files, their history, and earlier orders. */
export async function countStrings(
  { sources, locales }: SourceGroup,
  projects: CliProjects,
  orders: KnownOrders,
  signal: AbortSignal,
): Promise<CountedStrings> {
  const { history } = orders;
  const languages = [...knownLanguageCodes, ...sources.map(({ locale }) => locale), ...locales].flatMap(codesFor);
  const drafts = new PlanDrafts(sources, { history, languages });
  await drafts.load(locales, signal);
  const same = await findUntranslated(
    sources,
    drafts,
    ({ project }) => (projects.get(project.id)?.folder.settings ?? parseProjectSettings(() => undefined)).rightAsItIs,
  );
  const outdated = outdatedFinder({ sources }, drafts, history, (id, stop) => projects.openHistory(id, stop));
  await outdated.find(locales, signal);
  const found = drafts.targetsIn(locales);
  const onOrder = await orders.onOrder(found.map(({ draft }) => draft));
  const targets: TargetStrings[] = [];
  for (const { source, locale, draft } of found) {
    const strings = await stringsOf(source, draft, {
      same: same.get(source)?.get(locale),
      outdated: outdated.bySource.get(source)?.get(locale),
      onOrder: onOrder.get(draft),
    });
    targets.push(strings);
  }
  return { targets, unreadable: await undraftedTargets({ sources, locales }, drafts, { history, languages }, signal) };
}

/** Returns the targets without a draft, with the reasons. */
export async function undraftedTargets(
  { sources, locales }: SourceGroup,
  drafts: PlanDrafts,
  inputs: DraftInputs,
  signal: AbortSignal,
): Promise<readonly UnreadableTarget[]> {
  const unreadable: UnreadableTarget[] = [];
  for (const source of sources)
    for (const locale of localesIn(source, locales))
      if (!drafts.of(source).has(locale))
        unreadable.push({ source, locale, error: await whyUndrafted(source, locale, inputs, signal) });
  return unreadable;
}

/** A string is missing whether the service offers its language or not. */
function codesFor(locale: string): readonly string[] {
  return [locale, comparisonKey(locale), languageOf(locale)].map((code) => code.toLowerCase());
}

async function whyUndrafted(
  source: SourceFile,
  locale: string,
  { history, languages }: DraftInputs,
  signal: AbortSignal,
): Promise<unknown> {
  try {
    const target = await openTargetFile(source, locale, signal);
    draftTarget({ source, history, languages }, target);
    // The file has been repaired since then.
    return new CliFailure(words(l10n.t('It could not be read. Try again.')));
  } catch (error) {
    signal.throwIfAborted();
    return error;
  }
}

async function stringsOf(
  source: SourceFile,
  draft: TargetDraft,
  found: {
    readonly same: readonly SameUnit[] | undefined;
    readonly outdated: OutdatedInTarget | undefined;
    readonly onOrder: TargetOnOrder | undefined;
  },
): Promise<TargetStrings> {
  const { target } = draft;
  const { same, outdated, onOrder } = found;
  const states = stringStates(draft, { same, outdated: outdated?.units, onOrder });
  return {
    source,
    locale: target.locale,
    path: target.path,
    count: keysOf(source, target).size,
    missing: [...states.missing, ...states.simulated],
    sameAsSource: states.sameAsSource,
    outdated: states.outdated,
    outdatedChecked: target.text === undefined ? 'complete' : (outdated?.checked ?? 'not-checked'),
    inFlight: states.inFlight,
    fromOtherClone: states.fromOtherClone,
    damaged: await damagedUnits(source, target),
  };
}

/** Returns the keys that a target should have. */
function keysOf(source: SourceFile, target: TargetFile): ReadonlySet<string> {
  return new Set(
    wantedUnits(source, target)
      .filter(({ from, unusedNextTo }) => {
        return unusedNextTo === undefined && from.translatable !== false && from.text.trim() !== '';
      })
      .flatMap(({ id, copies = [] }) => [id, ...copies]),
  );
}

/** Says how many strings count as on order although they may belong to another project. */
export function otherCloneLines(count: number): readonly Words[] {
  if (count === 0) return [];
  return [
    plural(count, {
      one: l10n.t(
        '{0} string seems to be on order from another clone: its path, key, and text are the same, but the Git remotes differ. The editor asks about it when you order.',
      ),
      other: l10n.t(
        '{0} strings seem to be on order from another clone: their paths, keys, and texts are the same, but the Git remotes differ. The editor asks about them when you order.',
      ),
    }),
  ];
}
