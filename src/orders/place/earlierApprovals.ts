import { present } from '../../base/present.ts';
import { isSameLocale } from '../../base/locale.ts';
import { checkLength } from '../../placeholders/check/checkLength.ts';
import { plannedJobId, type Plan, type PlannedJob } from '../plan/plan.ts';
import type { PricedJob, Quote } from './quote.ts';
import { isFinished, type TrackedJob } from '../model/trackedJob.ts';

/** A string that is free because its translation was approved before: ordering it returns that translation. */
export interface EarlierApproval {
  readonly job: PricedJob;
  /** The previously approved job, if this account's list has it. */
  readonly earlier?: TrackedJob;
}

export interface EarlierApprovals {
  readonly usable: readonly EarlierApproval[];
  /** Jobs whose previous translation cannot be reused: the checks find errors in it, or it is longer than allowed. */
  readonly unusable: readonly PricedJob[];
}

/**
 * Finds the strings of a quote that were approved before (contract §1: such a duplicate is free). The user decides
 * whether a previous translation fits: the note, the length limit and the context may differ.
 */
export function earlierApprovals({ plan }: Pick<Quote, 'plan'>, known: readonly TrackedJob[]): EarlierApprovals {
  const usable: EarlierApproval[] = [];
  const unusable: PricedJob[] = [];
  const approved = Map.groupBy(known.filter(isApprovedByPeople), ({ sourceText }) => sourceText);
  for (const job of plan.jobs) {
    if (!isApprovedBefore(job)) continue;
    const before = (approved.get(job.protectedText.source) ?? []).filter(({ targetLocale }) =>
      isSameLocale(targetLocale, job.targetLocale),
    );
    const earlier = before.find((candidate) => isFitFor(job, candidate));
    if (before.length > 0 && earlier === undefined) unusable.push(job);
    else usable.push({ job, ...present({ earlier }) });
  }
  return { usable, unusable };
}

/** Whether a string is free because it was approved before, so that ordering it returns the previous translation. */
export function isApprovedBefore({ document, isForm, retranslate, price }: PricedJob): boolean {
  return (
    price.credits === 0 && price.unitCount > 0 && document === undefined && isForm !== true && retranslate !== true
  );
}

/** Returns the plan with some jobs marked to be translated again, and paid for, although they were approved before. */
export function withRetranslated(plan: Plan, jobs: readonly PlannedJob[]): Plan {
  const ids = new Set(jobs.map(plannedJobId));
  return { ...plan, jobs: plan.jobs.map((job) => (ids.has(plannedJobId(job)) ? { ...job, retranslate: true } : job)) };
}

function isApprovedByPeople(job: TrackedJob): boolean {
  return isFinished(job) && !job.simulated && job.translatedText !== undefined;
}

function isFitFor({ maxChars }: PlannedJob, { translatedText = '', problems }: TrackedJob): boolean {
  if (problems.some(({ severity }) => severity === 'error')) return false;
  return maxChars === undefined || checkLength(translatedText, maxChars) === undefined;
}
