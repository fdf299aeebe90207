import { addCredits } from '../../model/credits.ts';
import { plannedJobId } from '../../units/plan/plan.ts';
import { priceOf, type Estimate, type JobEstimate, type Prices } from './estimate.ts';
import type { PricedJob, Quote } from './quote.ts';

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
  const found = new Map<DifferenceReason, { readonly jobs: PricedJob[]; credits: number }>();
  for (const job of plan.jobs) {
    const table = (unitCount: number): number | undefined => {
      const pair = prices.pairFor(job.targetLanguage, options.tier);
      return pair === undefined ? undefined : priceOf(unitCount, pair);
    };
    for (const part of partsOf(job, estimate.jobs.get(plannedJobId(job)), table, options.edit === true)) {
      const known = found.get(part.reason) ?? { jobs: [], credits: 0 };
      known.jobs.push(job);
      known.credits = addCredits(known.credits, part.credits);
      found.set(part.reason, known);
    }
  }
  return [...found].map(([reason, { jobs, credits: more }]) => ({ reason, jobs, credits: more }));
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
    const after = isFree === true || !isCharged ? expected : (counted ?? expected);
    parts.push({ reason: 'count', credits: addCredits(after, -expected) });
    expected = after;
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
