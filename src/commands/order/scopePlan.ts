import { present } from '../../base/present.ts';
import { findCodeUsages } from '../../editor/workspace/codeUsage.ts';
import { uriOf } from '../../editor/projectUri.ts';
import { readSettings } from '../../editor/settings.ts';
import { toLanguageCode, toLocale } from '../../locales/languageCode.ts';
import { isLocalePath, keyScope } from '../../orders/spend/context/codePaths.ts';
import { keySearch, usageKey, type CodeUsage, type CodeUsages } from '../../orders/spend/context/keyUsage.ts';
import type { SourceFile, TargetFile } from '../../orders/units/files/localeFile.ts';
import type { SkippedFile } from '../../orders/units/files/skippedFile.ts';
import type { OutdatedUnit } from '../../orders/units/history/outdatedUnits.ts';
import { OrderError } from '../../orders/model/orderError.ts';
import { openTargets, type FailedLocale } from '../../orders/units/files/openTargets.ts';
import { combinePlans } from '../../orders/units/plan/combinePlans.ts';
import { idsMatching } from '../../orders/units/plan/keyPattern.ts';
import { planDocuments } from '../../orders/units/plan/planDocuments.ts';
import { failuresOf, planPassage, type Plan } from '../../orders/units/plan/plan.ts';
import { planOrder } from '../../orders/units/plan/planOrder.ts';
import type { SameUnit } from '../../orders/units/plan/sameAsSource.ts';
import type { PlanHistory } from '../../orders/journal/planHistory.ts';
import { withContext } from '../../orders/spend/context/translatorContext.ts';
import type { OrderScope, TextScope, UnitScope } from './orderScope.ts';
import type { OutdatedBySource } from '../../orders/units/plan/outdatedFinder.ts';
import { outdatedKeysIn } from '../wizard/outdatedStep.ts';
import type { SameBySource } from '../../orders/units/plan/untranslated.ts';
import { sameKeysIn } from './sameAsSourceScope.ts';
import { localesIn, PlanDrafts, targetLocalesOf } from '../../orders/units/plan/planDrafts.ts';

/** The inputs of a plan in addition to the files. */
export interface PlanInputs {
  /** Codes of the service's languages. */
  readonly codes: readonly string[];
  readonly history: PlanHistory;
  /** Drafts of targets that have been read already. */
  readonly drafts?: PlanDrafts;
  /** The files to order; if absent, all files of the scope. */
  readonly files?: ReadonlySet<SourceFile>;
  /** Order plural forms that the targets' own plural sets don't have, too. */
  readonly unusedForms?: boolean;
  /** Absent if the targets were not searched for strings that equal their source. */
  readonly sameAsSource?: { readonly found: SameBySource; readonly chosen: ReadonlySet<SameUnit> };
  /** The outdated units, and those to order again. */
  readonly outdated?: { readonly found: OutdatedBySource; readonly chosen: ReadonlySet<OutdatedUnit> };
}

/** Returns the locales of a scope's translations. */
export function localesOf(scope: OrderScope): readonly string[] {
  if (scope.kind === 'passage') return [];
  return scope.kind === 'documents' ? scope.projectLocales : targetLocalesOf(scope.sources);
}

/** Returns the drafts of a scope, none of which is made yet. A selection, a passage and documents have none. */
export function draftsOf(scope: OrderScope, history: PlanHistory, languages: readonly string[]): PlanDrafts {
  if (scope.kind !== 'units' || scope.selected !== undefined) return new PlanDrafts([], { history, languages });
  return new PlanDrafts(scope.sources, { history, languages, keys: scope.keys });
}

/** Returns the locales of the target files on which the command was run. */
export function targetsOf(scope: OrderScope): readonly string[] {
  return scope.kind === 'passage' ? [] : scope.into;
}

/** Whether the plural sets of a target may lack forms that are not ordered unless the user asks for them. */
export function mayLackForms(scope: OrderScope): boolean {
  if (scope.kind !== 'units') return false;
  return scope.sources.some(
    ({ plurals, units }) => plurals.evidence !== undefined && units.some(({ plural }) => plural !== undefined),
  );
}

/** Returns the ids of the projects that the scope's files belong to. */
export function projectsOf(scope: OrderScope): readonly string[] {
  if (scope.kind === 'passage') return [scope.project];
  return scope.kind === 'units'
    ? scope.sources.map(({ project }) => project.id)
    : scope.documents.map(({ project }) => project.id);
}

export function sourceLocaleOf(scope: OrderScope): string {
  return scope.kind === 'units' ? scope.sources[0].locale : scope.sourceLocale;
}

/**
 * Plans an order of the scope into these locales, with the context that its translators see. Rejects with the signal's
 * reason.
 */
export async function makePlan(
  scope: OrderScope,
  targets: readonly string[],
  inputs: PlanInputs,
  signal: AbortSignal,
): Promise<Plan> {
  if (scope.kind !== 'units') {
    const plan = await planPassageOrDocuments(scope, targets, inputs);
    return withContext(plan, { targets: [], usages: new Map() });
  }
  const sources = scope.sources.filter((source) => inputs.files?.has(source) !== false);
  const planned: PlannedSource[] = [];
  for (const source of sources) planned.push(await planSource(scope, source, targets, inputs, signal));
  const usages = planned.some(({ plan }) => plan.jobs.length > 0)
    ? await usagesIn(planned, signal)
    : new Map<SourceFile, CodeUsages>();
  const plans = planned.map(({ source, plan, targets: files }) => ({
    source,
    plan: withContext(plan, { source, targets: files, usages: usages.get(source) ?? new Map() }),
  }));
  const skipped = [...(scope.skippedFiles ?? []), ...planned.flatMap((one) => one.skipped)];
  const plan = scope.skippedFiles === undefined ? plans[0]?.plan : combinePlans(plans, skipped);
  if (plan === undefined) throw new OrderError('nothing-to-order');
  return plan;
}

/**
 * Plans the texts of a scope for all of the project's locales, or for one of the `others` if it has none, without what
 * translators would see in addition.
 */
export async function planTexts(
  scope: TextScope,
  others: readonly string[],
  { codes, history }: Pick<PlanInputs, 'codes' | 'history'>,
  signal: AbortSignal,
): Promise<Plan> {
  const known = localesToPlan(scope).filter((locale) => toLanguageCode(locale, codes) !== undefined);
  const locales = known.length > 0 ? known : others.slice(0, 1).map(toLocale);
  if (scope.kind === 'passage')
    return planPassage(scope, { source: scope.sourceLocale, targets: locales }, codes, history);
  const {
    sources: [source],
    selected,
  } = scope;
  const { opened, failed } = await openTargets(source, locales, signal);
  const plan = await planOrder({
    source,
    targets: opened,
    history,
    languages: codes,
    signal,
    ...present({ selected }),
  });
  return {
    ...withFailures(plan, failed, locales.length),
    jobs: plan.jobs.map((job) => present({ ...job, note: undefined })),
  };
}

function localesToPlan(scope: TextScope): readonly string[] {
  if (scope.kind !== 'units') return [];
  return scope.into.length > 0 ? scope.into : targetLocalesOf(scope.sources);
}

/** Plans a passage or documents. */
async function planPassageOrDocuments(
  scope: Exclude<OrderScope, UnitScope>,
  targets: readonly string[],
  { codes, history }: PlanInputs,
): Promise<Plan> {
  if (scope.kind === 'passage') return planPassage(scope, { source: scope.sourceLocale, targets }, codes, history);
  return planDocuments({ documents: scope.documents, refused: scope.refused, targets, history, languages: codes });
}

/** The plan of one file of a scope. */
interface PlannedSource {
  readonly source: SourceFile;
  readonly plan: Plan;
  readonly targets: readonly TargetFile[];
  /** Targets that can't be read. */
  readonly skipped: readonly SkippedFile[];
}

async function planSource(
  scope: UnitScope,
  source: SourceFile,
  targets: readonly string[],
  { codes, history, drafts: known, unusedForms, sameAsSource, outdated }: PlanInputs,
  signal: AbortSignal,
): Promise<PlannedSource> {
  const drafts = known?.of(source);
  const locales = localesIn(source, targets);
  const { opened, failed } = await openTargets(source, locales, signal, (locale) => drafts?.get(locale)?.target);
  const plan = await planOrder({
    source,
    targets: opened,
    history,
    languages: codes,
    signal,
    ...present({
      selected: scope.selected,
      only: scope.keys === undefined ? undefined : idsMatching(source.units, scope.keys),
      unusedForms,
      sameAsSource: sameAsSource && {
        found: sameAsSource.found.get(source) ?? new Map<string, readonly SameUnit[]>(),
        chosen: sameKeysIn(sameAsSource.found.get(source), sameAsSource.chosen),
      },
      outdated: outdated && outdatedKeysIn(outdated.found.get(source), outdated.chosen),
      // The drafts were made without these forms.
      drafts: unusedForms === true ? undefined : drafts,
    }),
  });
  // An order of several files lists the files that it skips, and may consist of those alone.
  const isOneFile = scope.skippedFiles === undefined;
  const skipped = failed.map(({ file, error }): SkippedFile => ({ file, reason: 'unreadable', error }));
  return {
    source,
    plan: isOneFile ? withFailures(plan, failed, locales.length) : plan,
    targets: opened,
    skipped: isOneFile ? [] : skipped,
  };
}

/** Adds failed locales to a plan. Throws the error of the first one if there are no others. */
function withFailures(plan: Plan, failed: readonly FailedLocale[], localeCount: number): Plan {
  return { ...plan, ...failuresOf([...(plan.failedLocales ?? []), ...failed], localeCount) };
}

/** Finds where the code of the projects uses the keys of the plans, searching each project once. */
async function usagesIn(
  planned: readonly PlannedSource[],
  signal: AbortSignal,
): Promise<ReadonlyMap<SourceFile, CodeUsages>> {
  const usages = new Map<SourceFile, CodeUsages>();
  const byProject = Map.groupBy(planned, ({ source }) => source.project.id);
  for (const [project, ofProject] of byProject)
    for (const [source, found] of await usagesInProject(project, ofProject, signal)) usages.set(source, found);
  return usages;
}

/** Finds where a project's code uses the keys of its files, if the settings allow showing this to translators. */
async function usagesInProject(
  project: string,
  planned: readonly PlannedSource[],
  signal: AbortSignal,
): Promise<ReadonlyMap<SourceFile, CodeUsages>> {
  const root = uriOf(project, '');
  const mode = readSettings(root).codeUsage;
  if (root === undefined || mode === 'off') return new Map();
  // In formats of documents the ids are positions in the file, which code cannot refer to.
  const searches = planned
    .filter(({ source, plan }) => !source.format.idsArePositions && plan.jobs.length > 0)
    .map(({ source, plan }, index) => {
      const keys = [...new Set(plan.jobs.flatMap(({ units }) => units.map(({ key = '' }) => usageKey(key))))];
      const search = keySearch(keys, keyScope(source.path));
      return { source, keyCount: keys.length, search, name: (key: string) => `${index}/${key}` };
    });
  const found = await findCodeUsages(
    root,
    {
      mode,
      keyCount: searches.reduce((sum, { keyCount }) => sum + keyCount, 0),
      // Files may have equal keys, so a key is named with its file.
      search: (text) =>
        searches.flatMap(({ search, name }) => search(text).map((match) => ({ ...match, key: name(match.key) }))),
      isLocaleFile: (path) => searches.some(({ source }) => isLocalePath(source, path)),
    },
    signal,
  );
  const usages = searches.map(() => new Map<string, readonly CodeUsage[]>());
  for (const [name, places] of found) {
    const end = name.indexOf('/');
    usages[Number(name.slice(0, end))]?.set(name.slice(end + 1), places);
  }
  return new Map(searches.map(({ source }, index) => [source, usages[index] ?? new Map()]));
}
