import { maxJobsPerCall } from '../../service/interface/limits.ts';
import type { CallOptions } from '../../service/interface/serviceClient.ts';
import { ServiceError } from '../../service/interface/serviceError.ts';
import type { Jobs } from '../track/jobs.ts';
import type { OrderContext } from '../account/orderContext.ts';
import { OrderError } from '../model/orderError.ts';
import { compareWithShown, type ShownState } from './shownTranslation.ts';
import { actionsFor, hasErrors, type JobAction, type TrackedJob } from '../model/trackedJob.ts';

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

/** What became of an approval of several translations. */
export interface BulkApproval {
  readonly approved: readonly TrackedJob[];
  /** Not approved: no longer what was shown. */
  readonly changed: readonly TrackedJob[];
  /** Not approved: no longer up for review, or the service did not return them. */
  readonly notPossible: readonly TrackedJob[];
  /** Why the service refused the last of the calls that it refused, with the jobs of all of them. */
  readonly refused?: { readonly jobs: readonly TrackedJob[]; readonly error: ServiceError };
}

/**
 * Approves those translations that are still what was shown, then delivers them; the others do not stop them.
 * Rejects with OrderError 'problems', before anything is approved, if errors were shown in one of them: such translations are
 * approved one by one. Rejects with ServiceError if the service cannot be reached: the calls before that are done.
 * As with `approveJob`, a change between the service's answer and the approval cannot be excluded.
 */
export async function approveJobs(
  context: OrderContext,
  jobs: Jobs,
  shown: readonly TrackedJob[],
  options: CallOptions = {},
): Promise<BulkApproval> {
  const faulty = shown.find(hasErrors);
  if (faulty !== undefined) throw new OrderError('problems', faulty.title);
  const byId = new Map(shown.map((job) => [job.id, job]));
  const states = new Map<string, ShownState | undefined>();
  const approved = new Set<string>();
  let refusal: ServiceError | undefined;
  await inCalls(jobs, [...byId.keys()], options, async (some) => {
    const approveShown = async (): Promise<void> => {
      const compared = await compareWithShown(
        context,
        jobs,
        some.flatMap((id) => byId.get(id) ?? []),
        options,
      );
      for (const id of some) states.set(id, compared.get(id));
      const same = some.filter((id) => compared.get(id) === 'as-shown');
      if (same.length === 0) return;
      await context.client.jobs.approveMany(
        same.map((id) => ({ id })),
        options,
      );
      for (const id of same) approved.add(id);
      await context.journal.append(
        ...same.map((jobId) => ({ type: 'approved', jobId, at: context.clock.now(), override: false }) as const),
      );
    };
    try {
      // The service takes or refuses a call as a whole. Compared once more, the job that moved in between is found.
      await approveShown().catch((error: unknown) => {
        if (!isRefusal(error)) throw error;
        return approveShown();
      });
    } catch (error) {
      if (!isRefusal(error)) throw error;
      refusal = error;
    }
  });
  const remaining = shown.filter(({ id }) => !approved.has(id));
  const refused = remaining.filter(({ id }) => states.get(id) === 'as-shown');
  return {
    approved: shown.filter(({ id }) => approved.has(id)),
    changed: remaining.filter(({ id }) => states.get(id) === 'changed' || states.get(id) === 'has-errors'),
    notPossible: remaining.filter(({ id }) => states.get(id) === 'not-reviewable' || states.get(id) === undefined),
    ...(refusal === undefined ? {} : { refused: { jobs: refused, error: refusal } }),
  };
}

/** Whether the service said no, so that nothing of a call was done. */
function isRefusal(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.outcome === 'refused';
}

/** Takes approved jobs off the list. Rejects with ServiceError; the calls before the one that failed stay done. */
export async function archiveJobs(
  context: OrderContext,
  jobs: Jobs,
  shown: readonly TrackedJob[],
  options: CallOptions = {},
): Promise<void> {
  const ids = shown.map(({ id }) => id);
  await inCalls(jobs, ids, options, async (some) => {
    await context.client.jobs.archiveMany(some, options);
    await context.journal.append(
      ...some.map((jobId) => ({ type: 'closed', jobId, at: context.clock.now(), status: 'archived' }) as const),
    );
  });
}

/** Those jobs of an order that no translator has started. */
export function cancelableJobs(jobs: readonly TrackedJob[], orderId: string): readonly TrackedJob[] {
  return jobs.filter((job) => job.orderId === orderId && actionsFor(job).has('cancel'));
}

/** Withdraws all jobs of an order that no translator has started; the others go on. */
export async function cancelOrder(
  context: OrderContext,
  jobs: Jobs,
  orderId: string,
  options: CallOptions = {},
): Promise<void> {
  const ids = jobs.all.filter((job) => job.orderId === orderId && job.hasServiceId).map(({ id }) => id);
  await inCalls(
    jobs,
    ids,
    options,
    async () => {
      await context.client.orders.cancel(orderId, options);
    },
    ids.length,
  );
}

/** Does something to jobs, so many at a time, since the service takes or refuses a call as a whole; shows what they are then, also when it says no or its answer is lost. */
async function inCalls(
  jobs: Jobs,
  ids: readonly string[],
  options: CallOptions,
  work: (ids: readonly string[]) => Promise<void>,
  perCall = maxJobsPerCall,
): Promise<void> {
  try {
    for (let first = 0; first < ids.length; first += perCall) await work(ids.slice(first, first + perCall));
  } catch (error) {
    await jobs.refreshJobs(ids, options).catch(() => undefined);
    throw error;
  }
  await jobs.refreshJobs(ids, options);
}
