import { present } from '../../../base/present.ts';
import { approveJobs } from '../../../orders/jobs/review/approveJobs.ts';
import {
  commentOnJob,
  rejectJobs,
  reviseJobs,
  type JobOutcome,
  type ReviewContext,
} from '../../../orders/jobs/review/review.ts';
import { ServiceError } from '../../../service/interface/serviceError.ts';
import type { ReviewAction } from '../reviewMessages.ts';
import type { ReviewIntent } from '../reviewIntent.ts';

/** An intent that changes jobs. */
export type ActionIntent = Extract<ReviewIntent, { readonly type: ReviewAction }>;

/** Runs an action of the page, and returns its outcome for each job. */
export async function runReviewAction(review: ReviewContext, intent: ActionIntent): Promise<readonly JobOutcome[]> {
  const outcomes = await perform(review, intent);
  return outcomes.map((outcome) => (wasPerformed(review, outcome) ? { jobId: outcome.jobId } : outcome));
}

async function perform(review: ReviewContext, intent: ActionIntent): Promise<readonly JobOutcome[]> {
  switch (intent.type) {
    case 'approve':
      return approveJobs(
        review,
        intent.items.map(({ jobId, hash, override }) => ({ jobId, override, ...present({ shown: hash }) })),
      );
    case 'revise':
      return reviseJobs(review, intent.jobIds, intent.comment);
    case 'reject':
      return rejectJobs(review, intent.jobIds, intent);
    case 'comment':
      return [await sendComment(review, intent.jobId, intent.comment)];
  }
}

async function sendComment(review: ReviewContext, jobId: string, comment: string): Promise<JobOutcome> {
  try {
    await commentOnJob(review, jobId, comment);
    return { jobId };
  } catch (error) {
    return { jobId, error };
  }
}

/** Returns whether an action was performed although its answer was lost: its job is no longer to be reviewed. */
function wasPerformed({ jobs }: ReviewContext, { jobId, error }: JobOutcome): boolean {
  const isAnswerLost = error instanceof ServiceError && error.outcome === 'unknown';
  return isAnswerLost && jobs.get(jobId)?.status !== 'reviewable';
}
