import { OrderError } from '../../orders/model/orderError.ts';
import { hasErrors, type TrackedJob } from '../../orders/model/trackedJob.ts';
import {
  approveJob,
  commentOnJob,
  rejectJob,
  requestRevision,
  type ReviewContext,
} from '../../orders/review/review.ts';
import {
  approveJobs,
  rejectJobs,
  reviseJobs,
  type BulkOutcome,
  type RefusedJob,
} from '../../orders/review/reviewMany.ts';
import { ChangedSinceShownError } from '../../orders/review/shownTranslation.ts';
import type { ReviewAction, ReviewIntent, ShownApproval } from './reviewProtocol.ts';

/** An intent that changes jobs. */
export type ActionIntent = Extract<ReviewIntent, { readonly type: ReviewAction }>;

/** The outcome of an action on one job; without `error` it succeeded. */
export interface ActionOutcome {
  readonly jobId: string;
  readonly error?: unknown;
}

/** Runs an action on one or more jobs. Returns an outcome for each, and never rejects. */
export async function runReviewAction(review: ReviewContext, intent: ActionIntent): Promise<readonly ActionOutcome[]> {
  switch (intent.type) {
    case 'approve':
      return approve(review, intent.items);
    case 'revise':
      return onJobs(
        review,
        intent.jobIds,
        (id) => requestRevision(review, id, intent.comment),
        (ids) => reviseJobs(review.context, review.jobs, ids, intent.comment),
      );
    case 'reject': {
      const { reason, comment, followUp } = intent;
      const rejection = { reason, comment, followUp };
      return onJobs(
        review,
        intent.jobIds,
        (id) => rejectJob(review, id, rejection),
        (ids) => rejectJobs(review.context, review.jobs, ids, rejection),
      );
    }
    case 'comment':
      return [await outcomeOf(intent.jobId, () => commentOnJob(review, intent.jobId, intent.comment))];
  }
}

/** Approves translations as they were shown: those with accepted errors one by one, the others together. */
async function approve(review: ReviewContext, items: readonly ShownApproval[]): Promise<readonly ActionOutcome[]> {
  const outcomes: ActionOutcome[] = [];
  const together: TrackedJob[] = [];
  for (const item of items) {
    const job = review.jobs.get(item.jobId);
    const isAsShown = job !== undefined && job.translationHash === item.hash;
    if (isAsShown && !item.override && !hasErrors(job) && items.length > 1) together.push(job);
    else outcomes.push(await outcomeOf(item.jobId, () => approveOne(review, item)));
  }
  return [...outcomes, ...(await approveTogether(review, together))];
}

async function approveOne(review: ReviewContext, { jobId, hash, override }: ShownApproval): Promise<void> {
  await approveJob(review, jobId, { override, ...(hash === undefined ? {} : { shown: hash }) });
}

async function approveTogether(
  review: ReviewContext,
  together: readonly TrackedJob[],
): Promise<readonly ActionOutcome[]> {
  if (together.length === 0) return [];
  try {
    const { approved, changed, notPossible, refused } = await approveJobs(review.context, review.jobs, together);
    return [
      ...approved.map(({ id }) => ({ jobId: id })),
      ...changed.map((job) => ({ jobId: job.id, error: new ChangedSinceShownError(job, job.translatedText) })),
      ...impossible(notPossible),
      ...refusals(refused),
    ];
  } catch (error) {
    return afterFailure(
      review,
      together.map(({ id }) => id),
      error,
    );
  }
}

async function onJobs(
  review: ReviewContext,
  jobIds: readonly string[],
  one: (id: string) => Promise<void>,
  many: (ids: readonly string[]) => Promise<BulkOutcome>,
): Promise<readonly ActionOutcome[]> {
  const [first] = jobIds;
  if (first === undefined) return [];
  if (jobIds.length === 1) return [await outcomeOf(first, () => one(first))];
  try {
    const { done, notPossible, refused } = await many(jobIds);
    const outcomes = [...done.map(({ id }) => ({ jobId: id })), ...impossible(notPossible), ...refusals(refused)];
    const answered = new Set(outcomes.map(({ jobId }) => jobId));
    const unknown = jobIds.filter((id) => !answered.has(id));
    return [...outcomes, ...unknown.map((jobId) => ({ jobId, error: new OrderError('unknown-job', jobId) }))];
  } catch (error) {
    return afterFailure(review, jobIds, error);
  }
}

/** After a call failed, the calls before it are done: their jobs are no longer to be reviewed. */
function afterFailure({ jobs }: ReviewContext, jobIds: readonly string[], error: unknown): readonly ActionOutcome[] {
  return jobIds.map((jobId) => (jobs.get(jobId)?.status === 'reviewable' ? { jobId, error } : { jobId }));
}

async function outcomeOf(jobId: string, work: () => Promise<void>): Promise<ActionOutcome> {
  try {
    await work();
    return { jobId };
  } catch (error) {
    return { jobId, error };
  }
}

function impossible(jobs: readonly TrackedJob[]): readonly ActionOutcome[] {
  return jobs.map(({ id, title }) => ({ jobId: id, error: new OrderError('wrong-state', title) }));
}

function refusals(refused: readonly RefusedJob[]): readonly ActionOutcome[] {
  return refused.map(({ job, error }) => ({ jobId: job.id, error }));
}
