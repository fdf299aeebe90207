import { maxCommentCharacters } from '../../service/interface/limits.ts';
import type { Approval as Feedback, CallOptions } from '../../service/interface/serviceClient.ts';
import type { Jobs } from '../track/jobs.ts';
import type { OrderContext } from '../account/orderContext.ts';
import { OrderError } from '../model/orderError.ts';
import { ChangedSinceShownError, compareWithShown } from './shownTranslation.ts';
import { actionsFor, type JobAction, type TrackedJob } from '../model/trackedJob.ts';

export interface Approval {
  /** Whole number from 1 poor to 5 fantastic. */
  readonly rating?: number;
  readonly forTranslator?: string;
  /** For the service's staff alone. */
  readonly forService?: string;
  /** The feedback may be shown to others, with the source text and the translation. */
  readonly public?: boolean;
  /** Approve although the checks found errors: the person has seen these errors of this translation. */
  readonly override?: boolean;
  /** `translationHash` of the job as the person saw it; without it, of the job as this window has it. */
  readonly shown?: string;
}

export interface Rejection {
  readonly reason: 'quality' | 'incomplete' | 'other';
  readonly comment: string;
  readonly followUp: 'requeue' | 'cancel';
}

/**
 * Approves what was shown, then delivers it. The service is always asked first what the translation is now.
 * Rejects with ChangedSinceShownError if that is not what was shown, with OrderError 'problems' if the checks find errors and
 * `override` is not set, and with 'wrong-state'.
 * An approval is final and the service approves whatever the job holds, so a change between its answer and the approval
 * cannot be excluded.
 */
export async function approveJob(
  context: OrderContext,
  jobs: Jobs,
  jobId: string,
  approval: Approval,
  options: CallOptions = {},
): Promise<void> {
  const feedback = checkedFeedback(approval);
  const job = jobs.get(jobId);
  if (job === undefined) throw new OrderError('unknown-job', jobId);
  let overridden: boolean;
  try {
    overridden = await refuseUnlessAsShown(context, jobs, job, approval, options);
  } catch (error) {
    // The views then show why.
    await jobs.refreshJobs([jobId], options).catch(() => undefined);
    throw error;
  }
  await act(jobs, jobId, options, async () => {
    await context.client.jobs.approve(jobId, feedback, options);
    await context.journal.append({ type: 'approved', jobId, at: context.clock.now(), override: overridden });
  });
}

/** Returns whether the translation has errors, which the person then accepts. */
async function refuseUnlessAsShown(
  context: OrderContext,
  jobs: Jobs,
  job: TrackedJob,
  { shown = job.translationHash, override = false }: Approval,
  options: CallOptions,
): Promise<boolean> {
  if (!job.hasServiceId) throw new OrderError('wrong-state', job.title);
  const previousText = shown === job.translationHash ? job.translatedText : undefined;
  const { id, title } = job;
  const states = await compareWithShown(
    context,
    jobs,
    [{ id, title, ...(shown === undefined ? {} : { translationHash: shown }) }],
    options,
  );
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

/** Sends a translation back with a comment that says what to change. */
export async function requestRevision(
  context: OrderContext,
  jobs: Jobs,
  jobId: string,
  comment: string,
  options: CallOptions = {},
): Promise<void> {
  const text = checkedComment(comment);
  await readyFor(jobs, jobId, 'revise', options);
  await act(jobs, jobId, options, async () => {
    await context.client.jobs.revise(jobId, text, options);
    await context.journal.append({ type: 'revision-requested', jobId, at: context.clock.now() });
  });
}

export async function rejectJob(
  context: OrderContext,
  jobs: Jobs,
  jobId: string,
  rejection: Rejection,
  options: CallOptions = {},
): Promise<void> {
  const comment = checkedComment(rejection.comment);
  await readyFor(jobs, jobId, 'reject', options);
  await act(jobs, jobId, options, () => context.client.jobs.reject(jobId, { ...rejection, comment }, options));
}

/** Withdraws a job that no translator has started. */
export async function cancelJob(
  context: OrderContext,
  jobs: Jobs,
  jobId: string,
  options: CallOptions = {},
): Promise<void> {
  await readyFor(jobs, jobId, 'cancel', options);
  await act(jobs, jobId, options, () => context.client.jobs.cancel(jobId, options));
}

export async function archiveJob(
  context: OrderContext,
  jobs: Jobs,
  jobId: string,
  options: CallOptions = {},
): Promise<void> {
  await readyFor(jobs, jobId, 'archive', options);
  await act(jobs, jobId, options, async () => {
    await context.client.jobs.archive(jobId, options);
    await context.journal.append({ type: 'closed', jobId, at: context.clock.now(), status: 'archived' });
  });
}

export async function commentOnJob(
  context: OrderContext,
  jobs: Jobs,
  jobId: string,
  body: string,
  options: CallOptions = {},
): Promise<void> {
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
    if (job === undefined || !actionsFor(job).has('orderAgain'))
      throw new OrderError('wrong-state', job?.title ?? trackedId);
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
