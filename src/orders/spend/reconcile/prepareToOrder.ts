import type { CallOptions } from '../../../service/interface/serviceClient.ts';
import { identifyAccount, unpricedJobs } from '../../journal/account/account.ts';
import type { OrderContext } from '../../journal/account/orderContext.ts';
import { finishSearch, JobSearch } from './jobSearch.ts';

/**
 * Makes sure that the journal knows what is on order before the next order: identifies the account and, if the
 * journal is new or damaged, or lacks prices of this month's jobs from elsewhere, looks at the jobs it does not know,
 * unless the user orders without waiting for that. Sends no request once this is done. Rejects with ServiceError.
 */
export async function prepareToOrder(context: OrderContext, options: CallOptions = {}): Promise<void> {
  await context.journal.sync();
  await identifyAccount(context, options);
  const { ledger, journal, clock, simulated } = context;
  const lacksPrices = !simulated && unpricedJobs(ledger, clock.now()).size > 0;
  if (JobSearch.of(context).isAccepted) return;
  if (ledger.askedUntil === undefined || journal.condition !== 'intact' || lacksPrices)
    await finishSearch(context, options);
}
