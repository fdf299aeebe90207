import type { LocaleEstimate } from '../orders/spend/place/estimate.ts';
import { addCredits } from '../orders/model/credits.ts';
import { skippedFacts, type SkippedName, type UnreadableRepository } from './statusResult.ts';
import { outsideText, ownText, toolResult } from './toolResult.ts';

export interface ProjectEstimate {
  readonly sourceLocale: string;
  readonly tier: string;
  /** Undefined if the service's languages are not known: words are counted then. */
  readonly unitType: 'word' | 'character' | undefined;
  readonly locales: readonly LocaleEstimate[];
  /** How many of the estimated strings are on order from other folders, clones or machines, or seem to be. */
  readonly onOrderElsewhere: number;
  readonly skipped: readonly SkippedName[];
  readonly unreadableRepositories: readonly UnreadableRepository[];
}

/** Returns the estimate for the model. Only a quote, which the user requests in the wizard, is binding. */
export function estimateResult({
  sourceLocale,
  tier,
  unitType,
  locales,
  onOrderElsewhere,
  skipped,
  unreadableRepositories,
}: ProjectEstimate): string {
  const isPriced = locales.every(({ credits }) => credits !== undefined);
  return toolResult(
    {
      sourceLocale: outsideText(sourceLocale),
      tier: outsideText(tier),
      unit: ownText(unitType ?? 'word'),
      jobs: locales.reduce((sum, { jobCount }) => sum + jobCount, 0),
      units: locales.reduce((sum, { unitCount }) => sum + unitCount, 0),
      ...(isPriced && locales.length > 0
        ? {
            price: locales.reduce((sum, { credits = 0 }) => addCredits(sum, credits), 0),
            currency: outsideText(locales[0]?.currency ?? ''),
            priceNote: ownText(
              'Estimated on this machine. Only the quote that the user gets in the order wizard is binding.',
            ),
          }
        : {
            priceNote: ownText(
              'The price is not known: no prices are loaded in this window. The user gets a quote in the order wizard.',
            ),
          }),
      ...(onOrderElsewhere === 0
        ? {}
        : {
            onOrderElsewhere,
            onOrderNote: ownText(
              'The estimate includes strings on order from other folders, clones or machines. The wizard asks the user.',
            ),
          }),
      ...skippedFacts(skipped, unreadableRepositories),
    },
    'locales',
    locales.map(({ locale, jobCount, unitCount, credits, freeCount }) => ({
      locale: outsideText(locale),
      jobs: jobCount,
      units: unitCount,
      ...(credits === undefined ? {} : { price: credits }),
      ...(freeCount > 0 ? { free: freeCount } : {}),
    })),
  );
}
