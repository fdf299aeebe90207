import type { Job } from '../../service/interface/records.ts';
import type { CallOptions } from '../../service/interface/serviceClient.ts';
import { identifyAccount } from '../account/account.ts';
import { Inquiry } from './inquiry.ts';
import type { OrderContext } from '../account/orderContext.ts';
import { recoverJobs } from './recover.ts';

/**
 * Makes sure that the journal can tell what is on order before something is ordered with it: the account is known, and the service
 * has been asked for what a journal that is new, or lost a part, does not know. Asks nothing once both is so. Rejects with ServiceError.
 */
export async function prepareToOrder(context: OrderContext, options: CallOptions = {}): Promise<void> {
  await context.journal.sync();
  await identifyAccount(context, options);
  if (context.ledger.askedUntil === undefined || context.journal.condition !== 'intact')
    await askForUnknownJobs(context, new Set(), options);
}

/** What the service says of jobs that the journal does not know. */
export interface UnknownJobs {
  /** Those that were taken in. */
  readonly jobs: readonly Job[];
  /** False if the service may have listed only some of its jobs. */
  readonly isComplete: boolean;
}

/**
 * Does the same as `recoverJobs` for somebody who is about to order, and so must not go on without the service's list.
 * A single job that cannot be read stops nothing. Rejects with ServiceError.
 */
export async function askForUnknownJobs(
  context: OrderContext,
  seen: Set<string>,
  options: CallOptions = {},
): Promise<UnknownJobs> {
  const inquiry = new Inquiry(options);
  const jobs = await recoverJobs(context, seen, inquiry);
  const failed = inquiry.troubles.find(({ id }) => id === undefined);
  if (failed !== undefined) throw failed.error;
  return { jobs, isComplete: inquiry.hasWholeLists };
}
