import { comparisonKey, languageOf } from '../base/locale.ts';
import { knownLanguageCodes } from '../locales/languageCode.ts';
import { damagedUnits, type DamagedUnit } from '../orders/check/damagedUnits.ts';
import { openTargetFile, type SourceFile, type TargetFile } from '../orders/files/localeFile.ts';
import type { OutdatedUnit } from '../orders/history/outdatedUnits.ts';
import type { PlanHistory } from '../orders/journal/planHistory.ts';
import { outdatedFinder } from '../orders/plan/outdatedFinder.ts';
import type { OutdatedInTarget } from '../orders/plan/outdated.ts';
import { localesIn, PlanDrafts } from '../orders/plan/planDrafts.ts';
import type { TargetDraft } from '../orders/plan/planOrder.ts';
import type { SameUnit } from '../orders/plan/sameAsSource.ts';
import { findUntranslated } from '../orders/plan/untranslated.ts';
import { wantedUnits } from '../orders/plan/wantedUnits.ts';
import { parseProjectSettings } from '../project/projectSettings.ts';
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

/** The history of a project without a journal. */
export const noHistory: PlanHistory = { inFlight: new Set(), delivered: new Map() };

/** Finds the states of the strings of source files, from the files and their history alone. */
export async function countStrings(
  { sources, locales }: SourceGroup,
  projects: CliProjects,
  history: PlanHistory,
  signal: AbortSignal,
): Promise<CountedStrings> {
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
  const targets: TargetStrings[] = [];
  const unreadable: UnreadableTarget[] = [];
  for (const source of sources) {
    for (const locale of localesIn(source, locales)) {
      const draft = drafts.of(source).get(locale);
      if (draft === undefined) unreadable.push({ source, locale, error: await whyUnread(source, locale, signal) });
      else {
        const found = { same: same.get(source)?.get(locale), outdated: outdated.bySource.get(source)?.get(locale) };
        targets.push(await stringsOf(source, draft, found));
      }
    }
  }
  return { targets, unreadable };
}

/** A string is missing whether the service offers its language or not. */
function codesFor(locale: string): readonly string[] {
  return [locale, comparisonKey(locale), languageOf(locale)].map((code) => code.toLowerCase());
}

async function whyUnread(source: SourceFile, locale: string, signal: AbortSignal): Promise<unknown> {
  try {
    await openTargetFile(source, locale, signal);
    return new Error('its language is not known.');
  } catch (error) {
    return error;
  }
}

async function stringsOf(
  source: SourceFile,
  draft: TargetDraft,
  found: { readonly same: readonly SameUnit[] | undefined; readonly outdated: OutdatedInTarget | undefined },
): Promise<TargetStrings> {
  const { target, drafts, skipped } = draft;
  const missing = new Set<string>();
  const outdated = new Set((found.outdated?.units ?? []).map(({ key }: OutdatedUnit) => key));
  for (const { reason, units } of drafts)
    for (const { key } of units) if (key !== undefined) (reason === 'changed' ? outdated : missing).add(key);
  const inFlight = new Set<string>();
  for (const { key, reason } of skipped) {
    if (reason === 'in-flight' || reason === 'on-order') inFlight.add(key);
    if (reason === 'unprotectable') missing.add(key);
  }
  const same = new Set((found.same ?? []).flatMap(({ forms }) => forms.map(({ key }) => key)));
  const without = (keys: ReadonlySet<string>, ...others: readonly ReadonlySet<string>[]): readonly string[] =>
    [...keys].filter((key) => !others.some((other) => other.has(key)));
  return {
    source,
    locale: target.locale,
    path: target.path,
    count: keysOf(source, target).size,
    missing: without(missing, inFlight),
    sameAsSource: without(same, inFlight, missing),
    outdated: without(outdated, inFlight, missing, same),
    outdatedChecked: target.text === undefined ? 'complete' : (found.outdated?.checked ?? 'not-checked'),
    inFlight: [...inFlight],
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
