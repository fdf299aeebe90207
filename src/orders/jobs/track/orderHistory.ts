import type { OrderContext } from '../../journal/account/orderContext.ts';
import type { SourceFile } from '../../units/files/localeFile.ts';
import { planHistory } from '../../journal/inFlight.ts';
import type { PlanHistory } from '../../journal/planHistory.ts';
import { withMovedUnits } from '../../units/source/movedUnits.ts';
import type { Jobs } from './jobs.ts';

/** Returns what earlier orders, of all windows, mean for an order of these files. */
export async function orderHistory(
  { context, jobs }: { readonly context: OrderContext; readonly jobs: Pick<Jobs, 'statusOf'> },
  sources: readonly SourceFile[],
): Promise<PlanHistory> {
  const { ledger, journal } = context;
  await journal.sync();
  const history = await planHistory(ledger, await journal.siblings(), (id) => jobs.statusOf(id));
  return withMovedUnits(context, sources, history);
}
