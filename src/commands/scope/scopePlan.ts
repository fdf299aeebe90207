import { present } from '../../base/present.ts';
import { findCodeUsages } from '../../editor/workspace/findCodeUsages.ts';
import { folderPorts } from '../../editor/workspace/gapPorts.ts';
import { uriOf } from '../../editor/projectUri.ts';
import { readSettings } from '../../editor/settings.ts';
import { toLanguageCode, toLocale } from '../../locales/languageCode.ts';
import type { CodeUsage, CodeUsages } from '../../orders/spend/context/keyUsage.ts';
import { type SourceFile, type TargetFile, openTargets } from '../../orders/units/files/localeFile.ts';
import type { SkippedFile } from '../../orders/model/plan/skippedFile.ts';
import type { OutdatedUnit } from '../../orders/units/history/outdatedUnits.ts';
import { OrderError } from '../../orders/model/orderError.ts';
import { TranslationGaps, type OutdatedByLocale } from '../../orders/units/gaps/translationGaps.ts';
import { combinePlans } from '../../orders/model/plan/combinePlans.ts';
import { idsWithin } from '../../orders/model/plan/stringLimit.ts';
import { planDocuments, planPassage } from '../../orders/units/plan/planDocuments.ts';
import { planOrder } from '../../orders/units/plan/planOrder.ts';
import type { SameUnit } from '../../orders/units/plan/sameAsSource.ts';
import { withContext, usageSearch } from '../../orders/spend/context/translatorContext.ts';
import type { OrderScope, TextScope, UnitScope } from './orderScope.ts';
import { localesFor, targetLocalesOf, type DraftInputs } from '../../orders/units/gaps/planDrafts.ts';
import type { FailedLocale, Plan } from '../../orders/model/plan/plan.ts';
import { failuresOf, withSourceLanguages } from '../../orders/model/plan/plannedLocales.ts';

/** The answers of the user that a plan depends on. */
export interface PlanChoices {
  readonly targets: readonly string[];
  /** The files to order; if absent, all files of the scope. */
  readonly files?: ReadonlySet<SourceFile>;
  /** Order plural forms that the targets' own plural sets don't have, too. */
  readonly unusedForms?: boolean;
  /** Units to order although they equal their source. */
  readonly sameAsSource: ReadonlySet<SameUnit>;
  /** Outdated units to order again. */
  readonly outdated: ReadonlySet<OutdatedUnit>;
}

/** Returns the locales of a scope's translations. */
export function localesOf(scope: OrderScope): readonly string[] {
  if (scope.kind === 'passage') return [];
  return scope.kind === 'documents' ? scope.projectLocales : targetLocalesOf(scope.sources);
}

/**
 * Returns what the translations of a scope lack, before any of them is read. A selection, a passage and documents are
 * ordered whatever their translations are, so these are not looked at.
 */
export function gapsOf(scope: OrderScope, { history, languages, pairs }: DraftInputs): TranslationGaps {
  const inputs = { history, languages, pairs };
  if (scope.kind !== 'units' || scope.selected !== undefined) return new TranslationGaps([], inputs, folderPorts);
  return new TranslationGaps(scope.sources, { ...inputs, limit: scope.limit }, folderPorts);
}

/** Returns the locales of the target files on which the command was run. */
export function targetsOf(scope: OrderScope): readonly string[] {
  return scope.kind === 'passage' ? [] : scope.initialTargets;
}

/**
 * Whether some plural forms are ordered only if the user asks for them: a file has plurals, and its translations show
 * which of the language's forms the program reads (`evidenceOfSets`).
 */
export function mayLackForms(scope: OrderScope): boolean {
  if (scope.kind !== 'units') return false;
  return scope.sources.some(({ plurals, units }) => {
    const hasPlurals = units.some(({ plural }) => plural !== undefined);
    return hasPlurals && plurals.evidenceOfSets !== undefined;
  });
}

/** Returns the ids of the projects that the scope's files belong to. */
export function projectsOf(scope: OrderScope): readonly string[] {
  if (scope.kind === 'passage') return [scope.project];
  return scope.kind === 'units'
    ? scope.sources.map(({ project }) => project.id)
    : scope.documents.map(({ project }) => project.id);
}

/** Returns the locale files of a scope. */
export function sourcesOf(scope: OrderScope): readonly SourceFile[] {
  return scope.kind === 'units' ? scope.sources : [];
}

/** Returns the files of an order of several locale files, some of which can be deselected; undefined for one file. */
export function severalFilesOf(scope: OrderScope): readonly SourceFile[] | undefined {
  return scope.kind === 'units' && scope.skippedFiles !== undefined ? scope.sources : undefined;
}

export function sourceLocaleOf(scope: OrderScope): string {
  return scope.kind === 'units' ? scope.sources[0].locale : scope.sourceLocale;
}

/**
 * Plans an order of the scope, with the context for translators. As far as the service's pairs are known, each job is
 * ordered from a language that it translates. Rejects with the signal's reason.
 */
export async function makePlan(
  scope: OrderScope,
  gaps: TranslationGaps,
  choices: PlanChoices,
  signal: AbortSignal,
): Promise<Plan> {
  return withSourceLanguages(await planScope(scope, gaps, choices, signal), gaps.inputs.pairs ?? []);
}

async function planScope(
  scope: OrderScope,
  gaps: TranslationGaps,
  choices: PlanChoices,
  signal: AbortSignal,
): Promise<Plan> {
  if (scope.kind !== 'units') {
    const plan = await planPassageOrDocuments(scope, choices.targets, gaps.inputs);
    return withContext(plan, { targets: [], usages: new Map() });
  }
  const isChosen = (source: SourceFile): boolean => choices.files === undefined || choices.files.has(source);
  const planned: PlannedSource[] = [];
  for (const source of scope.sources.filter(isChosen))
    planned.push(await planSource({ scope, source, gaps, choices }, signal));

  const isAnythingToOrder = planned.some(({ plan }) => plan.jobs.length > 0);
  const usages = isAnythingToOrder ? await usagesIn(planned, signal) : new Map<SourceFile, CodeUsages>();
  const plans = planned.map(({ source, plan, targets }) => ({
    source,
    plan: withContext(plan, { source, targets, usages: usages.get(source) ?? new Map() }),
  }));

  const skipped = [...(scope.skippedFiles ?? []), ...planned.flatMap((plannedSource) => plannedSource.skipped)];
  const plan = scope.skippedFiles === undefined ? plans[0]?.plan : combinePlans(plans, skipped);
  if (plan === undefined) throw new OrderError('nothing-to-order');
  return plan;
}

/**
 * Plans the texts of a scope without the notes and other context for translators. They are planned for the scope's
 * locales that the service supports or, if there are none, for the first of `offeredTargets`.
 */
export async function planTexts(
  scope: TextScope,
  offeredTargets: readonly string[],
  { languages, history }: DraftInputs,
  signal: AbortSignal,
): Promise<Plan> {
  const supported = localesToPlan(scope).filter((locale) => toLanguageCode(locale, languages) !== undefined);
  const locales = supported.length > 0 ? supported : offeredTargets.slice(0, 1).map(toLocale);
  if (scope.kind === 'passage')
    return planPassage(scope, { source: scope.sourceLocale, targets: locales }, languages, history);
  const {
    sources: [source],
    selected,
  } = scope;
  const { opened, failed } = await openTargets(source, locales, signal);
  const plan = await planOrder({
    source,
    targets: opened,
    history,
    languages,
    signal,
    ...present({ selected }),
  });
  return {
    ...withFailures(plan, failed, locales.length),
    // `present` removes the note.
    jobs: plan.jobs.map((job) => present({ ...job, note: undefined })),
  };
}

/** Returns the translations on which the command was run, else all locales of the project. A passage has none. */
function localesToPlan(scope: TextScope): readonly string[] {
  if (scope.kind !== 'units') return [];
  return scope.initialTargets.length > 0 ? scope.initialTargets : targetLocalesOf(scope.sources);
}

/** Plans a passage or documents. */
async function planPassageOrDocuments(
  scope: Exclude<OrderScope, UnitScope>,
  targets: readonly string[],
  { languages, history }: DraftInputs,
): Promise<Plan> {
  if (scope.kind === 'passage') return planPassage(scope, { source: scope.sourceLocale, targets }, languages, history);
  return planDocuments({ documents: scope.documents, refused: scope.refused, targets, history, languages });
}

/** The plan of one file of a scope. */
interface PlannedSource {
  readonly source: SourceFile;
  readonly plan: Plan;
  readonly targets: readonly TargetFile[];
  /** Targets that can't be read. */
  readonly skipped: readonly SkippedFile[];
}

/** A file of a scope to be planned. */
interface SourceRequest {
  readonly scope: UnitScope;
  readonly source: SourceFile;
  readonly gaps: TranslationGaps;
  readonly choices: PlanChoices;
}

async function planSource(
  { scope, source, gaps, choices }: SourceRequest,
  signal: AbortSignal,
): Promise<PlannedSource> {
  const { history, languages } = gaps.inputs;
  const { unusedForms } = choices;
  const drafts = gaps.drafts.draftsOf(source);
  const locales = localesFor(source, choices.targets, scope.sources);
  // A target that was read for its draft is not read again.
  const { opened, failed } = await openTargets(source, locales, signal, (locale) => drafts.get(locale)?.target);
  const sameUnits = gaps.sameAsSourceOf(source);
  const plan = await planOrder({
    source,
    targets: opened,
    history,
    languages,
    signal,
    sameAsSource: { found: sameUnits, chosen: chosenSameKeys(sameUnits, choices.sameAsSource) },
    outdated: chosenOutdatedKeys(gaps.outdatedOf(source), choices.outdated),
    ...present({
      selected: scope.selected,
      only: idsWithin(scope.limit, source),
      unusedForms,
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

/** The keys of a file's units to order, by locale. */
type KeysByLocale = ReadonlyMap<string, ReadonlySet<string>>;

/** Returns the keys of the chosen units that equal their source, with all plural forms. */
function chosenSameKeys(
  byLocale: ReadonlyMap<string, readonly SameUnit[]>,
  chosen: ReadonlySet<SameUnit>,
): KeysByLocale {
  const keysOf = (units: readonly SameUnit[]): readonly string[] =>
    units.filter((unit) => chosen.has(unit)).flatMap(({ forms }) => forms.map(({ key }) => key));
  return new Map([...byLocale].map(([locale, units]) => [locale, new Set(keysOf(units))]));
}

/** Returns the keys of the chosen outdated units. */
function chosenOutdatedKeys(byLocale: OutdatedByLocale, chosen: ReadonlySet<OutdatedUnit>): KeysByLocale {
  const keysOf = (units: readonly OutdatedUnit[]): readonly string[] =>
    units.filter((unit) => chosen.has(unit)).map(({ key }) => key);
  return new Map([...byLocale].map(([locale, { units }]) => [locale, new Set(keysOf(units))]));
}

/** Adds failed locales to a plan of `localeCount` locales. Throws the error of the first one if all have failed. */
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
  for (const [project, plannedOfProject] of byProject) {
    const usagesOfProject = await usagesInProject(project, plannedOfProject, signal);
    for (const [source, usagesOfSource] of usagesOfProject) usages.set(source, usagesOfSource);
  }
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
  // In formats of documents the ids are positions in the file ("third paragraph"), which code cannot refer to.
  const searches = planned
    .filter(({ source, plan }) => !source.format.idsArePositions && plan.jobs.length > 0)
    .map(({ source, plan }) => ({ source, search: usageSearch(source, plan) }));
  const usagesByName = await findCodeUsages(
    root,
    {
      mode,
      keyCount: searches.reduce((sum, { search }) => sum + search.keyCount, 0),
      // Files may have equal keys, so a name consists of a file's index and a key: `2/app.title`.
      search: (text) =>
        searches.flatMap(({ search }, index) =>
          search.find(text).map((match) => ({ ...match, key: `${index}/${match.key}` })),
        ),
      isLocaleFile: (path) => searches.some(({ search }) => search.isLocaleFile(path)),
    },
    signal,
  );
  const usagesByFile = searches.map(() => new Map<string, readonly CodeUsage[]>());
  for (const [name, locations] of usagesByName) {
    const slash = name.indexOf('/');
    const fileIndex = Number(name.slice(0, slash));
    const key = name.slice(slash + 1);
    usagesByFile[fileIndex]?.set(key, locations);
  }
  return new Map(searches.map(({ source }, index) => [source, usagesByFile[index] ?? new Map()]));
}
