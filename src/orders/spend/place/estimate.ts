import { isSameLocale } from '../../../base/locale.ts';
import { once } from '../../../base/once.ts';
import { present } from '../../../base/present.ts';
import type { Language, LanguagePair } from '../../../service/interface/records.ts';
import { addCredits } from '../../model/credits.ts';
import { isFinished, type TrackedJob } from '../../model/trackedJob.ts';
import { plannedJobId, type Plan, type PlannedJob } from '../../units/plan/plan.ts';
import type { PlanDrafts, PricedDraft } from '../../units/gaps/planDrafts.ts';
import { unitCounter, type UnitCounter } from './countUnits.ts';
import type { OrderOptions } from './quote.ts';

/** The inputs of an estimate: the service's table of prices for a source language, and the account's own jobs. */
export interface Prices {
  /** Counts the texts of the source language; each text is counted once. */
  readonly count: UnitCounter;
  pairFor(targetLanguage: string, tier: string): LanguagePair | undefined;
  /** Whether the service translates a text for free, because the same job was approved before (contract §1). */
  isApproved(text: string, targetLocale: string, tier: string): boolean;
}

/** The expected length and price of a job. */
export interface JobEstimate {
  /** Words or characters; absent for a document, which only the service can count. */
  readonly unitCount?: number;
  /** Absent for a document, and if the table has no price for the language and tier. */
  readonly credits?: number;
  /** The same text was approved before. */
  readonly isFree?: true;
}

/** The expected price of one locale's jobs. Documents are neither counted nor priced. */
export interface LocaleEstimate {
  readonly locale: string;
  readonly jobCount: number;
  readonly unitCount: number;
  /** Absent if the table has no price for the language and tier. */
  readonly credits?: number;
  readonly currency?: string;
  readonly freeCount: number;
  readonly documentCount: number;
}

/** The expected price of a plan. The quote is authoritative. */
export interface Estimate {
  readonly locales: readonly LocaleEstimate[];
  /** By the id of the job (`plannedJobId`). */
  readonly jobs: ReadonlyMap<string, JobEstimate>;
  readonly unitCount: number;
  /** The sum of all known prices. */
  readonly credits: number;
  readonly currency?: string;
  /** The parts of an order that the price does not include. */
  readonly omitted: readonly EstimateGap[];
}

export type EstimateGap =
  | 'documents' // only the service can count them
  | 'second-pass' // the table has no price for a second pass by an editor
  | 'no-price'; // the table has no price for a language in this tier

/** Returns the prices for texts in a source language. `known`: the account's jobs. */
export function pricesOf(
  sourceLanguage: string,
  { pairs, languages }: { readonly pairs: readonly LanguagePair[]; readonly languages: readonly Language[] },
  known: readonly TrackedJob[],
): Prices {
  const unitType = languages.find(({ code }) => code === sourceLanguage)?.unitType ?? 'word';
  const byPair = new Map(
    pairs
      .filter(({ source }) => source === sourceLanguage)
      .map((pair) => [JSON.stringify([pair.target, pair.tier]), pair]),
  );
  // Only made if there are texts to look up: an account may have a hundred thousand jobs.
  const approved = once(() => Map.groupBy(known.filter(isFinished), ({ protectedText }) => protectedText?.text));
  return {
    count: unitCounter({ code: sourceLanguage, unitType }),
    pairFor: (targetLanguage, tier) => byPair.get(JSON.stringify([targetLanguage, tier])),
    isApproved: (text, locale, tier) =>
      approved()
        .get(text)
        ?.some((job) => job.tier === tier && isSameLocale(job.targetLocale, locale)) === true,
  };
}

/** Estimates the price of a plan from the table of prices, without a request. */
export function estimateOf(plan: Plan, { tier, edit }: Pick<OrderOptions, 'tier' | 'edit'>, prices: Prices): Estimate {
  const jobs = new Map<string, JobEstimate>();
  const locales = [...Map.groupBy(plan.jobs, ({ targetLocale }) => targetLocale)].map(([locale, ofLocale]) => {
    const pair = prices.pairFor(ofLocale[0]?.targetLanguage ?? '', tier);
    const estimates = ofLocale.map((job) => estimateJob(job, { locale, tier, pair }, prices));
    for (const [index, job] of ofLocale.entries()) jobs.set(plannedJobId(job), estimates[index] ?? {});
    return sumUp(estimates, locale, pair);
  });
  const hasTexts = plan.jobs.some(({ document }) => document === undefined);
  return {
    locales,
    jobs,
    unitCount: locales.reduce((sum, { unitCount }) => sum + unitCount, 0),
    credits: locales.reduce((sum, { credits = 0 }) => addCredits(sum, credits), 0),
    ...present({ currency: locales.find(({ currency }) => currency !== undefined)?.currency }),
    omitted: [
      ...(locales.some(({ documentCount }) => documentCount > 0) ? (['documents'] as const) : []),
      ...(edit === true && hasTexts ? (['second-pass'] as const) : []),
      ...(locales.some(({ credits }) => credits === undefined) ? (['no-price'] as const) : []),
    ],
  };
}

/**
 * Estimates the price of the missing and changed units of a target, fast enough for many locales: no plan is made, and
 * each text is counted once for all of them.
 */
export function estimateTarget(
  { target: { locale }, targetLanguage, drafts }: PricedDraft,
  tier: string,
  prices: Prices,
): LocaleEstimate {
  const pair = prices.pairFor(targetLanguage, tier);
  const estimates = drafts.map((draft) => estimateJob(draft, { locale, tier, pair }, prices));
  return sumUp(estimates, locale, pair);
}

/** Estimates the price of the missing and changed units of all files in each of the locales that could be read. */
export function estimateLocales(
  drafts: Pick<PlanDrafts, 'into'>,
  locales: readonly string[],
  tier: string,
  prices: Prices,
): readonly LocaleEstimate[] {
  return locales.flatMap((locale) => {
    const draft = drafts.into(locale);
    return draft === undefined ? [] : [{ ...estimateTarget(draft, tier, prices), locale }];
  });
}

/** A job to be estimated. A form of a plural, and a text that is translated again, are never free. */
type EstimatedJob = Pick<PlannedJob, 'protectedText' | 'document' | 'retranslate'> & { readonly isForm?: boolean };

function estimateJob(
  { protectedText: { text }, document, isForm, retranslate }: EstimatedJob,
  { locale, tier, pair }: { readonly locale: string; readonly tier: string; readonly pair: LanguagePair | undefined },
  prices: Prices,
): JobEstimate {
  if (document !== undefined) return {};
  const unitCount = prices.count(text);
  if (pair === undefined) return { unitCount };
  const isFree = unitCount > 0 && isForm !== true && retranslate !== true && prices.isApproved(text, locale, tier);
  return isFree ? { unitCount, credits: 0, isFree } : { unitCount, credits: priceOf(unitCount, pair) };
}

/**
 * Returns the price of a number of words or characters. Amounts of jobs have two decimals wherever they were recorded,
 * so each job is rounded to hundredths, and a job that is charged costs at least one.
 */
export function priceOf(unitCount: number, { unitPrice }: Pick<LanguagePair, 'unitPrice'>): number {
  if (unitCount === 0 || unitPrice === 0) return 0;
  // Without floating-point errors: 0.145 × 100 is less than 14.5.
  const millionths = unitCount * Math.round(unitPrice * 1e6);
  return Math.max(1, Math.round(millionths / 1e4)) / 100;
}

function sumUp(jobs: readonly JobEstimate[], locale: string, pair: LanguagePair | undefined): LocaleEstimate {
  let [unitCount, credits, freeCount, documentCount] = [0, 0, 0, 0];
  for (const job of jobs) {
    if (job.unitCount === undefined) documentCount += 1;
    if (job.isFree === true) freeCount += 1;
    unitCount += job.unitCount ?? 0;
    credits = addCredits(credits, job.credits ?? 0);
  }
  return {
    locale,
    jobCount: jobs.length,
    unitCount,
    freeCount,
    documentCount,
    ...present({ credits: pair === undefined ? undefined : credits, currency: pair?.currency }),
  };
}
