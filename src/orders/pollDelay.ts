import { isClosed, type TrackedJob } from './trackedJob.ts';

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
 * while a job is queued or about due, slower again after failures.
 */
export function pollDelay({ jobs, now, visible, failures, simulated }: PollSituation): number | undefined {
  const open = jobs.filter((job) => !isClosed(job) && job.status !== 'reviewable');
  const toReview = jobs.some((job) => job.status === 'reviewable');
  if (open.length === 0 && !toReview && failures === 0) return undefined;
  const calm = calmDelay(open, now, visible, simulated);
  return Math.min(calm * 2 ** Math.min(failures, 6), 30 * minute);
}

function calmDelay(open: readonly TrackedJob[], now: number, visible: boolean, simulated: boolean): number {
  // The sandbox is this machine's own, and its translators take seconds.
  if (simulated) return visible ? second : 5 * second;
  if (open.length === 0) return 30 * minute;
  if (open.some((job) => job.status === 'queued' || job.status === 'unclear')) return 15 * second;
  const nextDue = Math.min(...open.map((job) => (job.dueAt === undefined ? Infinity : job.dueAt - now)));
  const base = nextDue < 10 * minute ? minute : 5 * minute;
  return visible ? base : base * 3;
}
