import { present } from '../../../base/present.ts';
import type { JobOptions, NewFile, NewJob, NewTextJob } from '../../../service/interface/records.ts';
import type { CallOptions, ServiceClient } from '../../../service/interface/serviceClient.ts';
import type { RefusedDocument } from '../../model/plan/refusedDocument.ts';
import {
  type Plan,
  type PlannedDocument,
  type PlannedJob,
  plannedJobId,
  sourceLanguageOfJob,
} from '../../model/plan/plan.ts';
import {
  type PricedJob,
  type Quote,
  sumUpPrices,
  jobComment,
  jobKey,
  type OrderOptions,
} from '../../model/order/quote.ts';
import { type Estimate, type Prices, priceOf, type JobEstimate } from './estimate.ts';
import { addCredits } from '../../model/addCredits.ts';
import type { Problem } from '../../../placeholders/read/placeholder.ts';
import type { OrderRecord, ServiceAccess } from '../../journal/account/orderContext.ts';
import type { EntryOf } from '../../journal/journalEntry.ts';
import { type TrackedJob, isFinished } from '../../model/trackedJob.ts';
import { isSameLocale, canonicalLocale } from '../../../base/locale.ts';
import { protectedAsSent } from '../../../placeholders/protectedAsSent.ts';
import { restore } from '../../../placeholders/restore.ts';
import { checkLength } from '../../../placeholders/check/checkLength.ts';
import { fileFacts } from '../../../placeholders/project/fileFacts.ts';
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
  const callOptions = present({ signal });
  const documents = plan.jobs.flatMap((job) => (job.document === undefined ? [] : [{ job, document: job.document }]));
  if (documents.length > 0) return quoteDocuments(client, { plan, options, documents }, callOptions);
  // The number of a job names it in the request and in the response, see `jobKey`.
  const texts = plan.jobs.map((job, index) => newTextJob(plan, job, options, jobOptions(job, index + 1, options)));
  const prices = await client.service.quote(texts, callOptions);
  const priceByKey = new Map(prices.map((price) => [price.key, price]));
  const jobs = plan.jobs.map((job, index): PricedJob => {
    const price = priceByKey.get(jobKey(index + 1));
    if (price === undefined) throw new RangeError(`The text ${job.title} was not quoted.`);
    return { ...job, price };
  });
  return sumUpPrices({ ...plan, jobs }, options);
}

interface DocumentsToQuote {
  readonly plan: Plan;
  readonly options: OrderOptions;
  readonly documents: readonly { readonly job: PlannedJob; readonly document: PlannedDocument }[];
}

async function quoteDocuments(
  client: ServiceClient,
  { plan, options, documents }: DocumentsToQuote,
  callOptions: CallOptions,
): Promise<Quote> {
  const files = documents.map(({ job, document }, index): NewFile => ({
    ...jobOptions(job, index + 1, options),
    filename: document.name,
    content: document.content,
    mimeType: document.mimeType,
    sourceLanguage: sourceLanguageOfJob(plan, job),
    targetLanguage: job.targetLanguage,
    tier: options.tier,
  }));
  const answers = await client.service.quoteFiles(files, callOptions);
  const answerByKey = new Map(answers.map((answer) => [answer.key, answer]));
  const jobs: PricedJob[] = [];
  const refused: RefusedDocument[] = [...(plan.refused ?? [])];
  for (const [index, { job }] of documents.entries()) {
    const answer = answerByKey.get(jobKey(index + 1));
    if (answer?.kind === 'quoted') {
      jobs.push({ ...job, price: answer });
      continue;
    }
    refused.push({
      file: job.units[0]?.file ?? job.title,
      locale: job.targetLocale,
      reason: 'service',
      ...present({ meaning: answer?.meaning, message: answer?.message }),
    });
  }
  return sumUpPrices({ ...plan, jobs, refused }, options);
}

/** Returns a quoted job as it is ordered. `number` counts from 1 and names the job in the call. */
export function newJob(
  { plan, options }: Pick<Quote, 'plan' | 'options'>,
  job: PricedJob,
  number: number,
  customData: string,
): NewJob {
  const optionsOfJob = jobOptions(job, number, options, customData);
  if (job.document === undefined) return newTextJob(plan, job, options, optionsOfJob);
  // The service has the document since the quote and returned this identifier.
  const { identifier } = job.price;
  if (identifier === undefined) throw new RangeError(`The document ${job.title} was not quoted.`);
  return { ...optionsOfJob, identifier };
}

function newTextJob(
  plan: Pick<Plan, 'sourceLanguage'>,
  job: PlannedJob,
  options: OrderOptions,
  optionsOfJob: JobOptions,
): NewTextJob {
  return {
    ...optionsOfJob,
    text: job.protectedText.text,
    sourceLanguage: sourceLanguageOfJob(plan, job),
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
      // Without this, the service returns the earlier translation of the same text.
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
  const totalByReason = new Map<DifferenceReason, { readonly jobs: PricedJob[]; credits: number }>();
  for (const job of plan.jobs) {
    const pair = prices.pairFor(job.targetLanguage, options.tier);
    const tablePrice = pair === undefined ? undefined : priceOf(job.price.unitCount, pair);
    const estimateOfJob = estimate.jobs.get(plannedJobId(job));
    for (const part of differencesOf(job, estimateOfJob, tablePrice, options.edit === true)) {
      const total = totalByReason.get(part.reason) ?? { jobs: [], credits: 0 };
      total.jobs.push(job);
      total.credits = addCredits(total.credits, part.credits);
      totalByReason.set(part.reason, total);
    }
  }
  return [...totalByReason].map(([reason, total]) => ({ reason, ...total }));
}

type DifferencePart = Pick<PriceDifference, 'reason' | 'credits'>;

/**
 * Divides the difference of one job's price by reasons. `tablePrice` is the price for the service's count according to
 * the table of prices, if it is known.
 */
function differencesOf(
  { price, document }: PricedJob,
  { unitCount: estimatedUnitCount = 0, credits: estimatedCredits, isFree }: JobEstimate = {},
  tablePrice: number | undefined,
  isEdited: boolean,
): readonly DifferencePart[] {
  if (document !== undefined) return [{ reason: 'documents', credits: price.credits }];
  const parts: DifferencePart[] = [];
  // A text without words costs nothing, too, but not because it was approved before.
  const isApproved = price.credits <= 0 && price.unitCount !== 0;
  let expected = estimatedCredits ?? 0;
  if (price.unitCount !== estimatedUnitCount) {
    // The length of a text does not matter if it is free, or was expected to be.
    const isPricedByCount = isFree !== true && !isApproved;
    const expectedForCount = isPricedByCount ? (tablePrice ?? expected) : expected;
    parts.push({ reason: 'count', credits: addCredits(expectedForCount, -expected) });
    expected = expectedForCount;
  }
  const unexplained = addCredits(price.credits, -expected);
  if (unexplained === 0) return parts;
  const reasonOfUnexplained = (): DifferenceReason => {
    if (estimatedCredits === undefined) return 'no-price';
    if (isApproved) return 'approved';
    if (isFree === true) return 'not-approved';
    return isEdited && unexplained > 0 ? 'second-pass' : 'unit-price';
  };
  return [...parts, { reason: reasonOfUnexplained(), credits: unexplained }];
}

/** A job for whose text the service detects another language than the declared one. */
export interface OtherLanguage {
  readonly job: PricedJob;
  /** BCP 47, or the service's own code if it is no BCP 47 tag. */
  readonly detected: string;
}

/** Finds the jobs in whose text the service detects another language than the source's; `en` and `en-gb` are one. */
export function otherLanguages({ plan }: Pick<Quote, 'plan'>): readonly OtherLanguage[] {
  return plan.jobs.flatMap((job) => {
    const declared = languageOfCode(sourceLanguageOfJob(plan, job));
    const code = job.price.detectedLanguage;
    const detected = code === undefined ? undefined : languageOfCode(code);
    if (code === undefined || detected === undefined || detected === declared) return [];
    return [{ job, detected: toLocale(code) }];
  });
}

/** Returns the ISO 639 code of a language code of the service; undefined for codes such as "un" and "und". */
function languageOfCode(code: string): string | undefined {
  const canonical = canonicalLocale(toLocale(code.trim()));
  if (canonical === undefined) return undefined;
  const { language } = new Intl.Locale(canonical);
  if (language === 'und') return undefined;
  // Norwegian without a variety is Bokmål.
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

/** A previously approved translation and the problems that the checks found in it. */
interface CheckedTranslation extends EarlierTranslation {
  readonly problems: readonly Problem[];
}

/**
 * Finds the strings of a plan that were approved before in this tier (contract §1: such a duplicate is free), with the
 * previous translations: those of `trackedJobs`, and those that were ordered elsewhere, which are fetched. The user
 * decides whether a previous translation fits: the note, the length limit and the context may differ. Rejects with
 * ServiceError.
 */
export async function earlierApprovals(
  context: ServiceAccess & Pick<OrderRecord, 'ledger'>,
  { plan, tier }: { readonly plan: Plan; readonly tier: string },
  trackedJobs: readonly TrackedJob[],
  options: CallOptions = {},
): Promise<EarlierApprovals> {
  const jobs = plan.jobs.filter(mayBeDuplicate);
  const approvedJobs = trackedJobs.filter((job) => job.tier === tier && isApprovedByPeople(job));
  const approvedByText = Map.groupBy(approvedJobs, ({ sourceText }) => sourceText);
  const trackedTranslations = new Map(
    jobs.map((job) => {
      const jobsOfText = approvedByText.get(job.protectedText.source) ?? [];
      const jobsOfLocale = jobsOfText.filter(({ targetLocale }) => isSameLocale(targetLocale, job.targetLocale));
      return [job, jobsOfLocale.map((approvedJob) => translationOf(approvedJob, context))];
    }),
  );
  const jobsToLookUp = jobs.filter((job) => trackedTranslations.get(job)?.length === 0);
  const fetchedTranslations = await approvedElsewhere(context, { plan, tier, jobs: jobsToLookUp }, options);
  const usable: EarlierApproval[] = [];
  const unusable: PlannedJob[] = [];
  for (const job of jobs) {
    const translations = [...(trackedTranslations.get(job) ?? []), ...(fetchedTranslations.get(job) ?? [])];
    const earlier = translations.find((translation) => isFitFor(job, translation));
    if (earlier !== undefined) usable.push({ job, earlier });
    else if (translations.length > 0) unusable.push(job);
  }
  return { usable, unusable };
}

/** Whether the service recognizes a job as a duplicate if its text was approved before. */
function mayBeDuplicate({ document, isForm, retranslate }: PlannedJob): boolean {
  return document === undefined && isForm !== true && retranslate !== true;
}

function translationOf(
  { id, title, translatedText = '', problems }: TrackedJob,
  { ledger }: Pick<OrderRecord, 'ledger'>,
): CheckedTranslation {
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
): Promise<ReadonlyMap<PlannedJob, readonly CheckedTranslation[]>> {
  const finishedEntries = [...ledger.jobsElsewhere.values()].filter(isFinished);
  const entriesByHash = Map.groupBy(finishedEntries, ({ sourceHash }) => sourceHash);
  const entriesFor = ({ units, targetLocale }: PlannedJob): readonly EntryOf<'elsewhere'>[] => {
    // All units of a job have the same source text.
    const entriesOfText = entriesByHash.get(units[0]?.sourceHash ?? '') ?? [];
    return entriesOfText.filter(({ locale }) => isSameLocale(locale, targetLocale));
  };
  const ids = [...new Set(jobs.flatMap(entriesFor).map(({ jobId }) => jobId))];
  if (ids.length === 0) return new Map();
  const fetchedJobs = new Map((await client.jobs.get(ids, options)).map((job) => [job.id, job]));
  const translationsByJob = new Map<PlannedJob, CheckedTranslation[]>();
  for (const job of jobs) {
    const translations: CheckedTranslation[] = [];
    for (const { jobId, key } of entriesFor(job)) {
      const approvedJob = fetchedJobs.get(jobId);
      if (approvedJob?.translatedText === undefined) continue;
      if (approvedJob.tier !== tier || !isFinished(approvedJob)) continue;
      const protectedText = protectedAsSent(job.protectedText, approvedJob.sourceText);
      if (protectedText === undefined) continue;
      const locales = { sourceLocale, targetLocale: job.targetLocale };
      const { text, problems } = restore(approvedJob.translatedText, protectedText, locales);
      translations.push({ id: jobId, title: key ?? job.title, text, problems, isFromElsewhere: true });
    }
    translationsByJob.set(job, translations);
  }
  return translationsByJob;
}

function isApprovedByPeople(job: TrackedJob): boolean {
  return isFinished(job) && !job.simulated && job.translatedText !== undefined;
}

function isFitFor({ maxChars, units }: PlannedJob, { text, problems }: CheckedTranslation): boolean {
  if (problems.some(({ severity }) => severity === 'error')) return false;
  if (maxChars === undefined) return true;
  return units.every(({ file, targetFile = file }) => checkLength(text, maxChars, fileFacts(targetFile)) === undefined);
}
