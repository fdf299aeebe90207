import { isSameLocale } from '../base/locale.ts';
import { present } from '../base/present.ts';
import { localHistory } from '../editor/session/localHistory.ts';
import type { Services } from '../editor/session/services.ts';
import { knownTables, type KnownTables } from '../editor/session/serviceTables.ts';
import type { Session } from '../editor/session/session.ts';
import { readSettings } from '../editor/settings.ts';
import { openChosenSources, type ChosenSources } from '../editor/workspace/openChosenSources.ts';
import { folderPorts } from '../editor/workspace/gapPorts.ts';
import { estimateLocales, pricesOf } from '../orders/spend/place/estimate.ts';
import { keysOnOrder } from '../orders/spend/place/findOnOrder.ts';
import type { FindOnOrder } from '../orders/units/gaps/stringStates.ts';
import { TranslationGaps } from '../orders/units/gaps/translationGaps.ts';
import { exactKeys } from '../orders/model/plan/keyPattern.ts';
import { targetLocalesOf } from '../orders/units/gaps/planDrafts.ts';
import { errorSentence } from '../words/errorSentence.ts';
import { unitTypeOf } from '../words/jobLabels.ts';
import { plain } from '../words/plain.ts';
import type { ProjectEstimate } from './estimateResult.ts';
import type { ProjectStatus, SkippedName, TargetStatus, UnreadableRepository } from './statusResult.ts';
import type { ToolInput } from './toolInput.ts';
import { nameOfFile, resolveFiles } from './workspaceFiles.ts';

/** The files of a call, with everything that is known of them without a request to the service. */
interface OpenedProject {
  readonly gaps: TranslationGaps;
  readonly sourceLocale: string;
  /** The locales that the call is about. */
  readonly locales: readonly string[];
  /** Undefined if no session is open; the tools open none. */
  readonly session: Session | undefined;
  /** The languages and prices that are already loaded. */
  readonly tables: KnownTables;
  /** Finds strings on order from other folders, clones or machines. Undefined without a session. */
  readonly onOrder: FindOnOrder | undefined;
  readonly skipped: readonly SkippedName[];
  readonly unreadableRepositories: readonly UnreadableRepository[];
}

/**
 * Returns the state of each target of a project. Reads files and the journal, and sends nothing. Rejects with
 * ToolInputError, with the errors of `openChosenSources`, and with the signal's reason.
 */
export async function projectStatus(services: Services, input: ToolInput, signal: AbortSignal): Promise<ProjectStatus> {
  const project = await openProjectFiles(services, input, signal);
  const { gaps, locales, sourceLocale, unreadableRepositories } = project;
  const targets = await gaps.statesIn(locales, signal);
  return {
    sourceLocale,
    targets: targets.map(({ source, target, states, outdatedChecked }): TargetStatus => ({
      file: nameOfFile(source.project.id, source.path),
      locale: target.locale,
      ...states,
      outdatedChecked,
    })),
    skipped: [...project.skipped, ...failedTargets(project)],
    unreadableRepositories,
  };
}

/** Estimates the price of a project's missing and changed strings, with the prices that are already loaded. */
export async function projectEstimate(
  services: Services,
  input: ToolInput,
  signal: AbortSignal,
): Promise<ProjectEstimate> {
  const project = await openProjectFiles(services, input, signal);
  const { gaps, locales, sourceLocale, session, tables, unreadableRepositories } = project;
  const { drafts } = gaps;
  await drafts.load(locales, signal);
  const { tier } = readSettings();
  const { sources, pairs = [], languages } = tables;
  const prices = pricesOf(sources, { pairs, languages }, session?.jobs.all ?? []);
  const targetDrafts = drafts.targetsIn(locales).map(({ draft }) => draft);
  const onOrderByDraft = await project.onOrder?.(targetDrafts);
  return {
    sourceLocale,
    tier,
    unitType: unitTypeOf(sourceLocale, languages),
    locales: estimateLocales(drafts, locales, tier, prices),
    onOrderElsewhere: targetDrafts.reduce((sum, draft) => sum + (onOrderByDraft?.get(draft)?.keys.size ?? 0), 0),
    skipped: [...project.skipped, ...failedTargets(project)],
    unreadableRepositories,
  };
}

/** Opens the files that a call names, or all locale files of the open folders, with the history of their orders. */
async function openProjectFiles(
  services: Services,
  { files: paths, locales, keys }: ToolInput,
  signal: AbortSignal,
): Promise<OpenedProject> {
  const chosenSources = await openChosenSources(services.localeFiles, await resolveFiles(paths), { signal });
  const { sources } = chosenSources;
  const sourceLocale = sources[0].locale;
  const session = await services.sessions.current();
  const history =
    session === undefined ? await localHistory(services, sources) : await session.jobs.orderHistory(sources);
  const onOrder = session && findOnOrderIn(session);
  const tables = knownTables(session, sourceLocale);
  const inputs = {
    history,
    languages: tables.codes,
    ...present({ limit: keys.length === 0 ? undefined : ({ kind: 'keys', pattern: exactKeys(keys) } as const) }),
  };
  return {
    gaps: new TranslationGaps(sources, inputs, { ...folderPorts, onOrder }),
    sourceLocale,
    locales: spelledLocales(chosenSources, locales),
    session,
    tables,
    onOrder,
    skipped: chosenSources.skipped.map(({ file, reason }) => ({ file: nameOfFile(file.project, file.path), reason })),
    unreadableRepositories: chosenSources.gitErrors.map((error) => ({
      folder: error.repository,
      message: plain(errorSentence(error)),
    })),
  };
}

function findOnOrderIn({ context, jobs }: Session): FindOnOrder {
  return (targets) => keysOnOrder(context, targets, (id) => jobs.statusOf(id));
}

/**
 * Returns the locales that a call names, as the project spells them (`pt-br → pt_BR`). Without any, returns those of
 * the translations that the call names, or else all of the project.
 */
function spelledLocales({ sources, into }: ChosenSources, locales: readonly string[]): readonly string[] {
  const projectLocales = into.length > 0 ? into : targetLocalesOf(sources);
  if (locales.length === 0) return projectLocales;
  return locales.map((locale) => projectLocales.find((ownLocale) => isSameLocale(ownLocale, locale)) ?? locale);
}

/** Returns the targets that can't be read, or whose language the service doesn't offer. */
function failedTargets({ gaps, locales }: OpenedProject): readonly SkippedName[] {
  return gaps.drafts.failedIn(locales).map(({ source, locale }) => ({
    file: nameOfFile(source.project.id, source.path),
    locale,
    reason: 'unsupported-or-unreadable',
  }));
}
