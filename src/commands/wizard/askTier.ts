import * as l10n from '@vscode/l10n';
import { pickOne, type StepPosition, type StepResult } from '../../editor/shown/quickInput.ts';
import { toLanguageCode } from '../../locales/languageCode.ts';
import { forbiddenTiers, withoutForbidden, type PolicyViolation } from '../../orders/model/limits/policy.ts';
import { OrderError } from '../../orders/model/orderError.ts';
import type { LanguagePair } from '../../service/interface/records.ts';
import { formatCredits, localeName } from '../../words/formatting.ts';
import { unitTypeOf, type UnitType } from '../../words/jobLabels.ts';
import { tierLabel } from '../../words/tierLabel.ts';
import { own, type Words, words } from '../../words/words.ts';
import type { OpenedOrder } from '../scope/openedOrder.ts';
import type { WizardAnswers } from './wizardAnswers.ts';
import { notOffered } from './askLanguages.ts';
import { PolicyError } from '../../orders/model/limits/limitErrors.ts';
import type { OrderedLanguages } from './orderExtras.ts';

interface OfferedTiers {
  readonly tiers: readonly string[];
  /** Why other tiers are not offered. */
  readonly violations: readonly PolicyViolation[];
}

/** Returns the tiers that all the languages have and no policy forbids. Throws if no tier remains. */
function offeredTiers({ pairs, policies, sourceLocale }: OpenedOrder, targets: readonly string[]): OfferedTiers {
  const codes = codesOf(pairs, targets);
  const allLanguagesHave = (tier: string): boolean =>
    codes.every((code) => pairs.some((pair) => pair.tier === tier && pair.target === code));
  const tiers = [...new Set(pairs.map((pair) => pair.tier))].filter(allLanguagesHave);
  if (tiers.length === 0)
    throw new OrderError('pair-unsupported', `${localeName(sourceLocale)} → ${targets.map(localeName).join(', ')}`);
  const violations = forbiddenTiers(policies, tiers);
  const allowed = withoutForbidden(tiers, violations);
  if (allowed.length === 0) throw new PolicyError(violations);
  return { tiers: allowed, violations };
}

/** Returns the preferred tier if it is offered, else the default one or the first. Throws if no tier is offered. */
export function tierFor(order: OpenedOrder, targets: readonly string[], preferred: string): string {
  const { tiers } = offeredTiers(order, targets);
  return [preferred, order.defaultTier].find((tier) => tiers.includes(tier)) ?? tiers[0] ?? preferred;
}

/** Asks for the tier; the current one is focused at first. */
export async function askTier(
  order: OpenedOrder,
  { targets, tier: current }: WizardAnswers,
  position: StepPosition,
): Promise<StepResult<string>> {
  const { tiers, violations } = offeredTiers(order, targets);
  return pickOne({
    position,
    placeholder: words(l10n.t('Select a quality tier')),
    items: tiers.map((tier) => ({
      label: tierLabel(tier),
      description: priceOfTier(order, targets, tier),
      detail: tierDetail(tier),
      value: tier,
    })),
    ...notOffered(violations),
    active: current,
  });
}

function tierDetail(tier: string): Words {
  if (tier === 'standard') return words(l10n.t('A native speaker who passed the service’s test'));
  if (tier === 'pro') return words(l10n.t('An experienced translator'));
  return own('');
}

/** Returns the prices of a tier in the languages: "0.05 USD – 0.12 USD per word". */
export function priceOfTier(
  { pairs, languages, sourceLocale }: OpenedOrder,
  targets: readonly string[],
  tier: string,
): Words {
  const codes = codesOf(pairs, targets);
  return priceRange(
    pairs.filter((pair) => pair.tier === tier && codes.includes(pair.target)),
    unitTypeOf(sourceLocale, languages),
  );
}

/** Returns the service's code of each locale; undefined for one that it doesn't translate into. */
function codesOf(pairs: readonly LanguagePair[], targets: readonly string[]): readonly (string | undefined)[] {
  const codes = [...new Set(pairs.map((pair) => pair.target))];
  return targets.map((locale) => toLanguageCode(locale, codes));
}

/** Returns the service's codes of the languages of an order. */
export function languagesOf(pairs: readonly LanguagePair[], targets: readonly string[]): OrderedLanguages {
  const sourceByTarget = new Map(pairs.map(({ source, target }) => [target, source]));
  return codesOf(pairs, targets).flatMap((target) => {
    const source = target === undefined ? undefined : sourceByTarget.get(target);
    return target === undefined || source === undefined ? [] : [{ source, target }];
  });
}

/** "0.05 USD per word" if all pairs have the same price, else "0.05 USD – 0.12 USD per word". */
function priceRange(pairs: readonly LanguagePair[], unitType: UnitType | undefined): Words {
  const prices = pairs.map((pair) => pair.unitPrice);
  const [lowest, highest] = [Math.min(...prices), Math.max(...prices)];
  const currency = pairs[0]?.currency;
  let amount: Words | string = formatCredits(lowest, currency);
  if (lowest !== highest) amount = `${amount} – ${formatCredits(highest, currency)}`;
  switch (unitType) {
    case 'word':
      return words(l10n.t('{0} per word'), amount);
    case 'character':
      return words(l10n.t('{0} per character'), amount);
    case undefined:
      return words(l10n.t('{0} per unit'), amount);
  }
}
