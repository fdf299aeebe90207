import { isSameLocale } from '../base/locale.ts';
import { present } from '../base/present.ts';
import { localHistory } from '../editor/session/localHistory.ts';
import type { Services } from '../editor/session/services.ts';
import { serviceTables } from '../editor/session/serviceTables.ts';
import type { Session } from '../editor/session/session.ts';
import { readSettings } from '../editor/settings.ts';
import { chosenFiles } from '../editor/workspace/chosenFiles.ts';
import { outdatedInFolders } from '../editor/workspace/outdatedInFolders.ts';
import { untranslatedUnits } from '../editor/workspace/untranslatedUnits.ts';
import { knownLanguageCodes, toLanguageCode } from '../locales/languageCode.ts';
import type { SourceFile } from '../orders/units/files/localeFile.ts';
import { openSources } from '../orders/units/files/openSources.ts';
import type { PlanHistory } from '../orders/journal/planHistory.ts';
import { OrderError } from '../orders/model/orderError.ts';
import { estimateTarget, pricesOf } from '../orders/spend/place/estimate.ts';
import { keysOnOrder, type KeysOnOrder } from '../orders/spend/place/onOrder.ts';
import { orderHistory } from '../orders/jobs/track/orderHistory.ts';
import { exactKeys } from '../orders/units/plan/keyPattern.ts';
import { localesIn, PlanDrafts, targetLocalesOf, type DraftedTarget } from '../orders/units/plan/planDrafts.ts';
import { stringStates } from '../orders/spend/place/stringStates.ts';
import { errorSentence } from '../words/errorSentence.ts';
import { unitTypeOf } from '../words/jobLabels.ts';
import { plain } from '../words/plain.ts';
import type { ProjectEstimate } from './estimateResult.ts';
import type { ProjectStatus, SkippedName, TargetStatus, UnreadableRepository } from './statusResult.ts';
import type { ToolInput } from './toolInput.ts';
import { nameOfFile, resolveFiles } from './workspaceFiles.ts';

/** The files of a call, with everything that is known of them without a request. */
interface OpenedProject {
  readonly sources: readonly [SourceFile, ...SourceFile[]];
  readonly skipped: readonly SkippedName[];
  readonly unreadableRepositories: readonly UnreadableRepository[];
  /** The locales that the call is about. */
  readonly locales: readonly string[];
  readonly session: Session | undefined;
  readonly history: PlanHistory;
  readonly drafts: PlanDrafts;
  readonly tables: KnownTables;
}

type KnownTables = ReturnType<typeof knownTables>;

/**
 * Returns the state of each target of a project. Reads files and the journal, and sends nothing. Rejects with
 * ToolInputError, with the errors of `openSources`, and with the signal's reason.
 */
export async function projectStatus(services: Services, input: ToolInput, signal: AbortSignal): Promise<ProjectStatus> {
  const project = await openProjectFiles(services, input, signal);
  const { sources, drafts, history, locales, session } = project;
  // Words that many locales share are names, so all of them are compared.
  await drafts.load([...new Set([...targetLocalesOf(sources), ...locales])], signal);
  const untranslated = await untranslatedUnits(sources, drafts);
  const outdated = outdatedInFolders({ sources }, drafts, history);
  await outdated.find(locales, signal);
  const found = drafts.targetsIn(locales);
  const onOrder = await onOrderElsewhere(session, found);
  const targets = found.map(({ source, locale, draft }): TargetStatus => {
    const changes = outdated.bySource.get(source)?.get(locale);
    return {
      file: nameOfFile(source.project.id, source.path),
      locale,
      ...stringStates(draft, {
        same: untranslated.get(source)?.get(locale),
        outdated: changes?.units,
        onOrder: onOrder?.get(draft),
      }),
      outdatedChecked: changes?.checked ?? 'not-checked',
    };
  });
  return {
    sourceLocale: sources[0].locale,
    targets,
    skipped: [...project.skipped, ...withoutDraft(project)],
    unreadableRepositories: project.unreadableRepositories,
  };
}

/** Estimates the price of a project's missing and changed strings, with the prices that are already loaded. */
export async function projectEstimate(
  services: Services,
  input: ToolInput,
  signal: AbortSignal,
): Promise<ProjectEstimate> {
  const project = await openProjectFiles(services, input, signal);
  const { sources, drafts, locales, session, tables } = project;
  await drafts.load(locales, signal);
  const { tier } = readSettings();
  const prices = pricesOf(tables.sourceCode, tables, session?.jobs.all ?? []);
  const found = drafts.targetsIn(locales);
  const onOrder = await onOrderElsewhere(session, found);
  return {
    sourceLocale: sources[0].locale,
    tier,
    unitType: unitTypeOf(sources[0].locale, tables.languages),
    locales: locales.flatMap((locale) => {
      const draft = drafts.into(locale);
      return draft === undefined ? [] : [{ ...estimateTarget(draft, tier, prices), locale }];
    }),
    onOrderElsewhere: found.reduce((sum, { draft }) => sum + (onOrder?.get(draft)?.keys.size ?? 0), 0),
    skipped: [...project.skipped, ...withoutDraft(project)],
    unreadableRepositories: project.unreadableRepositories,
  };
}

/** Returns the strings that are on order elsewhere; undefined without a session. */
async function onOrderElsewhere(
  session: Session | undefined,
  targets: readonly DraftedTarget[],
): Promise<KeysOnOrder | undefined> {
  return session === undefined
    ? undefined
    : keysOnOrder(
        session.context,
        targets.map(({ draft }) => draft),
        (id) => session.jobs.statusOf(id),
      );
}

async function openProjectFiles(
  services: Services,
  { files: paths, locales, keys }: ToolInput,
  signal: AbortSignal,
): Promise<OpenedProject> {
  const { files, missing, gitErrors } = await chosenFiles(services.localeFiles, await resolveFiles(paths), signal);
  const opened = await openSources(files, { signal });
  const [first, ...others] = opened.sources;
  if (first === undefined) {
    const [unreadable] = opened.skipped;
    throw unreadable?.reason === 'unreadable' ? unreadable.error : new OrderError('no-locale-files');
  }
  const sources = [first, ...others] as const;
  const session = await services.sessions.current();
  const history = session === undefined ? await localHistory(services, sources) : await orderHistory(session, sources);
  const tables = knownTables(session, first.locale);
  const all = opened.into.length > 0 ? opened.into : targetLocalesOf(sources);
  return {
    sources,
    skipped: [...missing, ...opened.skipped].map(({ file, reason }) => ({
      file: nameOfFile(file.project, file.path),
      reason,
    })),
    unreadableRepositories: gitErrors.map((error) => ({
      folder: error.repository,
      message: plain(errorSentence(error)),
    })),
    // A project's own spelling of a locale comes first.
    locales:
      locales.length === 0 ? all : locales.map((locale) => all.find((one) => isSameLocale(one, locale)) ?? locale),
    session,
    history,
    drafts: new PlanDrafts(sources, {
      history,
      languages: tables.codes,
      ...present({ keys: keys.length === 0 ? undefined : exactKeys(keys) }),
    }),
    tables,
  };
}

/** Returns the service's languages and prices as far as they were already loaded. */
function knownTables(session: Session | undefined, sourceLocale: string) {
  const { languages, pairs = [] } =
    session === undefined
      ? { languages: [] }
      : serviceTables(session.context.client, session.context.log).known(sourceLocale);
  const codes = languages.length > 0 ? languages.map(({ code }) => code) : knownLanguageCodes;
  return { languages, pairs, codes, sourceCode: toLanguageCode(sourceLocale, codes) ?? '' };
}

/** Returns the targets that can't be read, or whose language the service doesn't offer. */
function withoutDraft({ sources, locales, drafts }: OpenedProject): readonly SkippedName[] {
  return sources.flatMap((source) =>
    localesIn(source, locales)
      .filter((locale) => !drafts.of(source).has(locale))
      .map((locale) => ({
        file: nameOfFile(source.project.id, source.path),
        locale,
        reason: 'unsupported-or-unreadable' as const,
      })),
  );
}
