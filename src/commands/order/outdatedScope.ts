import { uriOf } from '../../editor/projectUri.ts';
import { historyOfFolder } from '../../editor/workspace/gitHistoryOfFolder.ts';
import type { SourceFile } from '../../orders/files/localeFile.ts';
import type { PlanHistory } from '../../orders/journal/planHistory.ts';
import { defaultLimits, findOutdated, maxOrderMs, type OutdatedInTarget } from '../../orders/plan/outdated.ts';
import type { Outdated } from '../wizard/outdatedStep.ts';
import type { OrderScope, UnitScope } from './orderScope.ts';
import { localesIn, type PlanDrafts } from '../../orders/plan/planDrafts.ts';

/** The outdated units of each file, by locale as the file spells it. */
export type OutdatedBySource = ReadonlyMap<SourceFile, Outdated>;

/** Finds outdated units in the history of their repositories. */
export interface OutdatedFinder {
  /** The units found so far. */
  readonly bySource: OutdatedBySource;
  /** Finds the outdated units of all files into these locales. Each target is checked once. Rejects if it is aborted. */
  readonly find: (locales: readonly string[], signal: AbortSignal) => Promise<Outdated>;
}

export function outdatedFinder(scope: OrderScope, drafts: PlanDrafts, planned: PlanHistory): OutdatedFinder {
  const bySource = new Map<SourceFile, Map<string, OutdatedInTarget>>();
  return {
    bySource,
    find: async (locales, signal) => {
      if (scope.kind !== 'units' || scope.selected !== undefined) return new Map();
      await check(scope, locales, { bySource, drafts, planned, signal });
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
  readonly signal: AbortSignal;
}

async function check(scope: UnitScope, locales: readonly string[], request: Check): Promise<void> {
  const started = performance.now();
  const byProject = Map.groupBy(scope.sources, ({ project }) => project.id);
  for (const [project, sources] of byProject) {
    const root = uriOf(project, '');
    const history = root === undefined ? undefined : await historyOfFolder(root, request.signal);
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
  { keys }: UnitScope,
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
