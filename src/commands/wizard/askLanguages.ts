import * as l10n from '@vscode/l10n';
import { pickMany, type PickItem, type StepPosition, type StepResult } from '../../editor/shown/quickInput.ts';
import { toLanguageCode, toLocale } from '../../locales/languageCode.ts';
import { forbiddenLocales, withoutForbidden, type PolicyViolation } from '../../orders/model/limits/policy.ts';
import { OrderError } from '../../orders/model/orderError.ts';
import { estimateText } from '../../words/estimateSentences.ts';
import { localeName, sortByName } from '../../words/formatting.ts';
import { unitTypeOf } from '../../words/jobLabels.ts';
import { localizedName } from '../../words/languageNames.ts';
import { notOfferedLine } from '../../words/limitSentences.ts';
import { join, fromOutside, plural, type Words, words } from '../../words/words.ts';
import type { OpenedOrder } from '../scope/openedOrder.ts';
import type { TargetChoice } from '../scope/orderFacts.ts';
import { PolicyError } from '../../orders/model/limits/limitErrors.ts';

/**
 * Asks for the target languages. Those that are selected at first come first, then the project's. The list can be used
 * at once: the number of strings that each language lacks is added as soon as it is known.
 */
export async function askLanguages(
  order: OpenedOrder,
  selected: readonly string[],
  position: StepPosition,
): Promise<StepResult<readonly string[]>> {
  const offer = offeredLanguages(order);
  const { sourceLocale, facts } = order;
  const items = (): readonly PickItem<string>[] => itemsOf(order, offer, selected);
  return pickMany({
    position,
    placeholder: words(l10n.t('Target languages for {0}'), localeName(sourceLocale)),
    items: items(),
    updates: { items, isComplete: facts.isComplete, onChange: facts.onChange },
    ...notOffered(offer.violations),
    selected: (locale) => selected.includes(locale),
    emptyHint: words(l10n.t('Select at least one language, then press Enter')),
  });
}

interface OfferedLanguages {
  /** Locales of the project. */
  readonly projectLocales: readonly string[];
  /** Other languages of the service, as locales. */
  readonly otherLocales: readonly string[];
  /** Why other languages are not offered. */
  readonly violations: readonly PolicyViolation[];
}

/** Returns the languages that the service offers and no policy forbids. Throws if no language remains. */
function offeredLanguages({ facts, pairs, policies, sourceLocale }: OpenedOrder): OfferedLanguages {
  const codes = [...new Set(pairs.map((pair) => pair.target))];
  const projectLocales = facts
    .choices()
    .map(({ locale }) => locale)
    .filter((locale) => toLanguageCode(locale, codes) !== undefined);
  const codesOfProject = new Set(projectLocales.map((locale) => toLanguageCode(locale, codes)));
  const supported = [...projectLocales, ...codes.filter((code) => !codesOfProject.has(code)).map(toLocale)];
  if (supported.length === 0) throw new OrderError('pair-unsupported', localeName(sourceLocale));
  const violations = forbiddenLocales(policies, supported);
  const allowed = withoutForbidden(supported, violations);
  if (allowed.length === 0) throw new PolicyError(violations);
  return {
    projectLocales: projectLocales.filter((locale) => allowed.includes(locale)),
    otherLocales: sortByName(allowed.filter((locale) => !projectLocales.includes(locale))),
    violations,
  };
}

/** Says which of a list's choices are missing because of policies. */
export function notOffered(violations: readonly PolicyViolation[]): { readonly prompt?: Words } {
  return violations.length === 0 ? {} : { prompt: join(violations.map(notOfferedLine), ' · ') };
}

function itemsOf(
  { facts, languages, sourceLocale, defaultTier }: OpenedOrder,
  { projectLocales, otherLocales }: OfferedLanguages,
  selected: readonly string[],
): readonly PickItem<string>[] {
  const choices = new Map(facts.choices().map((choice) => [choice.locale, choice]));
  const unitType = unitTypeOf(sourceLocale, languages);
  const toItem = (locale: string): PickItem<string> => {
    const names = [locale, localizedName(locale, languages)].filter((name) => name !== '');
    const pickItem = { label: fromOutside(localeName(locale)), description: join(names, ' · '), value: locale };
    const choice = choices.get(locale);
    if (choice === undefined) return pickItem;
    const { estimate } = choice;
    const hasPrice = estimate !== undefined && estimate.jobCount > 0;
    const prices = hasPrice ? [estimateText(estimate, defaultTier, unitType)] : [];
    return { ...pickItem, detail: missingText(choice, sourceLocale, prices, { isCounting: !facts.isComplete() }) };
  };
  const isSelected = (locale: string): boolean => selected.includes(locale);
  const selectedLocales = [...projectLocales, ...otherLocales].filter(isSelected);
  const unselected = (locales: readonly string[]): readonly string[] => locales.filter((locale) => !isSelected(locale));
  const section = (label: Words, locales: readonly string[]): readonly PickItem<string>[] =>
    locales.length === 0 ? [] : [{ label }, ...locales.map(toItem)];
  return [
    ...section(words(l10n.t('Selected')), selectedLocales),
    ...section(words(l10n.t('In this project')), unselected(projectLocales)),
    ...section(words(l10n.t('Other languages')), unselected(otherLocales)),
  ];
}

/** Says which strings of a locale would be ordered, and their estimated price: `prices` has at most one text. */
function missingText(
  { missing, simulated, sameAsSource = [] }: TargetChoice,
  sourceLocale: string,
  prices: readonly Words[],
  { isCounting }: { readonly isCounting: boolean },
): Words {
  if (missing === undefined) return isCounting ? words(l10n.t('Counting…')) : join(prices, ' · ');
  const parts = [
    missing === 0 ? words(l10n.t('nothing missing or changed')) : words(l10n.t('{0} missing or changed'), missing),
  ];
  if (simulated !== undefined && simulated > 0)
    parts.push(
      plural(simulated, { one: l10n.t('{0} simulated translation'), other: l10n.t('{0} simulated translations') }),
    );
  if (sameAsSource.length > 0)
    parts.push(words(l10n.t('{0} same as in {1}'), sameAsSource.length, localeName(sourceLocale)));
  return join([...parts, ...prices], ' · ');
}
