import { present } from '../../base/present.ts';
import { isClosed, waitsForFile, type TrackedJob } from '../../orders/model/trackedJob.ts';

const second = 1000;
const minute = 60 * second;

/** The longest time between two polls of open jobs. */
const maxInterval = 30 * minute;

/** Without input for this time, nobody is expected to look. */
const idleAfter = 10 * minute;

/** The facts that the time between two polls depends on. Times are in milliseconds. */
export interface PollFacts {
  /** Whether the Jobs view or a page of jobs is visible. */
  readonly isVisible: boolean;
  /** Whether VS Code's window has the focus. */
  readonly isFocused: boolean;
  /** How long the user has not used the window. */
  readonly idleMs: number;
  /** Whether an order was just placed, so that its jobs are about to get their ids. */
  readonly hasNewJobs: boolean;
  /** The time until the nearest expected completion; negative if that job is late; absent if no job is in work. */
  readonly nearestEta?: number;
  /** The time until the nearest end of a review; absent if no job can be reviewed. */
  readonly nearestReviewEnd?: number;
  /** Whether the service calls this window when a job changes. */
  readonly hasCallbacks: boolean;
  readonly isSandbox: boolean;
}

/**
 * Returns the milliseconds between two polls: fewer after an order and near a job's expected completion, more while
 * nobody looks or the service calls. Reviews alone are polled around their ends, when the service approves the jobs.
 */
export function pollInterval(facts: PollFacts): number {
  const { isVisible, isFocused, idleMs, hasNewJobs, nearestEta, nearestReviewEnd, hasCallbacks, isSandbox } = facts;
  const isWatched = isVisible && isFocused && idleMs < idleAfter;
  // The sandbox runs on this machine, and its translators take seconds.
  if (isSandbox) return isVisible ? second : 5 * second;
  if (hasNewJobs) return 15 * second;
  const untilReviewEnd = Math.max(minute, nearestReviewEnd ?? maxInterval);
  if (nearestEta === undefined) return Math.min(maxInterval, untilReviewEnd);
  // A job that is an hour late is unlikely to be ready within the next minute.
  const isNearlyDue = nearestEta < 10 * minute && nearestEta > -60 * minute;
  let interval = isNearlyDue ? minute : 5 * minute;
  if (!isWatched) interval *= isVisible || isFocused ? 3 : 6;
  if (hasCallbacks) interval *= 2;
  return Math.min(maxInterval, untilReviewEnd, interval);
}

/** The state from which the time of the next poll follows. */
export interface PollSituation extends Omit<PollFacts, 'hasNewJobs' | 'nearestEta' | 'nearestReviewEnd'> {
  readonly jobs: readonly TrackedJob[];
  readonly now: number;
  /** Number of consecutive failed refreshes. */
  readonly failures: number;
}

/** Returns the milliseconds until the next poll; undefined if no job can change without the user. */
export function pollDelay({ jobs, now, failures, ...facts }: PollSituation): number | undefined {
  const changingJobs = jobs.filter((job) => (!isClosed(job) && job.status !== 'reviewable') || waitsForFile(job));
  const reviewableJobs = jobs.filter((job) => job.status === 'reviewable');
  if (changingJobs.length + reviewableJobs.length === 0 && failures === 0) return undefined;
  const isNew = (job: TrackedJob): boolean =>
    (job.status === 'queued' || job.status === 'unclear') && now - (job.createdAt ?? now) < 10 * minute;
  const etas = changingJobs.map(({ dueAt }) => (dueAt === undefined ? Infinity : dueAt - now));
  // Jobs that are very late say nothing about when the next one is ready.
  const credibleEtas = etas.filter((eta) => eta > -60 * minute);
  const reviewTimes = reviewableJobs.flatMap(({ reviewUntil }) => (reviewUntil === undefined ? [] : reviewUntil - now));
  const nearestEta = changingJobs.length === 0 ? undefined : minimum(credibleEtas);
  const nearestReviewEnd = reviewTimes.length === 0 ? undefined : minimum(reviewTimes.filter((time) => time > 0));
  const hasNewJobs = changingJobs.some(isNew);
  const interval = pollInterval({ ...facts, hasNewJobs, ...present({ nearestEta, nearestReviewEnd }) });
  // Twice as long after each failure.
  return Math.min(interval * 2 ** Math.min(failures, 6), maxInterval);
}

/** Returns the smallest number, or infinity if there is none. `Math.min` can't be called with very many numbers. */
function minimum(numbers: readonly number[]): number {
  return numbers.reduce((smallest, number) => Math.min(smallest, number), Infinity);
}
