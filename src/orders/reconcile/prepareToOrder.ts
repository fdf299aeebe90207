import type { Job } from '../../service/interface/records.ts';
import type { CallOptions } from '../../service/interface/serviceClient.ts';
import { identifyAccount } from '../account/account.ts';
import { unpricedJobs } from '../account/expenses.ts';
import { RequestSeries } from './requestSeries.ts';
import type { OrderContext } from '../account/orderContext.ts';
import { recoverJobs } from './recoverJobs.ts';

/**
 * Makes sure that the journal knows what is on order before the next order: identifies the account and, if the
 * journal is new or damaged, or lacks prices of this month's jobs from elsewhere, fetches the jobs it does not know.
 * Sends no request once this is done. Rejects with ServiceError.
 */
export async function prepareToOrder(context: OrderContext, options: CallOptions = {}): Promise<void> {
  await context.journal.sync();
  await identifyAccount(context, options);
  const { ledger, journal, clock, simulated } = context;
  const lacksPrices = !simulated && unpricedJobs(ledger, clock.now()).size > 0;
  if (ledger.askedUntil === undefined || journal.condition !== 'intact' || lacksPrices)
    await recoverUnknownJobs(context, new Set(), options);
}

/** Jobs that the service has and the journal did not know. */
export interface UnknownJobs {
  /** The jobs that were added to the journal. */
  readonly jobs: readonly Job[];
  /** False if the service may have listed only some of its jobs. */
  readonly isComplete: boolean;
}

/**
 * Does the same as `recoverJobs`, but rejects with ServiceError if the service returns no list: without it, an order
 * might repeat an earlier one. A single job that can't be read is not an error.
 */
export async function recoverUnknownJobs(
  context: OrderContext,
  seen: Set<string>,
  options: CallOptions = {},
): Promise<UnknownJobs> {
  const series = new RequestSeries(options);
  const jobs = await recoverJobs(context, seen, series);
  const failed = series.failures.find(({ id }) => id === undefined);
  if (failed !== undefined) throw failed.error;
  return { jobs, isComplete: series.hasWholeLists };
}
