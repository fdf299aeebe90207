import type { SourceFile } from '../files/localeFile.ts';
import type { FileHistory } from '../history/fileHistory.ts';
import type { PlanHistory } from '../../journal/planHistory.ts';
import type { KeyPattern } from './keyPattern.ts';
import { defaultLimits, findOutdated, maxOrderMs, type OutdatedInTarget } from './outdated.ts';
import { localesIn, type PlanDrafts } from './planDrafts.ts';

/** The outdated units of targets, by locale; empty where no history can be read. */
export type Outdated = ReadonlyMap<string, OutdatedInTarget>;

/** The files to be checked. */
export interface CheckedSources {
  readonly sources: readonly SourceFile[];
  /** Limits the check to units with these keys. */
  readonly keys?: KeyPattern;
}

/** Opens the history of a project's repository, to be disposed by the caller; undefined if it has no repository. */
export type OpenHistory = (project: string, signal: AbortSignal) => Promise<FileHistory | undefined>;

/** The outdated units of each file, by locale as the file spells it. */
export type OutdatedBySource = ReadonlyMap<SourceFile, Outdated>;

/** Finds outdated units in the history of their repositories. */
export interface OutdatedFinder {
  /** The units found so far. */
  readonly bySource: OutdatedBySource;
  /** Finds the outdated units of all files into these locales. Each target is checked once. Rejects if it is aborted. */
  readonly find: (locales: readonly string[], signal: AbortSignal) => Promise<Outdated>;
}

/** Finds nothing in files that are `undefined`. */
export function outdatedFinder(
  scope: CheckedSources | undefined,
  drafts: PlanDrafts,
  planned: PlanHistory,
  openHistory: OpenHistory,
): OutdatedFinder {
  const bySource = new Map<SourceFile, Map<string, OutdatedInTarget>>();
  return {
    bySource,
    find: async (locales, signal) => {
      if (scope === undefined) return new Map();
      await check(scope, locales, { bySource, drafts, planned, openHistory, signal });
      return new Map(
        locales.map((locale) => [
          locale,
          together(
            scope.sources.flatMap((source) =>
              localesIn(source, [locale]).flatMap((spelled) => bySource.get(source)?.get(spelled) ?? []),
            ),
          ),
        ]),
      );
    },
  };
}

interface Check {
  /** Receives the result. */
  readonly bySource: Map<SourceFile, Map<string, OutdatedInTarget>>;
  readonly drafts: PlanDrafts;
  readonly planned: PlanHistory;
  readonly openHistory: OpenHistory;
  readonly signal: AbortSignal;
}

async function check(scope: CheckedSources, locales: readonly string[], request: Check): Promise<void> {
  const started = performance.now();
  const byProject = Map.groupBy(scope.sources, ({ project }) => project.id);
  for (const [project, sources] of byProject) {
    const history = await request.openHistory(project, request.signal);
    if (history === undefined) continue;
    try {
      for (const source of sources) {
        const ms = Math.min(defaultLimits.ms, Math.max(0, maxOrderMs - (performance.now() - started)));
        await checkSource(scope, source, locales, { ...request, history, limits: { ...defaultLimits, ms } });
      }
    } finally {
      history.dispose();
    }
  }
}

async function checkSource(
  { keys }: CheckedSources,
  source: SourceFile,
  locales: readonly string[],
  {
    bySource,
    drafts,
    planned,
    signal,
    ...given
  }: Check & Pick<Parameters<typeof findOutdated>[0], 'history' | 'limits'>,
): Promise<void> {
  const known = bySource.get(source) ?? new Map<string, OutdatedInTarget>();
  bySource.set(source, known);
  const drafted = drafts.of(source);
  const targets = localesIn(source, locales).flatMap((locale) =>
    known.has(locale) ? [] : (drafted.get(locale)?.target ?? []),
  );
  // A target that doesn't exist yet has no outdated units.
  const existing = targets.filter(({ text }) => text !== undefined);
  if (existing.length === 0) return;
  const found = await findOutdated({ source, targets: existing, planned, ...given }, signal);
  for (const [locale, { units, checked }] of found)
    known.set(locale, { checked, units: units.filter(({ key }) => keys?.matches(key) !== false) });
}

function together(found: readonly OutdatedInTarget[]): OutdatedInTarget {
  const checks = new Set(found.map(({ checked }) => checked));
  const [only = 'complete'] = checks;
  return { units: found.flatMap(({ units }) => units), checked: checks.size > 1 ? 'partial' : only };
}
