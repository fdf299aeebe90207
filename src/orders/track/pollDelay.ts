import { isClosed, waitsForFile, type TrackedJob } from '../model/trackedJob.ts';

const second = 1000;
const minute = 60 * second;

/** The facts that the time of the next refresh depends on. */
export interface PollSituation {
  readonly jobs: readonly TrackedJob[];
  readonly now: number;
  /** Whether the Jobs view or a job page is visible. */
  readonly visible: boolean;
  /** Number of consecutive failed refreshes. */
  readonly failures: number;
  readonly simulated: boolean;
}

/**
 * Returns the milliseconds until the next refresh; undefined if no job can change without the user. The delay is
 * longer while no view is visible, shorter while a job was just ordered or is about due, and longer again after
 * failures.
 */
export function pollDelay({ jobs, now, visible, failures, simulated }: PollSituation): number | undefined {
  const open = jobs.filter((job) => (!isClosed(job) && job.status !== 'reviewable') || waitsForFile(job));
  const toReview = jobs.some((job) => job.status === 'reviewable');
  if (open.length === 0 && !toReview && failures === 0) return undefined;
  const regular = delayWithoutFailures(open, now, visible, simulated);
  return Math.min(regular * 2 ** Math.min(failures, 6), 30 * minute);
}

function delayWithoutFailures(open: readonly TrackedJob[], now: number, visible: boolean, simulated: boolean): number {
  // The sandbox runs on this machine, and its translators take seconds.
  if (simulated) return visible ? second : 5 * second;
  if (open.length === 0) return 30 * minute;
  const isNew = (job: TrackedJob): boolean =>
    (job.status === 'queued' || job.status === 'unclear') && now - (job.createdAt ?? now) < 10 * minute;
  if (open.some(isNew)) return 15 * second;
  // A job that is an hour late is unlikely to be ready within the next minute.
  const isNearlyDue = open.some(
    (job) => job.dueAt !== undefined && job.dueAt - now < 10 * minute && now - job.dueAt < 60 * minute,
  );
  const base = isNearlyDue ? minute : 5 * minute;
  return visible ? base : base * 3;
}
