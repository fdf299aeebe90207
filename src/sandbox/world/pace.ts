import { reviewWindowMs, revisingWindowMs } from './jobMachine.ts';
import type { SandboxJob } from '../records/job.ts';

/** The speeds of the simulated people. */
export const paces = ['instant', 'fast', 'real', 'manual'] as const;
export type Pace = (typeof paces)[number];

/** A step that happens on its own. `at` is in milliseconds since the epoch. */
export interface DueStep {
  readonly at: number;
  readonly kind: 'drain' | 'start' | 'submit' | 'window-ends' | 'return' | 'settle' | 'reply';
}

/** Duration of each kind of work in milliseconds; undefined: the work waits for a control call. */
interface Durations {
  readonly queue: number;
  readonly start: number | undefined;
  readonly translate: (units: number) => number | undefined;
  readonly revise: (units: number) => number | undefined;
  readonly settle: number;
  readonly reply: number | undefined;
}

const second = 1000;
const minute = 60 * second;

const durations: Readonly<Record<Pace, Durations>> = {
  instant: { queue: 0, start: 0, translate: () => 0, revise: () => 0, settle: 0, reply: 0 },
  fast: { queue: second, start: second, translate: () => second, revise: () => second, settle: second, reply: second },
  real: {
    queue: 45 * second,
    start: 12 * minute,
    // About 300 words per hour, after ten minutes to read the brief.
    translate: (units) => 10 * minute + units * 12 * second,
    revise: (units) => 8 * minute + units * 4 * second,
    settle: 2 * 60 * minute,
    reply: 15 * minute,
  },
  // Only translators wait for control calls: the queue and the staff act immediately.
  manual: {
    queue: 0,
    start: undefined,
    translate: () => undefined,
    revise: () => undefined,
    settle: 0,
    reply: undefined,
  },
};

/**
 * A second pass takes an additional half of the translation time. The job is submitted, and its review period starts,
 * after that pass (support pages).
 */
const editTimeFactor = 1.5;

/**
 * Returns the next step that happens on its own; undefined if there is none. A pure function of the job, so a restart
 * loses no step.
 */
export function nextStep(job: SandboxJob, pace: Pace): DueStep | undefined {
  const status = statusStep(job, durations[pace]);
  const reply = replyStep(job, durations[pace]);
  if (status === undefined || (reply !== undefined && reply.at < status.at)) return reply;
  return status;
}

function statusStep(job: SandboxJob, pace: Durations): DueStep | undefined {
  const stepAfter = (ms: number | undefined, kind: DueStep['kind']): DueStep | undefined =>
    ms === undefined ? undefined : { at: job.since + ms, kind };
  switch (job.status) {
    case 'queued':
      return stepAfter(pace.queue, 'drain');
    case 'available':
      return stepAfter(pace.start, 'start');
    case 'pending':
      return stepAfter(translationTime(job.unitCount, job.edit === true, pace), 'submit');
    case 'revising': {
      const work = pace.revise(job.unitCount);
      if (work !== undefined && work < revisingWindowMs) return stepAfter(work, 'submit');
      return stepAfter(revisingWindowMs, 'return');
    }
    case 'reviewable':
      return stepAfter(reviewWindowMs, 'window-ends');
    case 'rejected':
      return stepAfter(pace.settle, 'settle');
    case 'approved':
    case 'canceled':
    case 'hold':
    case 'archived':
      return undefined;
  }
}

/** Returns when a translator replies to a comment; undefined while the job has no translator. */
function replyStep(job: SandboxJob, pace: Durations): DueStep | undefined {
  if (job.unansweredSince === undefined || pace.reply === undefined) return undefined;
  if (!['pending', 'reviewable', 'revising', 'approved'].includes(job.status)) return undefined;
  let readAt = job.unansweredSince;
  // A translator who takes the job after the comment reads it at that time.
  if (job.status === 'pending') readAt = Math.max(readAt, job.since);
  return { at: readAt + pace.reply, kind: 'reply' };
}

/** Returns the milliseconds from start to submission, for all passes. */
function translationTime(units: number, edit: boolean, pace: Durations): number | undefined {
  const onePass = pace.translate(units);
  if (onePass === undefined || !edit) return onePass;
  return onePass * editTimeFactor;
}

/** Returns the durations that estimates are made of: at pace `manual` there are none, so the real pace's are used. */
function estimatedDurations(pace: Pace): Durations {
  return durations[pace === 'manual' ? 'real' : pace];
}

/** Returns the seconds from order to translation for a job with this many units. */
export function estimateSeconds(units: number, pace: Pace, edit = false): number {
  const typicalDurations = estimatedDurations(pace);
  return Math.ceil(
    (typicalDurations.queue + (typicalDurations.start ?? 0) + (translationTime(units, edit, typicalDurations) ?? 0)) /
      second,
  );
}

/**
 * Returns the seconds until the job's translation is expected; -1 if none is expected (public material: -1 when
 * finished or none).
 */
export function etaSeconds(job: SandboxJob, pace: Pace, now: number): number {
  const typicalDurations = estimatedDurations(pace);
  const translate = translationTime(job.unitCount, job.edit === true, typicalDurations) ?? 0;
  const secondsUntil = (ms: number): number => Math.max(0, Math.ceil((job.since + ms - now) / second));
  switch (job.status) {
    case 'queued':
      return secondsUntil(typicalDurations.queue + (typicalDurations.start ?? 0) + translate);
    case 'available':
      return secondsUntil((typicalDurations.start ?? 0) + translate);
    case 'pending':
      return secondsUntil(translate);
    case 'revising':
      return secondsUntil(typicalDurations.revise(job.unitCount) ?? 0);
    case 'reviewable':
    case 'approved':
    case 'rejected':
    case 'canceled':
    case 'hold':
    case 'archived':
      return -1;
  }
}
