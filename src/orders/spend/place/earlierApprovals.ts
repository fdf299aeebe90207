import { isSameLocale } from '../../../base/locale.ts';
import { checkLength } from '../../../placeholders/check/checkLength.ts';
import { protectedAsSent } from '../../../placeholders/protectedAsSent.ts';
import type { Problem } from '../../../placeholders/read/placeholder.ts';
import { restore } from '../../../placeholders/restore.ts';
import type { CallOptions } from '../../../service/interface/serviceClient.ts';
import type { OrderContext } from '../../journal/account/orderContext.ts';
import { isFinished, type TrackedJob } from '../../model/trackedJob.ts';
import { plannedJobId, type Plan, type PlannedJob } from '../../units/plan/plan.ts';
import type { PricedJob } from './quote.ts';

/** A string whose translation was approved before: ordering it again returns that translation for free. */
export interface EarlierApproval {
  readonly job: PlannedJob;
  readonly earlier: EarlierTranslation;
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
  readonly unusable: readonly PlannedJob[];
}

/** A previously approved translation and what the checks found. */
interface Candidate extends EarlierTranslation {
  readonly problems: readonly Problem[];
}

/**
 * Finds the strings of a plan that were approved before in this tier (contract §1: such a duplicate is free), with the
 * previous translations: those of `tracked`, and those that were ordered elsewhere, which are fetched. The user decides
 * whether a previous translation fits: the note, the length limit and the context may differ. Rejects with ServiceError.
 */
export async function earlierApprovals(
  context: Pick<OrderContext, 'client' | 'ledger'>,
  { plan, tier }: { readonly plan: Plan; readonly tier: string },
  tracked: readonly TrackedJob[],
  options: CallOptions = {},
): Promise<EarlierApprovals> {
  const jobs = plan.jobs.filter(mayBeDuplicate);
  const byText = Map.groupBy(
    tracked.filter((job) => job.tier === tier && isApprovedByPeople(job)),
    ({ sourceText }) => sourceText,
  );
  const here = new Map(
    jobs.map((job) => {
      const sameText = byText.get(job.protectedText.source) ?? [];
      const sameLocale = sameText.filter(({ targetLocale }) => isSameLocale(targetLocale, job.targetLocale));
      return [job, sameLocale.map((before) => candidateOf(before, context))];
    }),
  );
  const unknown = jobs.filter((job) => here.get(job)?.length === 0);
  const elsewhere = await approvedElsewhere(context, { plan, tier, jobs: unknown }, options);
  const usable: EarlierApproval[] = [];
  const unusable: PlannedJob[] = [];
  for (const job of jobs) {
    const candidates = [...(here.get(job) ?? []), ...(elsewhere.get(job) ?? [])];
    const earlier = candidates.find((candidate) => isFitFor(job, candidate));
    if (earlier !== undefined) usable.push({ job, earlier });
    else if (candidates.length > 0) unusable.push(job);
  }
  return { usable, unusable };
}

/** Whether the service recognizes a job as a duplicate if its text was approved before. */
function mayBeDuplicate({ document, isForm, retranslate }: PlannedJob): boolean {
  return document === undefined && isForm !== true && retranslate !== true;
}

function candidateOf(
  { id, title, translatedText = '', problems }: TrackedJob,
  { ledger }: Pick<OrderContext, 'ledger'>,
): Candidate {
  const isFromElsewhere = ledger.jobs.get(id)?.isApprovedHere !== true;
  return { id, title, text: translatedText, problems, isFromElsewhere };
}

/** Strings of a plan whose previous translations are not known here. */
interface UnknownStrings {
  readonly plan: Plan;
  readonly tier: string;
  readonly jobs: readonly PlannedJob[];
}

/** Fetches the previous translations of strings that were ordered elsewhere. */
async function approvedElsewhere(
  { client, ledger }: Pick<OrderContext, 'client' | 'ledger'>,
  { plan: { sourceLocale }, tier, jobs }: UnknownStrings,
  options: CallOptions,
): Promise<ReadonlyMap<PlannedJob, readonly Candidate[]>> {
  const byHash = Map.groupBy([...ledger.elsewhere.values()].filter(isFinished), ({ sourceHash }) => sourceHash);
  const entriesOf = ({ units, targetLocale }: PlannedJob) =>
    (byHash.get(units[0]?.sourceHash ?? '') ?? []).filter(({ locale }) => isSameLocale(locale, targetLocale));
  const ids = [...new Set(jobs.flatMap(entriesOf).map(({ jobId }) => jobId))];
  if (ids.length === 0) return new Map();
  const fetched = new Map((await client.jobs.get(ids, options)).map((job) => [job.id, job]));
  return new Map(
    jobs.map((job) => {
      const candidates = entriesOf(job).flatMap(({ jobId, key }): readonly Candidate[] => {
        const before = fetched.get(jobId);
        const sent = before === undefined ? undefined : protectedAsSent(job.protectedText, before.sourceText);
        if (before?.translatedText === undefined || sent === undefined) return [];
        if (before.tier !== tier || !isFinished(before)) return [];
        const locales = { sourceLocale, targetLocale: job.targetLocale };
        const { text, problems } = restore(before.translatedText, sent, locales);
        return [{ id: jobId, title: key ?? job.title, text, problems, isFromElsewhere: true }];
      });
      return [job, candidates];
    }),
  );
}

/** Whether a quoted string is free because it was approved before, so that ordering it returns that translation. */
export function isApprovedBefore(job: PricedJob): boolean {
  return job.price.credits === 0 && job.price.unitCount > 0 && mayBeDuplicate(job);
}

/** Returns the plan with some jobs marked to be translated again, and paid for, although they were approved before. */
export function withRetranslated(plan: Plan, jobs: readonly PlannedJob[]): Plan {
  if (jobs.length === 0) return plan;
  const ids = new Set(jobs.map(plannedJobId));
  return { ...plan, jobs: plan.jobs.map((job) => (ids.has(plannedJobId(job)) ? { ...job, retranslate: true } : job)) };
}

/** Returns a plan with the previously approved jobs that the user was shown and wants to reuse. */
export function withReused<P extends Plan>(plan: P, approvals: readonly EarlierApproval[]): P {
  if (approvals.length === 0) return plan;
  const ids = new Map(approvals.map(({ job, earlier }) => [plannedJobId(job), earlier.id]));
  const jobs = plan.jobs.map((job) => {
    const reusedJob = ids.get(plannedJobId(job));
    return reusedJob === undefined ? job : { ...job, reusedJob };
  });
  return { ...plan, jobs };
}

function isApprovedByPeople(job: TrackedJob): boolean {
  return isFinished(job) && !job.simulated && job.translatedText !== undefined;
}

function isFitFor({ maxChars }: PlannedJob, { text, problems }: Candidate): boolean {
  if (problems.some(({ severity }) => severity === 'error')) return false;
  return maxChars === undefined || checkLength(text, maxChars) === undefined;
}
