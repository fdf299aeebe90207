import * as l10n from '@vscode/l10n';
import { isAbort } from '../../editor/errorRemedy.ts';
import { uriOf } from '../../editor/projectUri.ts';
import { withProgress } from '../../editor/shown/progress.ts';
import { historyOfFolder } from '../../editor/workspace/gitHistoryOfFolder.ts';
import type { PlanHistory } from '../../orders/journal/planHistory.ts';
import { findOutdated, type OutdatedInTarget } from '../../orders/plan/outdated.ts';
import type { TargetDraft } from '../../orders/plan/planOrder.ts';
import { words } from '../../words/words.ts';
import type { OrderScope } from './orderScope.ts';

/** The outdated units of targets, by locale; empty where no history can be read. */
export type Outdated = ReadonlyMap<string, OutdatedInTarget>;

/**
 * Returns a function that finds the outdated units of targets in the history of their repository. Each target is
 * checked once. If the user cancels the check, nothing is checked.
 */
export function outdatedFinder(
  scope: OrderScope,
  drafts: ReadonlyMap<string, TargetDraft>,
  planned: PlanHistory,
): (locales: readonly string[]) => Promise<Outdated> {
  const known = new Map<string, OutdatedInTarget>();
  return async (locales) => {
    if (scope.kind !== 'units' || scope.selected !== undefined) return known;
    const targets = locales.flatMap((locale) => (known.has(locale) ? [] : (drafts.get(locale)?.target ?? [])));
    const root = uriOf(scope.source.project.id, '');
    if (targets.length === 0 || root === undefined) return known;
    try {
      const found = await withProgress(words(l10n.t('Looking for outdated translations…')), async (signal) => {
        const history = await historyOfFolder(root, signal);
        if (history === undefined) return new Map<string, OutdatedInTarget>();
        try {
          return await findOutdated({ source: scope.source, targets, planned, history }, signal);
        } finally {
          history.dispose();
        }
      });
      for (const [locale, outdated] of found) known.set(locale, outdated);
    } catch (error) {
      if (!isAbort(error)) throw error;
    }
    return known;
  };
}
