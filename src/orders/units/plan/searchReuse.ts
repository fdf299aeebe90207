import { findLocale, isSameLocale } from '../../../base/locale.ts';
import { mapLimited } from '../../../base/mapLimited.ts';
import { targetPath } from '../../../locales/layout.ts';
import { LayoutPatternError } from '../../../locales/layoutPatternError.ts';
import { PlaceholderSettingError } from '../../../placeholders/pattern/settingError.ts';
import {
  locateSource,
  openTargetFile,
  type LocatedSource,
  type SourceFile,
  type TargetFile,
} from '../files/localeFile.ts';
import type { PlanHistory } from '../../model/plan/planHistory.ts';
import { OrderError } from '../../model/orderError.ts';
import type { Project } from '../../model/project.ts';
import { findReusable } from './findReusable.ts';
import {
  candidatesIn,
  groupWanted,
  hasTextOf,
  obsoleteCandidates,
  wantedStrings,
  type Candidate,
  type ReusableString,
  type WantedGroup,
} from './projectReuse.ts';
import type { Plan } from '../../model/plan/plan.ts';
import type { ChosenFile } from '../files/sourceDocument.ts';

/** What to search translations for, and where. */
export interface ReuseSearch {
  readonly plan: Plan;
  /** The files of the plan. */
  readonly sources: readonly SourceFile[];
  readonly history: PlanHistory;
  /** Lists the locale files of the projects. It is called only if there is something to search for. */
  readonly listFiles: (signal: AbortSignal) => Promise<readonly ChosenFile[]>;
}

/** The translations that were found. */
export interface FoundReuse {
  readonly strings: readonly ReusableString[];
  /** Locale files that were not searched: they can't be read, or they exceed the limits. */
  readonly uncheckedFiles: number;
}

export interface SearchProgress {
  readonly signal: AbortSignal;
  readonly onProgress?: (searched: number, total: number) => void;
}

/** The most files that a search reads, in addition to the files of the plan, and the most bytes of these. */
export interface SearchLimits {
  readonly files: number;
  readonly bytes: number;
}

const usualLimits: SearchLimits = { files: 2000, bytes: 50_000_000 };

/** More would only wait for the disk. */
const filesAtOnce = 8;

/**
 * Finds the strings of a plan that have translations elsewhere in their projects: under other keys or in other files with
 * the same source locale. Sends nothing and writes nothing. Rejects with the signal's reason.
 */
export async function searchReuse(
  { plan, sources, history, listFiles }: ReuseSearch,
  { signal, onProgress }: SearchProgress,
  limits: SearchLimits = usualLimits,
): Promise<FoundReuse> {
  const stringsToFind = await wantedStrings(plan, sources, history);
  if (stringsToFind.length === 0) return { strings: [], uncheckedFiles: 0 };
  const projects = new Set(stringsToFind.map(({ unit }) => unit.project));
  const files = (await listFiles(signal)).filter(({ project }) => projects.has(project.id));
  const otherSources = await locateOtherSources(files, sources, signal);
  const reader = new LimitedReader(limits);
  const openers: readonly (() => Promise<SourceFile | undefined>)[] = [
    ...sources.map((source) => () => Promise.resolve(source)),
    ...otherSources.map((other) => () => reader.source(other, signal)),
  ];
  let searchedCount = 0;
  const groups = groupWanted(stringsToFind);
  const candidates = await mapLimited(openers, filesAtOnce, async (open) => {
    signal.throwIfAborted();
    const source = await open();
    const isOfSourceLocale = source !== undefined && isSameLocale(source.locale, plan.sourceLocale);
    const candidatesOfFile = isOfSourceLocale ? await candidatesOf(source, groups, { history, reader, signal }) : [];
    searchedCount += 1;
    onProgress?.(searchedCount, openers.length);
    return candidatesOfFile;
  });
  return {
    strings: await findReusable(stringsToFind, candidates.flat(), signal),
    uncheckedFiles: reader.uncheckedFiles,
  };
}

interface OtherSource {
  readonly project: Project;
  readonly located: LocatedSource;
}

/** Returns the sources of the files that are not among the plan's, each once. */
async function locateOtherSources(
  files: readonly ChosenFile[],
  sources: readonly SourceFile[],
  signal: AbortSignal,
): Promise<readonly OtherSource[]> {
  const identity = (project: Project, path: string): string => JSON.stringify([project.id, path]);
  const filesOfPlan = new Set(sources.map(({ project, path }) => identity(project, path)));
  const locatedSources = await mapLimited(files, filesAtOnce, async ({ project, path, settings }) => {
    signal.throwIfAborted();
    return { project, located: await locateSource(project, path, settings) };
  });
  const byIdentity = new Map(locatedSources.map((source) => [identity(source.project, source.located.path), source]));
  for (const fileOfPlan of filesOfPlan) byIdentity.delete(fileOfPlan);
  return [...byIdentity.values()];
}

type SearchTools = Pick<ReuseSearch, 'history'> & Pick<SearchProgress, 'signal'> & { readonly reader: LimitedReader };

/** Returns the candidates for all groups in the translations of a source. */
async function candidatesOf(
  source: SourceFile,
  groups: readonly WantedGroup[],
  { history, reader, signal }: SearchTools,
): Promise<readonly Candidate[]> {
  const candidates: Candidate[] = [];
  for (const group of groups) {
    signal.throwIfAborted();
    const locale = findLocale(source.targetLocales, group.locale);
    if (locale === undefined || !hasTextOf(source, group)) continue;
    const target = await reader.target(source, locale, signal);
    if (target === undefined) continue;
    candidates.push(...candidatesIn(source, target, group, history));
    const obsolete = target.text === undefined ? [] : await source.format.obsolete(target.text, locale, signal);
    candidates.push(...obsoleteCandidates(source, target, group, { history, obsolete }));
  }
  return candidates;
}

/** Reads files within limits, and counts those that it does not read. */
class LimitedReader {
  #remainingFiles: number;
  #remainingBytes: number;
  uncheckedFiles = 0;

  constructor({ files, bytes }: SearchLimits) {
    this.#remainingFiles = files;
    this.#remainingBytes = bytes;
  }

  source({ project, located }: OtherSource, signal: AbortSignal): Promise<SourceFile | undefined> {
    return this.#read(project, located.path, signal, () => located.open(signal));
  }

  async target(source: SourceFile, locale: string, signal: AbortSignal): Promise<TargetFile | undefined> {
    const path = targetPath(source.layout, locale);
    const open = (): Promise<TargetFile> => openTargetFile(source, locale, signal);
    // A file that has been read already costs nothing.
    if (path === source.path) return open();
    return this.#read(source.project, path, signal, open);
  }

  async #read<T>(project: Project, path: string, signal: AbortSignal, open: () => Promise<T>): Promise<T | undefined> {
    try {
      const size = (await project.size(path)) ?? 0;
      if (this.#remainingFiles === 0 || size > this.#remainingBytes) {
        this.uncheckedFiles += 1;
        return undefined;
      }
      this.#remainingFiles -= 1;
      this.#remainingBytes -= size;
      return await open();
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof LayoutPatternError || error instanceof PlaceholderSettingError) throw error;
      // A file that only looks like a locale file has no translations.
      if (!(error instanceof OrderError && error.reason === 'not-a-locale-file')) this.uncheckedFiles += 1;
      return undefined;
    }
  }
}
