import { present } from '../../../base/present.ts';
import type { SourceFile } from '../../units/files/localeFile.ts';
import type { PlanHistory } from '../../journal/planHistory.ts';
import { addCredits } from '../../model/credits.ts';
import { PlanDrafts, targetLocalesOf } from '../../units/plan/planDrafts.ts';
import { estimateTarget, type LocaleEstimate, type Prices } from './estimate.ts';

/** Strings with a simulated translation. */
interface SimulatedStrings {
  readonly count: number;
  /** The locales that have any of them. */
  readonly locales: readonly string[];
  /** The locales that lack strings without a simulated translation. */
  readonly otherLocales: readonly string[];
}

/** The strings of a source file that its translations lack, counted as an order of the file counts them. */
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

/** The inputs of the count in addition to the file. */
export interface MissingInputs {
  readonly history: PlanHistory;
  /** Codes of the service's languages. */
  readonly codes: readonly string[];
  readonly tier: string;
  /** Absent if the service's tables are not known. */
  readonly prices: Prices | undefined;
}

/**
 * Counts the missing and changed strings of a file in all locales of its project, and estimates their price. Reads the
 * translations and sends nothing. Rejects with the signal's reason.
 */
export async function countMissing(
  source: SourceFile,
  { history, codes, tier, prices }: MissingInputs,
  signal: AbortSignal,
): Promise<MissingStrings> {
  const drafts = new PlanDrafts([source], { history, languages: codes });
  const all = targetLocalesOf([source]);
  await drafts.load(all, signal);
  const locales = all.filter((locale) => (drafts.countIn(source, locale) ?? 0) > 0);
  const count = locales.reduce((sum, locale) => sum + (drafts.countIn(source, locale) ?? 0), 0);
  const simulated = simulatedStrings(drafts, locales);
  if (prices === undefined || count === 0) return { count, ...present({ simulated }), locales };
  const estimates = locales.flatMap((locale): readonly LocaleEstimate[] => {
    const draft = drafts.into(locale);
    return draft === undefined ? [] : [estimateTarget(draft, tier, prices)];
  });
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

function simulatedStrings(drafts: PlanDrafts, locales: readonly string[]): SimulatedStrings | undefined {
  const counts = locales.map((locale) => ({ locale, ...(drafts.count(locale) ?? { missing: 0, simulated: 0 }) }));
  const count = counts.reduce((sum, { simulated }) => sum + simulated, 0);
  if (count === 0) return undefined;
  return {
    count,
    locales: counts.filter(({ simulated }) => simulated > 0).map(({ locale }) => locale),
    otherLocales: counts.filter(({ missing }) => missing > 0).map(({ locale }) => locale),
  };
}
