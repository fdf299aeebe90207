import { maxCommentCharacters } from '../../../service/interface/limits.ts';
import type { CallOptions } from '../../../service/interface/serviceClient.ts';
import type { Jobs } from '../track/jobs.ts';
import { OrderError } from '../../model/orderError.ts';
import { actOnJobs, type JobOutcome, type ReviewContext } from './actOnJobs.ts';
import { actionsFor, hasErrors, type JobAction, type TrackedJob } from '../../model/trackedJob.ts';

/** A rejection; `followUp` is what the service does with the job then. */
export interface Rejection {
  readonly reason: 'quality' | 'incomplete' | 'other';
  readonly comment: string;
  readonly followUp: 'requeue' | 'cancel';
}

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
  const text = checkedComment(comment);
  return actOnJobs(
    review,
    jobIds,
    {
      findObstacles: (ids) => findImpossible(review.jobs, ids, 'revise', options),
      sendOne: (id) => client.jobs.revise(id, text, options),
      sendSeveral: (ids) =>
        client.jobs.reviseMany(
          ids.map((id) => ({ id, comment: text })),
          options,
        ),
      journalEntry: (jobId) => ({ type: 'revision-requested', jobId, at: clock.now() }),
    },
    options,
  );
}

/**
 * Rejects translations, with one reason and comment. Rejects with OrderError 'comment-empty' or 'comment-too-long'
 * before anything is sent.
 */
export async function rejectJobs(
  review: ReviewContext,
  jobIds: readonly string[],
  { reason, comment, followUp }: Rejection,
  options: CallOptions = {},
): Promise<readonly JobOutcome[]> {
  const { client } = review.context;
  const rejection = { reason, comment: checkedComment(comment), followUp };
  return actOnJobs(
    review,
    jobIds,
    {
      findObstacles: (ids) => findImpossible(review.jobs, ids, 'reject', options),
      sendOne: (id) => client.jobs.reject(id, rejection, options),
      sendSeveral: (ids) =>
        client.jobs.rejectMany(
          ids.map((id) => ({ id, ...rejection })),
          options,
        ),
    },
    options,
  );
}

/** Cancels jobs that no translator has started. */
export async function cancelJobs(
  review: ReviewContext,
  jobIds: readonly string[],
  options: CallOptions = {},
): Promise<readonly JobOutcome[]> {
  const { client } = review.context;
  return actOnJobs(
    review,
    jobIds,
    {
      findObstacles: (ids) => findImpossible(review.jobs, ids, 'cancel', options),
      sendOne: (id) => client.jobs.cancel(id, options),
    },
    options,
  );
}

/** Archives approved jobs, so that the views no longer show them. */
export async function archiveJobs(
  review: ReviewContext,
  jobIds: readonly string[],
  options: CallOptions = {},
): Promise<readonly JobOutcome[]> {
  const { client, clock } = review.context;
  return actOnJobs(
    review,
    jobIds,
    {
      findObstacles: (ids) => findImpossible(review.jobs, ids, 'archive', options),
      sendOne: (id) => client.jobs.archive(id, options),
      sendSeveral: (ids) => client.jobs.archiveMany(ids, options),
      journalEntry: (jobId) => ({ type: 'closed', jobId, at: clock.now(), status: 'archived' }),
    },
    options,
  );
}

/** Returns the jobs of an order that no translator has started. */
export function cancelableJobs(jobs: readonly TrackedJob[], orderId: string): readonly TrackedJob[] {
  return jobs.filter((job) => job.orderId === orderId && actionsFor(job).has('cancel'));
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
    await jobs.refreshJobs(ids, options).catch(() => undefined);
    throw error;
  }
  await jobs.refreshJobs(ids, options);
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

/**
 * Sends a comment about a whole order, for the translators of all its jobs. Rejects with OrderError 'comment-empty' or
 * 'comment-too-long'.
 */
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
  const intent = trackedId.split(':')[0] ?? '';
  if (!context.ledger.intents.has(intent)) throw new OrderError('unknown-job', trackedId);
  await context.journal.exclusively(async () => {
    const job = jobs.get(trackedId);
    if (job === undefined || !actionsFor(job).has('orderAgain'))
      throw new OrderError('wrong-state', job?.title ?? trackedId);
    await context.journal.append({ type: 'acknowledged', intent, at: context.clock.now() });
  });
  await jobs.reload();
}

/**
 * Returns the jobs that do not support an action, each with OrderError 'unknown-job' or 'wrong-state'. Fetches jobs for
 * which it seems impossible again first, since the list may be out of date.
 */
async function findImpossible(
  jobs: Jobs,
  jobIds: readonly string[],
  action: JobAction,
  options: CallOptions,
): Promise<ReadonlyMap<string, OrderError>> {
  const doubtful = jobIds.filter((id) => obstacleTo(action, jobs, id) !== undefined);
  if (doubtful.length > 0) await jobs.refreshJobs(doubtful, options);
  const obstacles = new Map<string, OrderError>();
  for (const id of doubtful) {
    const obstacle = obstacleTo(action, jobs, id);
    if (obstacle !== undefined) obstacles.set(id, obstacle);
  }
  return obstacles;
}

function obstacleTo(action: JobAction, jobs: Jobs, jobId: string): OrderError | undefined {
  const job = jobs.get(jobId);
  if (job === undefined) return new OrderError('unknown-job', jobId);
  return actionsFor(job).has(action) ? undefined : new OrderError('wrong-state', job.title);
}

/** Whether a comment is over the service's limit, which counts Unicode characters, not UTF-16 code units. */
export function isTooLong(comment: string): boolean {
  return Array.from(comment).length > maxCommentCharacters;
}

/** Returns a comment without whitespace around it. Throws OrderError 'comment-empty' or 'comment-too-long'. */
export function checkedComment(comment: string): string {
  const trimmed = comment.trim();
  if (trimmed === '') throw new OrderError('comment-empty');
  if (isTooLong(trimmed)) throw new OrderError('comment-too-long');
  return trimmed;
}
