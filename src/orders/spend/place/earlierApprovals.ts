import { present } from '../../../base/present.ts';
import { isSameLocale } from '../../../base/locale.ts';
import { checkLength } from '../../../placeholders/check/checkLength.ts';
import { protectedAsSent } from '../../../placeholders/protectedAsSent.ts';
import type { Problem } from '../../../placeholders/read/placeholder.ts';
import { restore } from '../../../placeholders/restore.ts';
import type { CallOptions } from '../../../service/interface/serviceClient.ts';
import type { OrderContext } from '../../journal/account/orderContext.ts';
import { plannedJobId, type Plan, type PlannedJob } from '../../units/plan/plan.ts';
import type { PricedJob, Quote } from './quote.ts';
import { isFinished, type TrackedJob } from '../../model/trackedJob.ts';

/** A string that is free because its translation was approved before: ordering it returns that translation. */
export interface EarlierApproval {
  readonly job: PricedJob;
  /** The previously approved job; absent if its text is not known. */
  readonly earlier?: EarlierTranslation;
}

/** The translation of a previously approved job. */
export interface EarlierTranslation {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** Whether it may have been approved on another machine, by anybody with the account. */
  readonly isFromElsewhere: boolean;
}

export interface EarlierApprovals {
  readonly usable: readonly EarlierApproval[];
  /** Jobs whose previous translation cannot be reused: the checks find errors in it, or it is longer than allowed. */
  readonly unusable: readonly PricedJob[];
}

/** A previously approved translation and what the checks found. */
interface Candidate extends EarlierTranslation {
  readonly problems: readonly Problem[];
}

/**
 * Finds the strings of a quote that were approved before (contract §1: such a duplicate is free), with the previous
 * translations: those of `known`, and those that were ordered elsewhere, which are fetched. The user decides whether a
 * previous translation fits: the note, the length limit and the context may differ. Rejects with ServiceError.
 */
export async function earlierApprovals(
  context: Pick<OrderContext, 'client' | 'ledger'>,
  { plan }: Pick<Quote, 'plan'>,
  known: readonly TrackedJob[],
  options: CallOptions = {},
): Promise<EarlierApprovals> {
  const usable: EarlierApproval[] = [];
  const unusable: PricedJob[] = [];
  const approved = Map.groupBy(known.filter(isApprovedByPeople), ({ sourceText }) => sourceText);
  const found = plan.jobs.filter(isApprovedBefore).map((job) => ({
    job,
    before: (approved.get(job.protectedText.source) ?? [])
      .filter(({ targetLocale }) => isSameLocale(targetLocale, job.targetLocale))
      .map(({ id, title, translatedText = '', problems }): Candidate => {
        const isFromElsewhere = context.ledger.jobs.get(id)?.isApprovedHere !== true;
        return { id, title, text: translatedText, problems, isFromElsewhere };
      }),
  }));
  const unknown = found.filter(({ before }) => before.length === 0).map(({ job }) => job);
  const elsewhere = unknown.length === 0 ? undefined : await approvedElsewhere(context, plan, unknown, options);
  for (const { job, before: own } of found) {
    const before = own.length > 0 ? own : (elsewhere?.get(job) ?? []);
    const fit = before.find((candidate) => isFitFor(job, candidate));
    if (before.length > 0 && fit === undefined) unusable.push(job);
    else usable.push({ job, ...present({ earlier: fit }) });
  }
  return { usable, unusable };
}

/** Fetches the previous translations of strings that were ordered elsewhere. */
async function approvedElsewhere(
  { client, ledger }: Pick<OrderContext, 'client' | 'ledger'>,
  { sourceLocale }: Pick<Plan, 'sourceLocale'>,
  jobs: readonly PricedJob[],
  options: CallOptions,
): Promise<ReadonlyMap<PricedJob, readonly Candidate[]>> {
  const byHash = Map.groupBy([...ledger.elsewhere.values()].filter(isFinished), ({ sourceHash }) => sourceHash);
  const entriesOf = ({ units, targetLocale }: PricedJob) =>
    (byHash.get(units[0]?.sourceHash ?? '') ?? []).filter(({ locale }) => isSameLocale(locale, targetLocale));
  const ids = [...new Set(jobs.flatMap(entriesOf).map(({ jobId }) => jobId))];
  const fetched = new Map((await client.jobs.get(ids, options)).map((job) => [job.id, job]));
  return new Map(
    jobs.map((job) => {
      const candidates = entriesOf(job).flatMap(({ jobId, key }): readonly Candidate[] => {
        const earlier = fetched.get(jobId);
        const sent = earlier === undefined ? undefined : protectedAsSent(job.protectedText, earlier.sourceText);
        if (earlier?.translatedText === undefined || sent === undefined || !isFinished(earlier)) return [];
        const locales = { sourceLocale, targetLocale: job.targetLocale };
        const { text, problems } = restore(earlier.translatedText, sent, locales);
        return [{ id: jobId, title: key ?? job.title, text, problems, isFromElsewhere: true }];
      });
      return [job, candidates];
    }),
  );
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

/** Returns a plan with the previously approved jobs that the user was shown and wants to reuse. */
export function withReused<P extends Plan>(plan: P, approvals: readonly EarlierApproval[]): P {
  const ids = new Map(approvals.map(({ job, earlier }) => [plannedJobId(job), earlier?.id]));
  return {
    ...plan,
    jobs: plan.jobs.map((job) => ({ ...job, ...present({ reusedJob: ids.get(plannedJobId(job)) }) })),
  };
}

function isApprovedByPeople(job: TrackedJob): boolean {
  return isFinished(job) && !job.simulated && job.translatedText !== undefined;
}

function isFitFor({ maxChars }: PlannedJob, { text, problems }: Candidate): boolean {
  if (problems.some(({ severity }) => severity === 'error')) return false;
  return maxChars === undefined || checkLength(text, maxChars) === undefined;
}
