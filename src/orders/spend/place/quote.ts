import { present } from '../../../base/present.ts';
import { addCredits } from '../../model/credits.ts';
import type {
  Attachment,
  JobOptions,
  NewFile,
  NewJob,
  NewTextJob,
  QuotedJob,
} from '../../../service/interface/records.ts';
import { maxCommentCharacters } from '../../../service/interface/limits.ts';
import type { CallOptions, ServiceClient } from '../../../service/interface/serviceClient.ts';
import { plannedJobId, type Plan, type PlannedDocument, type PlannedJob } from '../../units/plan/plan.ts';
import type { RefusedDocument } from '../../units/files/refusedDocument.ts';

/** The choices made in the order wizard. */
export interface OrderOptions {
  readonly tier: string;
  /** For the translators of every job. */
  readonly comment?: string;
  readonly autoApprove: boolean;
  /** Whether another person edits the translation. */
  readonly edit?: boolean;
  /** At most 128 characters each. */
  readonly purpose?: string;
  readonly tone?: string;
  /** A glossary stored at the service. */
  readonly glossaryId?: string;
  /** Whether only preferred translators may translate. */
  readonly usePreferred?: boolean;
  /** Whether one translator gets all jobs of a language, as far as one group can hold them. */
  readonly asGroup?: boolean;
  /** The customer's number for a project, from 0. */
  readonly referenceId?: number;
  /** Files that the translators of every job are shown. */
  readonly attachments?: readonly Attachment[];
}

export interface LocalePrice {
  readonly locale: string;
  readonly jobCount: number;
  readonly unitCount: number;
  readonly credits: number;
}

/** The service's price of a job. A document is ordered by the `identifier` that comes with it. */
export type JobPrice = QuotedJob & { readonly identifier?: string };

export type PricedJob = PlannedJob & { readonly price: JobPrice };

export type QuotedPlan = Omit<Plan, 'jobs'> & { readonly jobs: readonly PricedJob[] };

/** The service's price of a plan. Money in credits of `currency`. */
export interface Quote {
  readonly plan: QuotedPlan;
  readonly options: OrderOptions;
  readonly locales: readonly LocalePrice[];
  readonly unitCount: number;
  readonly credits: number;
  readonly currency?: string;
  /** The time of the slowest job. */
  readonly etaSeconds?: number;
}

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
    return sumUp({ ...plan, jobs }, options);
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
  return sumUp({ ...plan, jobs, refused }, options);
}

function sumUp(plan: QuotedPlan, options: OrderOptions): Quote {
  const locales = new Map<string, LocalePrice>();
  for (const { targetLocale: locale, price } of plan.jobs) {
    const before = locales.get(locale) ?? { locale, jobCount: 0, unitCount: 0, credits: 0 };
    locales.set(locale, {
      locale,
      jobCount: before.jobCount + 1,
      unitCount: before.unitCount + price.unitCount,
      credits: addCredits(before.credits, price.credits),
    });
  }
  const prices = plan.jobs.map(({ price }) => price);
  const etas = prices.flatMap(({ etaSeconds }) => etaSeconds ?? []);
  return {
    plan,
    options,
    locales: [...locales.values()],
    unitCount: prices.reduce((sum, { unitCount }) => sum + unitCount, 0),
    credits: prices.reduce((sum, { credits }) => addCredits(sum, credits), 0),
    ...present({
      currency: prices.find(({ currency }) => currency !== undefined)?.currency,
      etaSeconds: etas.length === 0 ? undefined : Math.max(...etas),
    }),
  };
}

/** Returns the quote without the jobs with these ids (`plannedJobId`). The prices of the other jobs stay the same. */
export function withoutJobs({ plan, options }: Quote, removed: ReadonlySet<string>): Quote {
  return sumUp({ ...plan, jobs: plan.jobs.filter((job) => !removed.has(plannedJobId(job))) }, options);
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

/**
 * Returns the comment for the translator of a job: the comment on the whole order, then the note of the job. The note
 * is cut if both are longer than a comment may be. The comment is sent with the job, not the order, because the
 * contract has a field for it there, and the job's thread begins with it.
 */
export function jobComment(
  { note }: Pick<PlannedJob, 'note'>,
  { comment = '' }: Pick<OrderOptions, 'comment'>,
): string {
  if (note === undefined || note === '') return comment;
  const whole = comment === '' ? note : `${comment}\n\n${note}`;
  // A text never has more characters than UTF-16 units.
  if (whole.length <= maxCommentCharacters) return whole;
  const start = whole.slice(0, maxCommentCharacters - 1);
  // The least useful parts come last. Whole paragraphs are removed if possible, otherwise whole lines, otherwise
  // characters.
  const end = [start.lastIndexOf('\n\n', start.length - 1), start.lastIndexOf('\n', start.length - 1)].find(
    (at) => at > comment.length + 1 && start.length - at <= longestPart,
  );
  return end === undefined ? `${start.toWellFormed()}…` : `${start.slice(0, end)}\n…`;
}

/** Longer paragraphs are cut instead of removed. In UTF-16 units. */
const longestPart = 2000;

/** Not purely numeric, because a dictionary with numeric keys may come back as a list. */
export function jobKey(number: number): string {
  return `job_${number}`;
}
