import { approveJobs, type Approval } from '../../../src/orders/jobs/review/approveJobs.ts';
import {
  archiveJobs,
  cancelJobs,
  rejectJobs,
  reviseJobs,
  type Rejection,
  requireDone,
  type ReviewContext,
} from '../../../src/orders/jobs/review/review.ts';

/** Approves the translation of one job. Rejects with the reason if it was not approved; so do the functions below. */
export async function approveJob(
  review: ReviewContext,
  jobId: string,
  approval: Omit<Approval, 'jobId'>,
): Promise<void> {
  requireDone(await approveJobs(review, [{ jobId, ...approval }]));
}

export async function requestRevision(review: ReviewContext, jobId: string, comment: string): Promise<void> {
  requireDone(await reviseJobs(review, [jobId], comment));
}

export async function rejectJob(review: ReviewContext, jobId: string, rejection: Rejection): Promise<void> {
  requireDone(await rejectJobs(review, [jobId], rejection));
}

export async function cancelJob(review: ReviewContext, jobId: string): Promise<void> {
  requireDone(await cancelJobs(review, [jobId]));
}

export async function archiveJob(review: ReviewContext, jobId: string): Promise<void> {
  requireDone(await archiveJobs(review, [jobId]));
}
