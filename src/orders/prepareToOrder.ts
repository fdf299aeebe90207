import type { CallOptions } from '../service/serviceClient.ts';
import { identifyAccount } from './account.ts';
import type { OrderContext } from './orderContext.ts';
import { recoverJobs } from './recover.ts';

/**
 * Makes sure that the journal can tell what is on order before something is ordered with it: the account is known, and the service
 * has been asked for what a journal that is new, or lost a part, does not know. Asks nothing once both is so. Rejects with ServiceError.
 */
export async function prepareToOrder(context: OrderContext, options: CallOptions = {}): Promise<void> {
  await context.journal.sync();
  await identifyAccount(context, options);
  if (context.ledger.askedUntil === undefined || context.journal.condition !== 'intact') await recoverJobs(context, new Set(), options);
}
