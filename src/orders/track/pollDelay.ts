import { isClosed, waitsForFile, type TrackedJob } from '../model/trackedJob.ts';

const second = 1000;
const minute = 60 * second;

export interface PollSituation {
  readonly jobs: readonly TrackedJob[];
  readonly now: number;
  /** The tree or a job's page is on the screen. */
  readonly visible: boolean;
  /** Refreshes that failed in a row. */
  readonly failures: number;
  readonly simulated: boolean;
}

/**
 * Milliseconds until the next refresh; undefined when nothing can happen by itself. Slower when nobody looks, faster
 * while a job has just been ordered or is about due, slower again after failures.
 */
export function pollDelay({ jobs, now, visible, failures, simulated }: PollSituation): number | undefined {
  const open = jobs.filter((job) => (!isClosed(job) && job.status !== 'reviewable') || waitsForFile(job));
  const toReview = jobs.some((job) => job.status === 'reviewable');
  if (open.length === 0 && !toReview && failures === 0) return undefined;
  const calm = calmDelay(open, now, visible, simulated);
  return Math.min(calm * 2 ** Math.min(failures, 6), 30 * minute);
}

function calmDelay(open: readonly TrackedJob[], now: number, visible: boolean, simulated: boolean): number {
  // The sandbox is this machine's own, and its translators take seconds.
  if (simulated) return visible ? second : 5 * second;
  if (open.length === 0) return 30 * minute;
  const isFresh = (job: TrackedJob): boolean =>
    (job.status === 'queued' || job.status === 'unclear') && now - (job.createdAt ?? now) < 10 * minute;
  if (open.some(isFresh)) return 15 * second;
  // Who is an hour late will not be ready within the next minute.
  const isNearlyDue = open.some(
    (job) => job.dueAt !== undefined && job.dueAt - now < 10 * minute && now - job.dueAt < 60 * minute,
  );
  const base = isNearlyDue ? minute : 5 * minute;
  return visible ? base : base * 3;
}
