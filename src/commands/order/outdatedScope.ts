import { outdatedInFolders } from '../../editor/workspace/outdatedInFolders.ts';
import type { PlanHistory } from '../../orders/journal/planHistory.ts';
import type { OutdatedFinder } from '../../orders/units/plan/outdatedFinder.ts';
import type { PlanDrafts } from '../../orders/units/plan/planDrafts.ts';
import type { OrderScope } from './orderScope.ts';

/** Returns the finder of a scope's outdated units. A selection, a passage and documents have none. */
export function outdatedInScope(scope: OrderScope, drafts: PlanDrafts, planned: PlanHistory): OutdatedFinder {
  const checked = scope.kind === 'units' && scope.selected === undefined ? scope : undefined;
  return outdatedInFolders(checked, drafts, planned);
}
