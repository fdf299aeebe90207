import type { PlanHistory } from '../../orders/journal/planHistory.ts';
import { outdatedFinder, type CheckedSources, type OutdatedFinder } from '../../orders/units/plan/outdatedFinder.ts';
import type { PlanDrafts } from '../../orders/units/plan/planDrafts.ts';
import { uriOf } from '../projectUri.ts';
import { historyOfFolder } from './gitOfFolder.ts';

/** Returns the finder of outdated units in open folders. Finds nothing in files that are `undefined`. */
export function outdatedInFolders(
  checked: CheckedSources | undefined,
  drafts: PlanDrafts,
  planned: PlanHistory,
): OutdatedFinder {
  return outdatedFinder(checked, drafts, planned, async (project, signal) => {
    const root = uriOf(project, '');
    return root === undefined ? undefined : historyOfFolder(root, signal);
  });
}
