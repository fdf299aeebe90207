import type { SourceFile } from '../../orders/files/localeFile.ts';
import { planHistory } from '../../orders/journal/inFlight.ts';
import type { PlanHistory } from '../../orders/journal/planHistory.ts';
import { withMovedUnits } from '../../orders/source/movedUnits.ts';
import type { Session } from './session.ts';

/** Returns what earlier orders, of all windows, mean for an order of these files. */
export async function orderHistory(
  { context, jobs }: Pick<Session, 'context' | 'jobs'>,
  sources: readonly SourceFile[],
): Promise<PlanHistory> {
  const { ledger, journal } = context;
  await journal.sync();
  const history = await planHistory(ledger, await journal.siblings(), (id) => jobs.statusOf(id));
  return withMovedUnits(context, sources, history);
}
