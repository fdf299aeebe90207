import { present } from '../../base/present.ts';
import { maxCommentCharacters } from '../../service/interface/limits.ts';
import type { Approval as Feedback, CallOptions } from '../../service/interface/serviceClient.ts';
import type { Jobs } from '../track/jobs.ts';
import type { OrderContext } from '../account/orderContext.ts';
import { OrderError } from '../model/orderError.ts';
import { ChangedSinceShownError, compareWithShown } from './shownTranslation.ts';
import { actionsFor, type JobAction, type TrackedJob } from '../model/trackedJob.ts';

/** The account's orders, and this window's jobs. */
export interface ReviewContext {
  readonly context: OrderContext;
  readonly jobs: Jobs;
}

/** An approval with optional feedback. */
export interface Approval {
  /** Whole number from 1 (poor) to 5 (fantastic). */
  readonly rating?: number;
  readonly forTranslator?: string;
  /** Only the service's staff can read it. */
  readonly forService?: string;
  /** The service may publish the feedback, with the source text and the translation. */
  readonly public?: boolean;
  /** Approve despite errors, because the user has seen exactly these errors of this translation. */
  readonly override?: boolean;
  /** `translationHash` of the job as the user saw it. Default: that of this window's job. */
  readonly shown?: string;
}

/** A rejection; `followUp` is what the service does with the job then. */
export interface Rejection {
  readonly reason: 'quality' | 'incomplete' | 'other';
  readonly comment: string;
  readonly followUp: 'requeue' | 'cancel';
}

/**
 * Approves the translation that was shown, then delivers it. Always fetches the current translation first. Rejects
 * with ChangedSinceShownError if it is not the one that was shown, with OrderError 'problems' if it has errors and
 * `override` is not set, and with OrderError 'unknown-job', 'no-document', 'wrong-state' or 'comment-too-long'.
 * An approval is final, and the service approves whatever the job contains at that moment, so a change between the
 * service's answer and the approval can't be excluded.
 */
export async function approveJob(
  { context, jobs }: ReviewContext,
  jobId: string,
  approval: Approval,
  options: CallOptions = {},
): Promise<void> {
  const feedback = checkedFeedback(approval);
  const job = jobs.get(jobId);
  if (job === undefined) throw new OrderError('unknown-job', jobId);
  let overridden: boolean;
  try {
    overridden = await requireAsShown({ context, jobs }, job, approval, options);
  } catch (error) {
    // After a refresh, the views show the reason.
    await jobs.refreshJobs([jobId], options).catch(() => undefined);
    throw error;
  }
  await performAction(jobs, jobId, options, async () => {
    await context.client.jobs.approve(jobId, feedback, options);
    await context.journal.append({ type: 'approved', jobId, at: context.clock.now(), override: overridden });
  });
}

/** Throws unless the translation can be approved. Returns whether it has errors that the user accepts. */
async function requireAsShown(
  { context, jobs }: ReviewContext,
  job: TrackedJob,
  { shown = job.translationHash, override = false }: Approval,
  options: CallOptions,
): Promise<boolean> {
  if (!job.hasServiceId) throw new OrderError('wrong-state', job.title);
  const previousText = shown === job.translationHash ? job.translatedText : undefined;
  const { id, title } = job;
  const states = await compareWithShown(context, jobs, [present({ id, title, translationHash: shown })], options);
  switch (states.get(id)) {
    case 'as-shown':
      return false;
    case 'has-errors':
      if (!override) throw new OrderError('problems', title);
      // Errors that were never shown cannot have been accepted.
      if (shown === undefined) throw new ChangedSinceShownError(job, undefined);
      return true;
    case 'changed':
      throw new ChangedSinceShownError(job, previousText);
    case 'not-reviewable':
      throw new OrderError('wrong-state', title);
    case undefined:
      throw new OrderError(job.document === undefined ? 'unknown-job' : 'no-document', title);
  }
}

/**
 * Requests a revision. The comment says what to change. Rejects with OrderError 'comment-empty' or
 * 'comment-too-long'.
 */
export async function requestRevision(
  { context, jobs }: ReviewContext,
  jobId: string,
  comment: string,
  options: CallOptions = {},
): Promise<void> {
  const text = checkedComment(comment);
  await requireAction(jobs, jobId, 'revise', options);
  await performAction(jobs, jobId, options, async () => {
    await context.client.jobs.revise(jobId, text, options);
    await context.journal.append({ type: 'revision-requested', jobId, at: context.clock.now() });
  });
}

/** Rejects a translation. Rejects with OrderError 'comment-empty' or 'comment-too-long'. */
export async function rejectJob(
  { context, jobs }: ReviewContext,
  jobId: string,
  rejection: Rejection,
  options: CallOptions = {},
): Promise<void> {
  const comment = checkedComment(rejection.comment);
  await requireAction(jobs, jobId, 'reject', options);
  await performAction(jobs, jobId, options, () =>
    context.client.jobs.reject(jobId, { ...rejection, comment }, options),
  );
}

/** Cancels a job that no translator has started. */
export async function cancelJob(
  { context, jobs }: ReviewContext,
  jobId: string,
  options: CallOptions = {},
): Promise<void> {
  await requireAction(jobs, jobId, 'cancel', options);
  await performAction(jobs, jobId, options, () => context.client.jobs.cancel(jobId, options));
}

/** Archives an approved job, so that the views no longer show it. */
export async function archiveJob(
  { context, jobs }: ReviewContext,
  jobId: string,
  options: CallOptions = {},
): Promise<void> {
  await requireAction(jobs, jobId, 'archive', options);
  await performAction(jobs, jobId, options, async () => {
    await context.client.jobs.archive(jobId, options);
    await context.journal.append({ type: 'closed', jobId, at: context.clock.now(), status: 'archived' });
  });
}

/** Sends a comment to the translator. Rejects with OrderError 'comment-empty' or 'comment-too-long'. */
export async function commentOnJob(
  { context, jobs }: ReviewContext,
  jobId: string,
  body: string,
  options: CallOptions = {},
): Promise<void> {
  const text = checkedComment(body);
  await requireAction(jobs, jobId, 'comment', options);
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
 * Makes sure that an action is possible. If it seems impossible, fetches the job again, since the list may be out of
 * date. Throws OrderError 'unknown-job' or 'wrong-state'.
 */
async function requireAction(jobs: Jobs, jobId: string, action: JobAction, options: CallOptions): Promise<void> {
  const job = jobs.get(jobId);
  if (job !== undefined && actionsFor(job).has(action)) return;
  await jobs.refreshJobs([jobId], options);
  jobFor(jobs, jobId, action);
}

/**
 * Performs an action and refreshes the job afterwards, even if the service refuses the action or its answer is
 * lost.
 */
async function performAction(
  jobs: Jobs,
  jobId: string,
  options: CallOptions,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    await jobs.refreshJobs([jobId], options).catch(() => undefined);
    throw error;
  }
  await jobs.refreshJobs([jobId], options);
}

function jobFor(jobs: Jobs, jobId: string, action: JobAction): TrackedJob {
  const job = jobs.get(jobId);
  if (job === undefined) throw new OrderError('unknown-job', jobId);
  if (!actionsFor(job).has(action)) throw new OrderError('wrong-state', job.title);
  return job;
}

/** Whether a comment is over the service's limit, which counts Unicode characters, not UTF-16 code units. */
export function isTooLong(comment: string): boolean {
  return Array.from(comment).length > maxCommentCharacters;
}

/** Returns the feedback that is sent with an approval, without empty fields. Throws OrderError 'comment-too-long'. */
function checkedFeedback({ rating, forTranslator = '', forService = '', public: isPublic }: Approval): Feedback {
  if (isTooLong(forTranslator) || isTooLong(forService)) throw new OrderError('comment-too-long');
  return present({
    rating,
    forTranslator: forTranslator.trim() === '' ? undefined : forTranslator,
    forService: forService.trim() === '' ? undefined : forService,
    public: isPublic === true ? true : undefined,
  });
}

/** Returns a comment without whitespace around it. Throws OrderError 'comment-empty' or 'comment-too-long'. */
export function checkedComment(comment: string): string {
  const trimmed = comment.trim();
  if (trimmed === '') throw new OrderError('comment-empty');
  if (isTooLong(trimmed)) throw new OrderError('comment-too-long');
  return trimmed;
}
