import { maxJobsPerCall } from '../../service/interface/limits.ts';
import type { CallOptions } from '../../service/interface/serviceClient.ts';
import type { ServiceError } from '../../service/interface/serviceError.ts';
import type { Jobs } from '../track/jobs.ts';
import type { OrderContext } from '../account/orderContext.ts';
import { OrderError } from '../model/orderError.ts';
import { inHalves, isRefusal } from './inHalves.ts';
import { checkedComment, type Rejection } from './review.ts';
import { compareWithShown, type ShownState } from './shownTranslation.ts';
import { actionsFor, hasErrors, type JobAction, type TrackedJob } from '../model/trackedJob.ts';

/** Jobs, sorted by whether an action can be performed on all of them at once. */
export interface JobChoice {
  readonly ready: readonly TrackedJob[];
  /** Jobs with errors: these are approved one by one, after the user has seen the errors. */
  readonly withErrors: readonly TrackedJob[];
  /** Jobs that do not support the action, or no longer. */
  readonly notPossible: readonly TrackedJob[];
}

/** Sorts jobs by whether an action can be performed on all of them at once. */
export function chooseReady(jobs: readonly TrackedJob[], action: JobAction): JobChoice {
  const possible = jobs.filter((job) => actionsFor(job).has(action));
  const isExcluded = (job: TrackedJob): boolean => action === 'approve' && hasErrors(job);
  return {
    ready: possible.filter((job) => !isExcluded(job)),
    withErrors: possible.filter(isExcluded),
    notPossible: jobs.filter((job) => !possible.includes(job)),
  };
}

/** The outcome of an approval of several translations. */
export interface BulkApproval {
  readonly approved: readonly TrackedJob[];
  /** Not approved: the translation is no longer the one that was shown. */
  readonly changed: readonly TrackedJob[];
  /** Not approved: no longer reviewable, or not returned by the service. */
  readonly notPossible: readonly TrackedJob[];
  /** Not approved: the service refused these. */
  readonly refused: readonly RefusedJob[];
}

/** A job for which the service refused an action. */
export interface RefusedJob {
  readonly job: TrackedJob;
  readonly error: ServiceError;
}

/** The outcome of a revision request, or a rejection, for several jobs. */
export interface BulkOutcome {
  readonly done: readonly TrackedJob[];
  /** Jobs that do not support the action, or no longer. */
  readonly notPossible: readonly TrackedJob[];
  readonly refused: readonly RefusedJob[];
}

/**
 * Approves the translations that are still the ones that were shown, then delivers them. The others do not prevent
 * that. Rejects with OrderError 'problems', before anything is approved, if one of them was shown with errors: such
 * translations are approved one by one. Rejects with ServiceError if the service can't be reached; the calls before
 * that are done. As with `approveJob`, a change between the service's answer and the approval can't be excluded.
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
  const refusals = new Map<string, ServiceError>();
  await inCalls({ jobs, ids: [...byId.keys()], options }, async (some) => {
    const approveShown = async (ids: readonly string[]): Promise<void> => {
      const compared = await compareWithShown(
        context,
        jobs,
        ids.flatMap((id) => byId.get(id) ?? []),
        options,
      );
      for (const id of ids) states.set(id, compared.get(id));
      const same = ids.filter((id) => compared.get(id) === 'as-shown');
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
      await approveShown(some);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      // A second comparison finds the job that has changed since the first.
      for (const [id, refusal] of await inHalves(some, approveShown)) refusals.set(id, refusal);
    }
  });
  const remaining = shown.filter(({ id }) => !approved.has(id));
  return {
    approved: shown.filter(({ id }) => approved.has(id)),
    changed: remaining.filter(({ id }) => states.get(id) === 'changed' || states.get(id) === 'has-errors'),
    notPossible: remaining.filter(
      ({ id }) => !refusals.has(id) && (states.get(id) === 'not-reviewable' || states.get(id) === undefined),
    ),
    refused: refusedOf(remaining, refusals, ({ id }) => states.get(id) === 'as-shown' || states.get(id) === undefined),
  };
}

/**
 * Requests a revision of several translations, with one comment. Rejects with OrderError 'comment-empty' or
 * 'comment-too-long', and with ServiceError if the service can't be reached; the calls before that are done.
 */
export async function reviseJobs(
  context: OrderContext,
  jobs: Jobs,
  ids: readonly string[],
  comment: string,
  options: CallOptions = {},
): Promise<BulkOutcome> {
  const text = checkedComment(comment);
  return actOnMany({ jobs, ids, options }, 'revise', async (some) => {
    await context.client.jobs.reviseMany(
      some.map((id) => ({ id, comment: text })),
      options,
    );
    await context.journal.append(
      ...some.map((jobId) => ({ type: 'revision-requested', jobId, at: context.clock.now() }) as const),
    );
  });
}

/** Rejects several translations, with one reason and comment. Rejects with the same errors as `reviseJobs`. */
export async function rejectJobs(
  context: OrderContext,
  jobs: Jobs,
  ids: readonly string[],
  rejection: Rejection,
  options: CallOptions = {},
): Promise<BulkOutcome> {
  const comment = checkedComment(rejection.comment);
  return actOnMany({ jobs, ids, options }, 'reject', async (some) => {
    await context.client.jobs.rejectMany(
      some.map((id) => ({ id, ...rejection, comment })),
      options,
    );
  });
}

/** Performs an action on the jobs that support it. */
async function actOnMany(
  { jobs, ids, options }: JobCalls,
  action: JobAction,
  perform: (ids: readonly string[]) => Promise<void>,
): Promise<BulkOutcome> {
  const isPossible = (id: string): boolean => {
    const job = jobs.get(id);
    return job !== undefined && actionsFor(job).has(action);
  };
  // The list may be out of date.
  const doubtful = ids.filter((id) => !isPossible(id));
  if (doubtful.length > 0) await jobs.refreshJobs(doubtful, options);
  const shown = ids.flatMap((id) => jobs.get(id) ?? []);
  const possible = shown.filter(({ id }) => isPossible(id));
  const refusals = new Map<string, ServiceError>();
  await inCalls({ jobs, ids: possible.map(({ id }) => id), options }, async (some) => {
    for (const [id, error] of await inHalves(some, perform)) refusals.set(id, error);
  });
  return {
    done: possible.filter(({ id }) => !refusals.has(id)),
    notPossible: shown.filter((job) => !possible.includes(job)),
    refused: refusedOf(possible, refusals),
  };
}

function refusedOf(
  jobs: readonly TrackedJob[],
  refusals: ReadonlyMap<string, ServiceError>,
  isRefused: (job: TrackedJob) => boolean = () => true,
): readonly RefusedJob[] {
  return jobs.flatMap((job) => {
    const error = refusals.get(job.id);
    return error === undefined || !isRefused(job) ? [] : [{ job, error }];
  });
}

/** Archives approved jobs. Rejects with ServiceError; the calls before the failed one are done. */
export async function archiveJobs(
  context: OrderContext,
  jobs: Jobs,
  shown: readonly TrackedJob[],
  options: CallOptions = {},
): Promise<void> {
  const ids = shown.map(({ id }) => id);
  await inCalls({ jobs, ids, options }, async (some) => {
    await context.client.jobs.archiveMany(some, options);
    await context.journal.append(
      ...some.map((jobId) => ({ type: 'closed', jobId, at: context.clock.now(), status: 'archived' }) as const),
    );
  });
}

/** Returns the jobs of an order that no translator has started. */
export function cancelableJobs(jobs: readonly TrackedJob[], orderId: string): readonly TrackedJob[] {
  return jobs.filter((job) => job.orderId === orderId && actionsFor(job).has('cancel'));
}

/** Cancels all jobs of an order that no translator has started; the others continue. */
export async function cancelOrder(
  context: OrderContext,
  jobs: Jobs,
  orderId: string,
  options: CallOptions = {},
): Promise<void> {
  const ids = jobs.all.filter((job) => job.orderId === orderId && job.hasServiceId).map(({ id }) => id);
  await inCalls({ jobs, ids, options, perCall: ids.length }, async () => {
    await context.client.orders.cancel(orderId, options);
  });
}

interface JobCalls {
  readonly jobs: Jobs;
  readonly ids: readonly string[];
  readonly options: CallOptions;
  /** Default: the maximum of the service. */
  readonly perCall?: number;
}

/**
 * Performs an action on jobs, `perCall` at a time, because the service accepts or refuses a call as a whole.
 * Refreshes the jobs afterwards, even if the service refuses the action or its answer is lost.
 */
async function inCalls(
  { jobs, ids, options, perCall = maxJobsPerCall }: JobCalls,
  work: (ids: readonly string[]) => Promise<void>,
): Promise<void> {
  try {
    for (let first = 0; first < ids.length; first += perCall) await work(ids.slice(first, first + perCall));
  } catch (error) {
    await jobs.refreshJobs(ids, options).catch(() => undefined);
    throw error;
  }
  await jobs.refreshJobs(ids, options);
}
