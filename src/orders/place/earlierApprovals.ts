import { isSameLocale } from '../../base/locale.ts';
import { checkLength } from '../../placeholders/check/checkLength.ts';
import type { Plan, PlannedJob } from '../plan/plan.ts';
import type { PricedJob, Quote } from './quote.ts';
import { isFinished, type TrackedJob } from '../model/trackedJob.ts';

/** A text that the service asks nothing for, since it was approved before: it would bring the translation of then. */
export interface EarlierApproval {
  /** Index among the quote's jobs. */
  readonly job: number;
  readonly title: string;
  /** The job of then, where this account's list has it. */
  readonly earlier?: TrackedJob;
}

export interface EarlierApprovals {
  readonly usable: readonly EarlierApproval[];
  /** Indexes of jobs whose translation of then does not do here: the checks find errors in it, or it is longer than allowed. */
  readonly unusable: ReadonlySet<number>;
}

/**
 * The texts of a quote that were approved before (contract §1: such a duplicate costs nothing). Whether the translation of
 * then does in this place is for the person to say: the note, the length and what stands around it may be others.
 */
export function earlierApprovals({ plan, jobs }: Quote, known: readonly TrackedJob[]): EarlierApprovals {
  const usable: EarlierApproval[] = [];
  const unusable = new Set<number>();
  const approved = Map.groupBy(known.filter(isApprovedByPeople), ({ sourceText }) => sourceText);
  for (const [index, job] of plan.jobs.entries()) {
    const price = jobs[index];
    if (price === undefined || !isApprovedBefore(job, price)) continue;
    const before = (approved.get(job.protectedText.source) ?? []).filter(({ targetLocale }) =>
      isSameLocale(targetLocale, job.targetLocale),
    );
    const earlier = before.find((candidate) => isFitFor(job, candidate));
    if (before.length > 0 && earlier === undefined) unusable.add(index);
    else usable.push({ job: index, title: job.title, ...(earlier === undefined ? {} : { earlier }) });
  }
  return { usable, unusable };
}

/** Whether the service asks nothing for a text since it was approved before, so that it brings the translation of then. */
export function isApprovedBefore({ document, isForm, isAnew }: PlannedJob, { credits, unitCount }: PricedJob): boolean {
  return credits === 0 && unitCount > 0 && document === undefined && isForm !== true && isAnew !== true;
}

/** The plan with some of its jobs ordered anew, and paid, whatever was approved before. */
export function orderedAnew(plan: Plan, jobs: ReadonlySet<number>): Plan {
  return { ...plan, jobs: plan.jobs.map((job, index) => (jobs.has(index) ? { ...job, isAnew: true } : job)) };
}

function isApprovedByPeople(job: TrackedJob): boolean {
  return isFinished(job) && !job.simulated && job.translatedText !== undefined;
}

function isFitFor({ maxChars }: PlannedJob, { translatedText = '', problems }: TrackedJob): boolean {
  if (problems.some(({ severity }) => severity === 'error')) return false;
  return maxChars === undefined || checkLength(translatedText, maxChars) === undefined;
}
