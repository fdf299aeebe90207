import { present } from '../../../base/present.ts';
import type { JobOptions, NewFile, NewJob, NewTextJob } from '../../../service/interface/records.ts';
import type { CallOptions, ServiceClient } from '../../../service/interface/serviceClient.ts';
import type { RefusedDocument } from '../../model/plan/refusedDocument.ts';
import { type Plan, type PlannedDocument, type PlannedJob, plannedJobId } from '../../model/plan/plan.ts';
import {
  type PricedJob,
  type Quote,
  sumUpPrices,
  jobComment,
  jobKey,
  type OrderOptions,
} from '../../model/order/quote.ts';
import { type Estimate, type Prices, priceOf, type JobEstimate } from './estimate.ts';
import { addCredits } from '../../model/credits.ts';
import type { Problem } from '../../../placeholders/read/placeholder.ts';
import type { OrderRecord, ServiceAccess } from '../../journal/account/orderContext.ts';
import { type TrackedJob, isFinished } from '../../model/trackedJob.ts';
import { isSameLocale, canonicalLocale } from '../../../base/locale.ts';
import { protectedAsSent } from '../../../placeholders/protectedAsSent.ts';
import { restore } from '../../../placeholders/restore.ts';
import { checkLength } from '../../../placeholders/check/checkLength.ts';
import { toLocale } from '../../../locales/languageCode.ts';

/**
 * Requests the price of a plan; orders nothing. Documents that the service rejects are listed as refused in the plan of
 * the quote. Rejects with ServiceError.
 */
export async function quotePlan(
  client: ServiceClient,
  plan: Plan,
  options: OrderOptions,
  signal?: AbortSignal,
): Promise<Quote> {
  const call = present({ signal });
  const documents = plan.jobs.flatMap((job) => (job.document === undefined ? [] : [{ job, document: job.document }]));
  if (documents.length === 0) {
    const texts = plan.jobs.map((job, index) => textJob(plan, job, options, jobOptions(job, index + 1, options)));
    const prices = new Map((await client.service.quote(texts, call)).map((price) => [price.key, price]));
    const jobs = plan.jobs.map((job, index): PricedJob => {
      const price = prices.get(jobKey(index + 1));
      if (price === undefined) throw new RangeError(`The text ${job.title} was not quoted.`);
      return { ...job, price };
    });
    return sumUpPrices({ ...plan, jobs }, options);
  }
  return quoteDocuments(client, { plan, options, documents }, call);
}

async function quoteDocuments(
  client: ServiceClient,
  {
    plan,
    options,
    documents,
  }: {
    readonly plan: Plan;
    readonly options: OrderOptions;
    readonly documents: readonly { readonly job: PlannedJob; readonly document: PlannedDocument }[];
  },
  call: CallOptions,
): Promise<Quote> {
  const files = documents.map(({ job, document }, index): NewFile => ({
    ...jobOptions(job, index + 1, options),
    filename: document.name,
    content: document.content,
    mimeType: document.mimeType,
    sourceLanguage: plan.sourceLanguage,
    targetLanguage: job.targetLanguage,
    tier: options.tier,
  }));
  const answers = new Map((await client.service.quoteFiles(files, call)).map((answer) => [answer.key, answer]));
  const jobs: PricedJob[] = [];
  const refused: RefusedDocument[] = [...(plan.refused ?? [])];
  for (const [index, { job }] of documents.entries()) {
    const answer = answers.get(jobKey(index + 1));
    if (answer?.kind === 'quoted') jobs.push({ ...job, price: answer });
    else {
      const file = job.units[0]?.file ?? job.title;
      refused.push({
        file,
        locale: job.targetLocale,
        reason: 'service',
        ...present({ meaning: answer?.meaning, message: answer?.message }),
      });
    }
  }
  return sumUpPrices({ ...plan, jobs, refused }, options);
}

/** Returns a quoted job as it is ordered. `number` counts from 1 and names the job in the call. */
export function wireJob(
  { plan, options }: Pick<Quote, 'plan' | 'options'>,
  job: PricedJob,
  number: number,
  customData: string,
): NewJob {
  const common = jobOptions(job, number, options, customData);
  if (job.document === undefined) return textJob(plan, job, options, common);
  const { identifier } = job.price;
  if (identifier === undefined) throw new RangeError(`The document ${job.title} was not quoted.`);
  return { ...common, identifier };
}

function textJob(
  plan: Pick<Plan, 'sourceLanguage'>,
  job: PlannedJob,
  options: OrderOptions,
  common: JobOptions,
): NewTextJob {
  return {
    ...common,
    text: job.protectedText.text,
    sourceLanguage: plan.sourceLanguage,
    targetLanguage: job.targetLanguage,
    tier: options.tier,
  };
}

function jobOptions(job: PlannedJob, number: number, options: OrderOptions, customData?: string): JobOptions {
  const comment = jobComment(job, options);
  return {
    key: jobKey(number),
    title: job.title,
    autoApprove: options.autoApprove,
    ...present({
      comment: comment === '' ? undefined : comment,
      services: options.edit === true ? (['translation', 'edit'] as const) : undefined,
      purpose: options.purpose,
      tone: options.tone,
      glossaryId: options.glossaryId,
      usePreferred: options.usePreferred === true ? true : undefined,
      attachments: options.attachments,
      maxChars: job.maxChars,
      force: job.isForm === true || job.retranslate === true ? true : undefined,
      customData,
    }),
  };
}

/** Why the price of some jobs differs from its estimate. */
export type DifferenceReason =
  | 'currency' // the table of prices is in another currency, so the amounts can't be compared
  | 'documents' // only the service can count them
  | 'no-price' // the table had no price for the language and tier
  | 'count' // the service counted other words or characters
  | 'approved' // free, because the same text was approved before
  | 'not-approved' // charged, although the same text was approved before
  | 'second-pass' // for the second pass by an editor, which the table has no price for
  | 'unit-price'; // the service charges another price for a word or character than its table says

export interface PriceDifference {
  readonly reason: DifferenceReason;
  readonly jobs: readonly PricedJob[];
  /** How much more than estimated the service charges for this reason; negative if it charges less. */
  readonly credits: number;
}

/**
 * Returns why a quote differs from the estimate of the same plan: for each reason the jobs, and the difference in
 * credits. The differences add up to that of the totals. Empty if the service counts and charges what was estimated.
 */
export function explainDifference(estimate: Estimate, quote: Quote, prices: Prices): readonly PriceDifference[] {
  const { plan, options, credits, currency } = quote;
  if (estimate.currency !== undefined && currency !== undefined && estimate.currency !== currency)
    return [{ reason: 'currency', jobs: plan.jobs, credits }];
  const byReason = new Map<DifferenceReason, { readonly jobs: PricedJob[]; credits: number }>();
  for (const job of plan.jobs) {
    const table = (unitCount: number): number | undefined => {
      const pair = prices.pairFor(job.targetLanguage, options.tier);
      if (pair === undefined) return undefined;
      return priceOf(unitCount, pair);
    };
    for (const part of partsOf(job, estimate.jobs.get(plannedJobId(job)), table, options.edit === true)) {
      const difference = byReason.get(part.reason) ?? { jobs: [], credits: 0 };
      difference.jobs.push(job);
      difference.credits = addCredits(difference.credits, part.credits);
      byReason.set(part.reason, difference);
    }
  }
  return [...byReason].map(([reason, { jobs, credits: more }]) => ({ reason, jobs, credits: more }));
}

type DifferencePart = Pick<PriceDifference, 'reason' | 'credits'>;

/** Divides the difference of one job's price by reasons. `table` returns the price of a count, if it is known. */
function partsOf(
  { price, document }: PricedJob,
  { unitCount = 0, credits, isFree }: JobEstimate = {},
  table: (unitCount: number) => number | undefined,
  isEdited: boolean,
): readonly DifferencePart[] {
  if (document !== undefined) return [{ reason: 'documents', credits: price.credits }];
  const parts: DifferencePart[] = [];
  const counted = table(price.unitCount);
  const isCharged = price.credits > 0 || price.unitCount === 0;
  let expected = credits ?? 0;
  if (price.unitCount !== unitCount) {
    // A text that is free both times has another length, but the same price.
    const expectedForCount = isFree === true || !isCharged ? expected : (counted ?? expected);
    parts.push({ reason: 'count', credits: addCredits(expectedForCount, -expected) });
    expected = expectedForCount;
  }
  const rest = addCredits(price.credits, -expected);
  if (rest === 0) return parts;
  const reasonOfRest = (): DifferenceReason => {
    if (credits === undefined) return 'no-price';
    if (!isCharged) return 'approved';
    if (isFree === true) return 'not-approved';
    return isEdited && rest > 0 ? 'second-pass' : 'unit-price';
  };
  return [...parts, { reason: reasonOfRest(), credits: rest }];
}

/** A job for whose text the service detects another language than the declared one. */
export interface OtherLanguage {
  readonly job: PricedJob;
  /** BCP 47, or the service's own code if it is no BCP 47 tag. */
  readonly detected: string;
}

/**
 * Finds the jobs for whose text the service detects another language than the source language.
 * Spellings of one language (`en-gb`) are the same.
 */
export function otherLanguages({ plan }: Pick<Quote, 'plan'>): readonly OtherLanguage[] {
  const declared = languageOfCode(plan.sourceLanguage);
  return plan.jobs.flatMap((job) => {
    const code = job.price.detectedLanguage;
    const detected = code === undefined ? undefined : languageOfCode(code);
    if (code === undefined || detected === undefined || detected === declared) return [];
    return [{ job, detected: toLocale(code) }];
  });
}

/**
 * Returns the ISO 639 code of a language code of the service; undefined for codes without a language, such as "un" and
 * "und".
 */
function languageOfCode(code: string): string | undefined {
  const canonical = canonicalLocale(toLocale(code.trim()));
  if (canonical === undefined) return undefined;
  const { language } = new Intl.Locale(canonical);
  if (language === 'und') return undefined;
  return language === 'no' ? 'nb' : language;
}

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
  context: ServiceAccess & Pick<OrderRecord, 'ledger'>,
  { plan, tier }: { readonly plan: Plan; readonly tier: string },
  tracked: readonly TrackedJob[],
  options: CallOptions = {},
): Promise<EarlierApprovals> {
  const jobs = plan.jobs.filter(mayBeDuplicate);
  const byText = Map.groupBy(
    tracked.filter((job) => job.tier === tier && isApprovedByPeople(job)),
    ({ sourceText }) => sourceText,
  );
  const candidatesHere = new Map(
    jobs.map((job) => {
      const sameText = byText.get(job.protectedText.source) ?? [];
      const sameLocale = sameText.filter(({ targetLocale }) => isSameLocale(targetLocale, job.targetLocale));
      return [job, sameLocale.map((before) => candidateOf(before, context))];
    }),
  );
  const jobsWithoutCandidate = jobs.filter((job) => candidatesHere.get(job)?.length === 0);
  const candidatesElsewhere = await approvedElsewhere(context, { plan, tier, jobs: jobsWithoutCandidate }, options);
  const usable: EarlierApproval[] = [];
  const unusable: PlannedJob[] = [];
  for (const job of jobs) {
    const candidates = [...(candidatesHere.get(job) ?? []), ...(candidatesElsewhere.get(job) ?? [])];
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
  { ledger }: Pick<OrderRecord, 'ledger'>,
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
  { client, ledger }: ServiceAccess & Pick<OrderRecord, 'ledger'>,
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
        const approvedJob = fetched.get(jobId);
        const protectedText =
          approvedJob === undefined ? undefined : protectedAsSent(job.protectedText, approvedJob.sourceText);
        if (approvedJob?.translatedText === undefined || protectedText === undefined) return [];
        if (approvedJob.tier !== tier || !isFinished(approvedJob)) return [];
        const locales = { sourceLocale, targetLocale: job.targetLocale };
        const { text, problems } = restore(approvedJob.translatedText, protectedText, locales);
        return [{ id: jobId, title: key ?? job.title, text, problems, isFromElsewhere: true }];
      });
      return [job, candidates];
    }),
  );
}

function isApprovedByPeople(job: TrackedJob): boolean {
  return isFinished(job) && !job.simulated && job.translatedText !== undefined;
}

function isFitFor({ maxChars }: PlannedJob, { text, problems }: Candidate): boolean {
  if (problems.some(({ severity }) => severity === 'error')) return false;
  return maxChars === undefined || checkLength(text, maxChars) === undefined;
}
