import type { CallOptions } from '../service/serviceClient.ts';
import type { Jobs } from './jobs.ts';
import type { OrderContext } from './orderContext.ts';
import { OrderError } from './orderError.ts';
import { actionsFor, hasErrors, type JobAction, type TrackedJob } from './trackedJob.ts';

/** Jobs in one call. The service takes or refuses a call as a whole. */
const jobsPerCall = 50;

/** What can be done with several jobs at once, and what is left out. */
export interface JobChoice {
  readonly ready: readonly TrackedJob[];
  /** The checks found errors in these: they are approved one by one, once the errors have been seen. */
  readonly withErrors: readonly TrackedJob[];
  /** The action is not possible with these any more, or not yet. */
  readonly notPossible: readonly TrackedJob[];
}

/** Sorts jobs by whether an action is possible with them all at once. */
export function chooseReady(jobs: readonly TrackedJob[], action: JobAction): JobChoice {
  const possible = jobs.filter((job) => actionsFor(job).has(action));
  const isStopped = (job: TrackedJob): boolean => action === 'approve' && hasErrors(job);
  return {
    ready: possible.filter((job) => !isStopped(job)),
    withErrors: possible.filter(isStopped),
    notPossible: jobs.filter((job) => !possible.includes(job)),
  };
}

/**
 * Approves translations as they were shown, then delivers them. Rejects with OrderError 'wrong-state' or 'problems', before
 * anything is approved, when one of them is not any more what was shown; and with ServiceError when the service refuses a
 * call: the calls before it stay done.
 */
export async function approveJobs(context: OrderContext, jobs: Jobs, shown: readonly TrackedJob[], options: CallOptions = {}): Promise<void> {
  const ids = shown.map(({ id }) => id);
  await jobs.refreshJobs(ids, options);
  for (const before of shown) {
    // What is approved cannot be given back, so it must be the text that was seen and checked.
    const now = jobs.get(before.id);
    if (now === undefined || now.translatedText !== before.translatedText || !actionsFor(now).has('approve')) throw new OrderError('wrong-state', before.title);
    if (chooseReady([now], 'approve').ready.length === 0) throw new OrderError('problems', now.title);
  }
  await inCalls(jobs, ids, options, async (some) => {
    await context.client.jobs.approveMany(some.map((id) => ({ id })), options);
    await context.journal.append(...some.map((jobId) => ({ type: 'approved', jobId, at: context.clock.now(), override: false }) as const));
  });
}

/** Takes approved jobs off the list. Rejects with ServiceError; the calls before the one that failed stay done. */
export async function archiveJobs(context: OrderContext, jobs: Jobs, shown: readonly TrackedJob[], options: CallOptions = {}): Promise<void> {
  const ids = shown.map(({ id }) => id);
  await inCalls(jobs, ids, options, async (some) => {
    await context.client.jobs.archiveMany(some, options);
    await context.journal.append(...some.map((jobId) => ({ type: 'closed', jobId, at: context.clock.now(), status: 'archived' }) as const));
  });
}

/** Those jobs of an order that no translator has started. */
export function cancelableJobs(jobs: readonly TrackedJob[], orderId: string): readonly TrackedJob[] {
  return jobs.filter((job) => job.orderId === orderId && actionsFor(job).has('cancel'));
}

/** Withdraws all jobs of an order that no translator has started; the others go on. */
export async function cancelOrder(context: OrderContext, jobs: Jobs, orderId: string, options: CallOptions = {}): Promise<void> {
  const ids = jobs.all.filter((job) => job.orderId === orderId && job.hasServiceId).map(({ id }) => id);
  await inCalls(jobs, ids, options, async () => {
    await context.client.orders.cancel(orderId, options);
  }, ids.length);
}

/** Does something to jobs, so many at a time, and shows what they are then, also when the service says no or its answer is lost. */
async function inCalls(jobs: Jobs, ids: readonly string[], options: CallOptions, work: (ids: readonly string[]) => Promise<void>, perCall = jobsPerCall): Promise<void> {
  try {
    for (let first = 0; first < ids.length; first += perCall) await work(ids.slice(first, first + perCall));
  } catch (error) {
    await jobs.refreshJobs(ids, options).catch(() => undefined);
    throw error;
  }
  await jobs.refreshJobs(ids, options);
}
