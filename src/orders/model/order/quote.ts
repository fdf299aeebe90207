import type { QuotedJob, Attachment } from '../../../service/interface/records.ts';
import { type PlannedJob, type Plan, plannedJobId } from '../plan/plan.ts';
import { addCredits } from '../addCredits.ts';
import { present } from '../../../base/present.ts';
import { maxCommentCharacters } from '../../../service/interface/limits.ts';

/** The price of all jobs of a plan in one locale. */
export interface LocalePrice {
  readonly locale: string;
  readonly jobCount: number;
  readonly unitCount: number;
  readonly credits: number;
}

/** The service's price of a job. A document is ordered by the `identifier` that comes with it. */
export type JobPrice = QuotedJob & { readonly identifier?: string };

export type PricedJob = PlannedJob & { readonly price: JobPrice };

/** A plan with the price of each job. */
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

/** Whether a string is free because it was approved before, so that ordering it returns the previous translation. */
export function isApprovedBefore({ document, isForm, retranslate, price }: PricedJob): boolean {
  const isFreeText = price.credits === 0 && price.unitCount > 0 && document === undefined;
  return isFreeText && isForm !== true && retranslate !== true;
}

/** Sums up the prices of a plan. */
export function sumUpPrices(plan: QuotedPlan, options: OrderOptions): Quote {
  const locales = new Map<string, LocalePrice>();
  for (const { targetLocale: locale, price } of plan.jobs) {
    const priceSoFar = locales.get(locale) ?? { locale, jobCount: 0, unitCount: 0, credits: 0 };
    locales.set(locale, {
      locale,
      jobCount: priceSoFar.jobCount + 1,
      unitCount: priceSoFar.unitCount + price.unitCount,
      credits: addCredits(priceSoFar.credits, price.credits),
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
  return sumUpPrices({ ...plan, jobs: plan.jobs.filter((job) => !removed.has(plannedJobId(job))) }, options);
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
  // The least useful parts come last. A whole paragraph is removed if possible, otherwise a whole line, otherwise
  // characters. The comment of the user is always kept, with the line breaks at `comment.length` and the next offset.
  const partStarts = [start.lastIndexOf('\n\n'), start.lastIndexOf('\n')];
  const end = partStarts.find((offset) => offset > comment.length + 1 && start.length - offset <= maxRemovedLength);
  if (end === undefined) return `${start.toWellFormed()}…`;
  return `${start.slice(0, end)}\n…`;
}

/** Longer paragraphs are cut instead of removed. In UTF-16 units. */
const maxRemovedLength = 2000;

/** Returns the key of a job in a call. It is not a mere number: a dictionary with such keys may come back as a list. */
export function jobKey(number: number): string {
  return `job_${number}`;
}

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
