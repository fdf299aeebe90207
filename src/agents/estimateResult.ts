import type { LocaleEstimate } from '../orders/spend/place/estimate.ts';
import { addCredits } from '../orders/model/addCredits.ts';
import { skippedFacts, type SkippedName, type UnreadableRepository } from './statusResult.ts';
import { countOrAbsent, present } from '../base/present.ts';
import { outsideText, ownText, toolResult, type ResultValue } from './toolResult.ts';

/** The expected price of a project's missing and changed strings. */
export interface ProjectEstimate {
  readonly sourceLocale: string;
  readonly tier: string;
  /** The unit of `unitCount`. Undefined if the service's languages are not known; then words are counted. */
  readonly unitType: 'word' | 'character' | undefined;
  readonly locales: readonly LocaleEstimate[];
  /** How many of the estimated strings are on order from other folders, clones or machines, or seem to be. */
  readonly onOrderElsewhere: number;
  readonly skipped: readonly SkippedName[];
  readonly unreadableRepositories: readonly UnreadableRepository[];
}

/** Returns the estimate for the model. Only a quote, which the user requests in the wizard, is binding. */
export function estimateResult(estimate: ProjectEstimate): string {
  const { sourceLocale, tier, unitType, locales, onOrderElsewhere, skipped, unreadableRepositories } = estimate;
  return toolResult(
    {
      sourceLocale: outsideText(sourceLocale),
      tier: outsideText(tier),
      unit: ownText(unitType ?? 'word'),
      jobs: locales.reduce((sum, { jobCount }) => sum + jobCount, 0),
      units: locales.reduce((sum, { unitCount }) => sum + unitCount, 0),
      ...priceFacts(locales),
      ...onOrderFacts(onOrderElsewhere),
      ...skippedFacts(skipped, unreadableRepositories),
    },
    'locales',
    locales.map(({ locale, jobCount, unitCount, credits, freeCount }) => ({
      locale: outsideText(locale),
      jobs: jobCount,
      units: unitCount,
      ...present({ price: credits, free: countOrAbsent(freeCount) }),
    })),
  );
}

/** Returns the total price, if the price of every locale is known, and what the model should know about it. */
function priceFacts(locales: readonly LocaleEstimate[]): Readonly<Record<string, ResultValue>> {
  const isPriced = locales.length > 0 && locales.every(({ credits }) => credits !== undefined);
  if (!isPriced)
    return {
      priceNote: ownText(
        'The price is not known: no prices are loaded in this window. The user gets a quote in the order wizard.',
      ),
    };
  return {
    price: locales.reduce((sum, { credits = 0 }) => addCredits(sum, credits), 0),
    currency: outsideText(locales[0]?.currency ?? ''),
    priceNote: ownText('Estimated on this machine. Only the quote that the user gets in the order wizard is binding.'),
  };
}

function onOrderFacts(onOrderElsewhere: number): Readonly<Record<string, ResultValue>> {
  if (onOrderElsewhere === 0) return {};
  const onOrderNote = ownText(
    'The estimate includes strings on order from other folders, clones or machines. The wizard asks the user.',
  );
  return { onOrderElsewhere, onOrderNote };
}
