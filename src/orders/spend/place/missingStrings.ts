import { present } from '../../../base/present.ts';
import { addCredits } from '../../model/credits.ts';
import { targetLocalesOf, type DraftCount } from '../../units/gaps/planDrafts.ts';
import { estimateLocales, type Prices } from './estimate.ts';
import type { TranslationGaps } from '../../units/gaps/translationGaps.ts';

/** Strings with a simulated translation. */
interface SimulatedStrings {
  readonly count: number;
  /** The locales that have any of them. */
  readonly locales: readonly string[];
  /** The locales that lack strings without a simulated translation. */
  readonly otherLocales: readonly string[];
}

/** The strings that translations lack, counted as an order of their files counts them. */
export interface MissingStrings {
  /** In all locales together. */
  readonly count: number;
  /** The locales that lack strings. */
  readonly locales: readonly string[];
  /** The part of these that have a simulated translation, which doesn't count as one; absent if none. */
  readonly simulated?: SimulatedStrings;
  /** Words or characters of all locales together; absent if the prices are not known. */
  readonly unitCount?: number;
  /** The expected price; absent if it is not known for a locale. */
  readonly credits?: number;
  readonly currency?: string;
}

/** How the missing strings are priced. */
export interface MissingPrices {
  readonly tier: string;
  /** Absent if the service's tables are not known. */
  readonly prices: Prices | undefined;
}

/**
 * Counts the missing and changed strings in all locales of the project, and estimates their price. Reads the
 * translations and sends nothing. Rejects with the signal's reason.
 */
export async function countMissing(
  { sources, drafts }: Pick<TranslationGaps, 'sources' | 'drafts'>,
  { tier, prices }: MissingPrices,
  signal: AbortSignal,
): Promise<MissingStrings> {
  const all = targetLocalesOf(sources);
  await drafts.load(all, signal);
  const counts = all.map((locale) => ({ locale, missing: 0, simulated: 0, ...drafts.count(locale) }));
  const lacking = counts.filter(({ missing, simulated }) => missing + simulated > 0);
  const locales = lacking.map(({ locale }) => locale);
  const count = lacking.reduce((sum, { missing, simulated }) => sum + missing + simulated, 0);
  const simulated = simulatedStrings(lacking);
  if (prices === undefined || count === 0) return { count, ...present({ simulated }), locales };
  const estimates = estimateLocales(drafts, locales, tier, prices);
  const isPriced = estimates.every(({ credits }) => credits !== undefined);
  return {
    count,
    ...present({ simulated }),
    locales,
    unitCount: estimates.reduce((sum, { unitCount }) => sum + unitCount, 0),
    ...present({
      credits: isPriced ? estimates.reduce((sum, { credits = 0 }) => addCredits(sum, credits), 0) : undefined,
      currency: estimates[0]?.currency,
    }),
  };
}

interface LocaleCount extends DraftCount {
  readonly locale: string;
}

function simulatedStrings(counts: readonly LocaleCount[]): SimulatedStrings | undefined {
  const count = counts.reduce((sum, { simulated }) => sum + simulated, 0);
  if (count === 0) return undefined;
  return {
    count,
    locales: counts.filter(({ simulated }) => simulated > 0).map(({ locale }) => locale),
    otherLocales: counts.filter(({ missing }) => missing > 0).map(({ locale }) => locale),
  };
}
