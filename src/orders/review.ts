import { maxCommentCharacters } from '../service/limits.ts';
import type { Approval as Feedback, CallOptions } from '../service/serviceClient.ts';
import type { Jobs } from './jobs.ts';
import type { OrderContext } from './orderContext.ts';
import { OrderError } from './orderError.ts';
import { actionsFor, hasErrors, type JobAction, type TrackedJob } from './trackedJob.ts';

export interface Approval {
  /** Whole number from 1 poor to 5 fantastic. */
  readonly rating?: number;
  readonly forTranslator?: string;
  /** For the service's staff alone. */
  readonly forService?: string;
  /** The feedback may be shown to others, with the source text and the translation. */
  readonly public?: boolean;
  /** Approve although the checks found errors: the person has seen them. */
  readonly override?: boolean;
}

export interface Rejection {
  readonly reason: 'quality' | 'incomplete' | 'other';
  readonly comment: string;
  readonly followUp: 'requeue' | 'cancel';
}

/**
 * Approves, then delivers. Rejects with OrderError 'problems' while the checks find errors and `override` is not set, and with
 * 'wrong-state' when the translation is not the one any more that was shown.
 */
export async function approveJob(context: OrderContext, jobs: Jobs, jobId: string, approval: Approval, options: CallOptions = {}): Promise<void> {
  const feedback = checkedFeedback(approval);
  const shown = jobs.get(jobId);
  // What is approved cannot be given back, so it must be the text that was seen and checked.
  await jobs.refreshJobs([jobId], options);
  const job = jobFor(jobs, jobId, 'approve');
  if (shown?.translatedText !== undefined && shown.translatedText !== job.translatedText) throw new OrderError('wrong-state', job.title);
  if (approval.override !== true && hasErrors(job)) throw new OrderError('problems', job.title);
  await act(jobs, jobId, options, async () => {
    await context.client.jobs.approve(jobId, feedback, options);
    await context.journal.append({ type: 'approved', jobId, at: context.clock.now(), override: approval.override === true });
  });
}

/** Sends a translation back with a comment that says what to change. */
export async function requestRevision(context: OrderContext, jobs: Jobs, jobId: string, comment: string, options: CallOptions = {}): Promise<void> {
  const text = checkedComment(comment);
  await readyFor(jobs, jobId, 'revise', options);
  await act(jobs, jobId, options, async () => {
    await context.client.jobs.revise(jobId, text, options);
    await context.journal.append({ type: 'revision-requested', jobId, at: context.clock.now() });
  });
}

export async function rejectJob(context: OrderContext, jobs: Jobs, jobId: string, rejection: Rejection, options: CallOptions = {}): Promise<void> {
  const comment = checkedComment(rejection.comment);
  await readyFor(jobs, jobId, 'reject', options);
  await act(jobs, jobId, options, () => context.client.jobs.reject(jobId, { ...rejection, comment }, options));
}

/** Withdraws a job that no translator has started. */
export async function cancelJob(context: OrderContext, jobs: Jobs, jobId: string, options: CallOptions = {}): Promise<void> {
  await readyFor(jobs, jobId, 'cancel', options);
  await act(jobs, jobId, options, () => context.client.jobs.cancel(jobId, options));
}

export async function archiveJob(context: OrderContext, jobs: Jobs, jobId: string, options: CallOptions = {}): Promise<void> {
  await readyFor(jobs, jobId, 'archive', options);
  await act(jobs, jobId, options, async () => {
    await context.client.jobs.archive(jobId, options);
    await context.journal.append({ type: 'closed', jobId, at: context.clock.now(), status: 'archived' });
  });
}

export async function commentOnJob(context: OrderContext, jobs: Jobs, jobId: string, body: string, options: CallOptions = {}): Promise<void> {
  const text = checkedComment(body);
  await readyFor(jobs, jobId, 'comment', options);
  await context.client.jobs.comment(jobId, text, options);
}

/**
 * Gives up waiting for an order that cannot be found, so that its units may be ordered again. Rejects with OrderError
 * 'unknown-job', and 'wrong-state' when it was found since: the list may be older than the journal.
 */
export async function acknowledgeUnclear(context: OrderContext, jobs: Jobs, trackedId: string): Promise<void> {
  const intent = trackedId.split(':')[0] ?? '';
  if (!context.ledger.intents.has(intent)) throw new OrderError('unknown-job', trackedId);
  await context.journal.exclusively(async () => {
    const job = jobs.get(trackedId);
    if (job === undefined || !actionsFor(job).has('orderAgain')) throw new OrderError('wrong-state', job?.title ?? trackedId);
    await context.journal.append({ type: 'acknowledged', intent, at: context.clock.now() });
  });
  await jobs.reload();
}

/** Asks the service once more before it says that an action is not possible: the list may be older than the job. */
async function readyFor(jobs: Jobs, jobId: string, action: JobAction, options: CallOptions): Promise<void> {
  const job = jobs.get(jobId);
  if (job !== undefined && actionsFor(job).has(action)) return;
  await jobs.refreshJobs([jobId], options);
  jobFor(jobs, jobId, action);
}

/** Does something to a job and shows what it is then, also when the service says no or its answer is lost. */
async function act(jobs: Jobs, jobId: string, options: CallOptions, work: () => Promise<void>): Promise<void> {
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

/** Whether a comment is over the contract's limit. It counts characters, of which one may be two UTF-16 units. */
export function isTooLong(comment: string): boolean {
  return Array.from(comment).length > maxCommentCharacters;
}

/** What is sent with an approval: only what was said. Throws OrderError 'comment-too-long'. */
function checkedFeedback({ rating, forTranslator = '', forService = '', public: isPublic }: Approval): Feedback {
  if (isTooLong(forTranslator) || isTooLong(forService)) throw new OrderError('comment-too-long');
  return {
    ...(rating === undefined ? {} : { rating }),
    ...(forTranslator.trim() === '' ? {} : { forTranslator }),
    ...(forService.trim() === '' ? {} : { forService }),
    ...(isPublic === true ? { public: true } : {}),
  };
}

function checkedComment(comment: string): string {
  const trimmed = comment.trim();
  if (trimmed === '') throw new OrderError('comment-empty');
  if (isTooLong(trimmed)) throw new OrderError('comment-too-long');
  return trimmed;
}
