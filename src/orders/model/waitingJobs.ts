import { needsDecision, waitsForUser, type TrackedJob } from './trackedJob.ts';
import type { Comment } from '../../service/interface/records.ts';

/** How many jobs wait for the user. A job may count for several reasons. */
export interface WaitingJobs {
  readonly toReview: number;
  /** Jobs whose translator waits for an answer. */
  readonly questions: number;
  /** Approved translations whose delivery needs a decision. */
  readonly held: number;
  /** Jobs of orders that may have gone through. */
  readonly unconfirmed: number;
  /** The jobs to review, with a question, or with a held delivery, each counted once. */
  readonly total: number;
}

/** Counts the jobs that wait for the user. */
export function countWaiting(jobs: readonly TrackedJob[]): WaitingJobs {
  const counts = { toReview: 0, questions: 0, held: 0, unconfirmed: 0, total: 0 };
  for (const job of jobs) {
    if (job.status === 'reviewable') counts.toReview += 1;
    if (job.hasOpenQuestion === true) counts.questions += 1;
    if (needsDecision(job)) counts.held += 1;
    if (job.status === 'unclear') counts.unconfirmed += 1;
    if (waitsForUser(job)) counts.total += 1;
  }
  return counts;
}

/** Adds up what waits for the user at several services. */
export function addWaiting(...ofServices: readonly WaitingJobs[]): WaitingJobs {
  const sums = { toReview: 0, questions: 0, held: 0, unconfirmed: 0, total: 0 };
  for (const waiting of ofServices) {
    sums.toReview += waiting.toReview;
    sums.questions += waiting.questions;
    sums.held += waiting.held;
    sums.unconfirmed += waiting.unconfirmed;
    sums.total += waiting.total;
  }
  return sums;
}

/** Statuses in which a translator may wait for an answer. */
const openStatuses = new Set(['pending', 'revising', 'hold', 'reviewable']);

/** Whether the translator of a job may wait for an answer. */
export function mayHaveQuestion({ hasServiceId, status }: Pick<TrackedJob, 'hasServiceId' | 'status'>): boolean {
  return hasServiceId && openStatuses.has(status);
}

/** Whether the last message of a thread, whose messages are the oldest first, is the translator's. */
export function isUnanswered(thread: readonly Comment[]): boolean {
  return thread.at(-1)?.author === 'translator';
}
