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
import { join, outside, plural, type Words, words } from '../../words/words.ts';
import type { OpenedOrder } from '../scope/openedOrder.ts';
import type { TargetChoice } from '../scope/orderFacts.ts';
import { PolicyError } from '../../orders/model/limits/limitErrors.ts';

/**
 * Asks for the target languages. Those that are selected at first come first, then the project's ofProject. The list can be
 * used at once: how many strings each lacks is added as soon as it is known.
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
  readonly inProject: readonly string[];
  readonly others: readonly string[];
  readonly violations: readonly PolicyViolation[];
}

/** Returns the languages that the service offers and no policy forbids. Throws if no language remains. */
function offeredLanguages({ facts, pairs, policies, sourceLocale }: OpenedOrder): OfferedLanguages {
  const codes = [...new Set(pairs.map((pair) => pair.target))];
  const ofProject = facts
    .choices()
    .map(({ locale }) => locale)
    .filter((locale) => toLanguageCode(locale, codes) !== undefined);
  const used = new Set(ofProject.map((locale) => toLanguageCode(locale, codes)));
  const supported = [...ofProject, ...codes.filter((code) => !used.has(code)).map(toLocale)];
  if (supported.length === 0) throw new OrderError('pair-unsupported', localeName(sourceLocale));
  const violations = forbiddenLocales(policies, supported);
  const allowed = withoutForbidden(supported, violations);
  if (allowed.length === 0) throw new PolicyError(violations);
  return {
    inProject: ofProject.filter((locale) => allowed.includes(locale)),
    others: sortByName(allowed.filter((locale) => !ofProject.includes(locale))),
    violations,
  };
}

/** Says which of a list's choices are missing because of policies. */
export function notOffered(violations: readonly PolicyViolation[]): { readonly prompt?: Words } {
  return violations.length === 0 ? {} : { prompt: join(violations.map(notOfferedLine), ' · ') };
}

function itemsOf(
  { facts, languages, sourceLocale, defaultTier }: OpenedOrder,
  { inProject, others }: OfferedLanguages,
  selected: readonly string[],
): readonly PickItem<string>[] {
  const choices = new Map(facts.choices().map((choice) => [choice.locale, choice]));
  const unitType = unitTypeOf(sourceLocale, languages);
  const item = (locale: string): PickItem<string> => {
    const choice = choices.get(locale);
    return {
      label: outside(localeName(locale)),
      description: join(
        [locale, localizedName(locale, languages)].filter((part) => part !== ''),
        ' · ',
      ),
      ...(choice === undefined
        ? {}
        : {
            detail: missingText(choice, sourceLocale, (estimate) => estimateText(estimate, defaultTier, unitType), {
              isCounting: !facts.isComplete(),
            }),
          }),
      value: locale,
    };
  };
  const isSelected = (locale: string): boolean => selected.includes(locale);
  const first = [...inProject, ...others].filter(isSelected);
  const group = (label: Words, locales: readonly string[]): readonly PickItem<string>[] =>
    locales.length === 0 ? [] : [{ label }, ...locales.map(item)];
  return [
    ...group(words(l10n.t('Selected')), first),
    ...group(
      words(l10n.t('In this project')),
      inProject.filter((locale) => !isSelected(locale)),
    ),
    ...group(
      words(l10n.t('Other languages')),
      others.filter((locale) => !isSelected(locale)),
    ),
  ];
}

/** Says which strings of a locale would be ordered, and what they are expected to cost. */
function missingText(
  { missing, simulated, sameAsSource = [], estimate }: TargetChoice,
  sourceLocale: string,
  toText: (estimate: NonNullable<TargetChoice['estimate']>) => Words,
  { isCounting }: { readonly isCounting: boolean },
): Words {
  const prices = estimate === undefined || estimate.jobCount === 0 ? [] : [toText(estimate)];
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
