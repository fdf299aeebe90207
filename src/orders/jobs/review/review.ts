import type { CallOptions } from '../../../service/interface/serviceClient.ts';
import type { Jobs } from '../track/jobs.ts';
import { OrderError } from '../../model/orderError.ts';
import { actionsFor, type JobAction } from '../../model/trackedJob.ts';
import { isTooLong, maxJobsPerCall } from '../../../service/interface/limits.ts';
import type { OrderContext } from '../../journal/account/orderContext.ts';
import type { JournalEntry } from '../../journal/journalEntry.ts';
import { type ServiceErrorReason, ServiceError } from '../../../service/interface/serviceError.ts';

/** A rejection; `followUp` is what the service does with the job then. */
export interface Rejection {
  readonly reason: 'quality' | 'incomplete' | 'other';
  readonly comment: string;
  readonly followUp: 'requeue' | 'cancel';
}

/**
 * Requests a revision of translations, with one comment, which says what to change. Rejects with OrderError
 * 'comment-empty' or 'comment-too-long' before anything is sent.
 */
export async function reviseJobs(
  review: ReviewContext,
  jobIds: readonly string[],
  comment: string,
  options: CallOptions = {},
): Promise<readonly JobOutcome[]> {
  const { client, clock } = review.context;
  const checked = checkedComment(comment);
  const toRevision = (id: string) => ({ id, comment: checked });
  const calls: JobCalls = {
    findObstacles: (ids) => findImpossible(review.jobs, ids, 'revise', options),
    sendOne: (id) => client.jobs.revise(id, checked, options),
    sendSeveral: (ids) => client.jobs.reviseMany(ids.map(toRevision), options),
    journalEntry: (jobId) => ({ type: 'revision-requested', jobId, at: clock.now() }),
  };
  return actOnJobs(review, jobIds, calls, options);
}

/** Rejects translations. Rejects with OrderError 'comment-empty' or 'comment-too-long' before a request. */
export async function rejectJobs(
  review: ReviewContext,
  jobIds: readonly string[],
  { reason, comment, followUp }: Rejection,
  options: CallOptions = {},
): Promise<readonly JobOutcome[]> {
  const { client } = review.context;
  const rejection = { reason, comment: checkedComment(comment), followUp };
  const toRejection = (id: string) => ({ id, ...rejection });
  const calls: JobCalls = {
    findObstacles: (ids) => findImpossible(review.jobs, ids, 'reject', options),
    sendOne: (id) => client.jobs.reject(id, rejection, options),
    sendSeveral: (ids) => client.jobs.rejectMany(ids.map(toRejection), options),
  };
  return actOnJobs(review, jobIds, calls, options);
}

/** Cancels jobs that no translator has started. */
export async function cancelJobs(
  review: ReviewContext,
  jobIds: readonly string[],
  options: CallOptions = {},
): Promise<readonly JobOutcome[]> {
  const { client } = review.context;
  const calls: JobCalls = {
    findObstacles: (ids) => findImpossible(review.jobs, ids, 'cancel', options),
    sendOne: (id) => client.jobs.cancel(id, options),
  };
  return actOnJobs(review, jobIds, calls, options);
}

/** Archives approved jobs, so that the views no longer show them. */
export async function archiveJobs(
  review: ReviewContext,
  jobIds: readonly string[],
  options: CallOptions = {},
): Promise<readonly JobOutcome[]> {
  const { client, clock } = review.context;
  const calls: JobCalls = {
    findObstacles: (ids) => findImpossible(review.jobs, ids, 'archive', options),
    sendOne: (id) => client.jobs.archive(id, options),
    sendSeveral: (ids) => client.jobs.archiveMany(ids, options),
    journalEntry: (jobId) => ({ type: 'closed', jobId, at: clock.now(), status: 'archived' }),
  };
  return actOnJobs(review, jobIds, calls, options);
}

/** Cancels all jobs of an order that no translator has started; the others continue. */
export async function cancelOrder(
  { context, jobs }: ReviewContext,
  orderId: string,
  options: CallOptions = {},
): Promise<void> {
  const ids = jobs.all.filter((job) => job.orderId === orderId && job.hasServiceId).map(({ id }) => id);
  try {
    await context.client.orders.cancel(orderId, options);
  } catch (error) {
    // The error of the cancellation says more than one of this request.
    await jobs.fetchJobs(ids, options).catch(() => undefined);
    throw error;
  }
  await jobs.fetchJobs(ids, options);
}

/** Sends a comment to the translator. Rejects with OrderError 'comment-empty' or 'comment-too-long'. */
export async function commentOnJob(
  { context, jobs }: ReviewContext,
  jobId: string,
  body: string,
  options: CallOptions = {},
): Promise<void> {
  const text = checkedComment(body);
  const obstacle = (await findImpossible(jobs, [jobId], 'comment', options)).get(jobId);
  if (obstacle !== undefined) throw obstacle;
  await context.client.jobs.comment(jobId, text, options);
}

/** Sends a comment to all translators of an order. Rejects with OrderError 'comment-empty' or 'comment-too-long'. */
export async function commentOnOrder(
  { context }: ReviewContext,
  orderId: string,
  body: string,
  options: CallOptions = {},
): Promise<void> {
  await context.client.orders.comment(orderId, checkedComment(body), options);
}

/**
 * Allows the units of an unconfirmed order to be ordered again. Rejects with OrderError 'unknown-job', or
 * 'wrong-state' if the order has been found since the view was updated.
 */
export async function allowReordering({ context, jobs }: ReviewContext, trackedId: string): Promise<void> {
  // The id of a job of an unconfirmed order is `intentId:number`.
  const intent = trackedId.split(':')[0] ?? '';
  if (!context.ledger.intents.has(intent)) throw new OrderError('unknown-job', trackedId);
  await context.journal.exclusively(async () => {
    const job = jobs.get(trackedId);
    const canBeReordered = job !== undefined && actionsFor(job).has('orderAgain');
    if (!canBeReordered) throw new OrderError('wrong-state', job?.title ?? trackedId);
    await context.journal.append({ type: 'acknowledged', intent, at: context.clock.now() });
  });
  await jobs.reload();
}

/**
 * Returns the jobs that do not support an action, each with OrderError 'unknown-job' or 'wrong-state'. If a job seems
 * not to support it, the job is fetched before this is decided, since the list may be out of date.
 */
async function findImpossible(
  jobs: Jobs,
  jobIds: readonly string[],
  action: JobAction,
  options: CallOptions,
): Promise<ReadonlyMap<string, OrderError>> {
  const doubtfulIds = jobIds.filter((id) => obstacleTo(action, jobs, id) !== undefined);
  if (doubtfulIds.length > 0) await jobs.fetchJobs(doubtfulIds, options);
  const obstacles = new Map<string, OrderError>();
  for (const id of doubtfulIds) {
    const obstacle = obstacleTo(action, jobs, id);
    if (obstacle !== undefined) obstacles.set(id, obstacle);
  }
  return obstacles;
}

/** Returns the error because of which an action on a job is impossible; undefined if it is possible. */
function obstacleTo(action: JobAction, jobs: Jobs, jobId: string): OrderError | undefined {
  const job = jobs.get(jobId);
  if (job === undefined) return new OrderError('unknown-job', jobId);
  if (actionsFor(job).has(action)) return undefined;
  return new OrderError('wrong-state', job.title);
}

/** Returns a comment without whitespace around it. Throws OrderError 'comment-empty' or 'comment-too-long'. */
export function checkedComment(comment: string): string {
  const trimmed = comment.trim();
  if (trimmed === '') throw new OrderError('comment-empty');
  if (isTooLong(trimmed)) throw new OrderError('comment-too-long');
  return trimmed;
}

/** The account's orders, and this window's jobs. */
export interface ReviewContext {
  readonly context: OrderContext;
  readonly jobs: Jobs;
}

/** The outcome of an action on one job; without `error`, it was performed. */
export interface JobOutcome {
  readonly jobId: string;
  readonly error?: unknown;
}

/** An action as it is sent to the service. */
export interface JobCalls {
  /** Returns the errors of jobs that must not be sent. Called immediately before each call. */
  readonly findObstacles: (jobIds: readonly string[]) => Promise<ReadonlyMap<string, unknown>>;
  readonly sendOne: (jobId: string) => Promise<void>;
  /** Absent if the service accepts only one job per call. */
  readonly sendSeveral?: (jobIds: readonly string[]) => Promise<void>;
  /** Returns what the journal records of a job when the service has accepted the action. */
  readonly journalEntry?: (jobId: string) => JournalEntry;
}

/** Reasons that may concern a single job of a call. All others would be the same for every half of the call. */
const reasonsOfOneJob: ReadonlySet<ServiceErrorReason> = new Set(['invalid', 'not-found', 'wrong-state', 'service']);

/**
 * Performs an action on jobs, and returns the outcome for each of them. Does not reject with an error of the action:
 * after an error that concerns all jobs, the remaining ones are not sent, and have this error. Fetches the jobs
 * afterwards, even if the service refuses the action or its answer is lost.
 */
export async function actOnJobs(
  { context, jobs }: ReviewContext,
  jobIds: readonly string[],
  calls: JobCalls,
  options: CallOptions,
): Promise<readonly JobOutcome[]> {
  const ids = [...new Set(jobIds)];
  if (ids.length === 0) return [];
  const run = new ActionRun(context, calls);
  const jobsPerCall = calls.sendSeveral === undefined ? 1 : maxJobsPerCall;
  try {
    for (let start = 0; start < ids.length; start += jobsPerCall)
      await run.perform(ids.slice(start, start + jobsPerCall));
  } catch (error) {
    run.failAll(run.undecided(ids), error);
  }
  const outcomes = ids.map((id) => run.outcomeOf(id));
  try {
    await jobs.fetchJobs(ids, options);
  } catch (error) {
    // If the action failed for a job, the outcomes say more than this error.
    if (outcomes.every((outcome) => outcome.error === undefined)) throw error;
  }
  return outcomes;
}

/** The calls of one action, and its outcome for each job so far: done, failed with an error, or undecided. */
class ActionRun {
  readonly #context: OrderContext;
  readonly #calls: JobCalls;
  readonly #done = new Set<string>();
  readonly #errors = new Map<string, unknown>();

  constructor(context: OrderContext, calls: JobCalls) {
    this.#context = context;
    this.#calls = calls;
  }

  /**
   * Sends jobs in one call. The service refuses a call as a whole because of a single job: a refused call is split in
   * half until the refused jobs are isolated, and the action is performed on all others.
   */
  async perform(jobIds: readonly string[]): Promise<void> {
    try {
      await this.#send(await this.#withoutObstacles(jobIds));
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const refusedIds = this.undecided(jobIds);
      if (refusedIds.length <= 1 || !reasonsOfOneJob.has(error.reason)) {
        this.failAll(refusedIds, error);
        return;
      }
      const half = Math.ceil(refusedIds.length / 2);
      await this.perform(refusedIds.slice(0, half));
      await this.perform(refusedIds.slice(half));
    }
  }

  /** Returns the jobs that can be sent; the others get their errors. */
  async #withoutObstacles(jobIds: readonly string[]): Promise<readonly string[]> {
    const obstacles = await this.#calls.findObstacles(jobIds);
    for (const [id, error] of obstacles) this.#errors.set(id, error);
    return jobIds.filter((id) => !obstacles.has(id));
  }

  async #send(jobIds: readonly string[]): Promise<void> {
    if (jobIds.length === 0) return;
    const { sendOne, sendSeveral, journalEntry } = this.#calls;
    if (sendSeveral !== undefined && jobIds.length > 1) await sendSeveral(jobIds);
    else for (const id of jobIds) await sendOne(id);
    if (journalEntry !== undefined) await this.#context.journal.append(...jobIds.map(journalEntry));
    for (const id of jobIds) this.#done.add(id);
  }

  /** Returns the jobs that the action was not performed on, and that have no error yet. */
  undecided(jobIds: readonly string[]): readonly string[] {
    return jobIds.filter((id) => !this.#done.has(id) && !this.#errors.has(id));
  }

  failAll(jobIds: readonly string[], error: unknown): void {
    for (const id of jobIds) this.#errors.set(id, error);
  }

  outcomeOf(jobId: string): JobOutcome {
    if (this.#errors.has(jobId)) return { jobId, error: this.#errors.get(jobId) };
    return { jobId };
  }
}

/** Returns whether the service refused a call, so that none of its jobs was changed. */
export function isRefusal(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.outcome === 'refused';
}

/** Throws the error of the first job on which an action was not performed. */
export function requireDone(outcomes: readonly JobOutcome[]): void {
  const failedOutcome = outcomes.find(({ error }) => error !== undefined);
  if (failedOutcome !== undefined) throw failedOutcome.error;
}
