import * as l10n from '@vscode/l10n';
import { present } from '../../base/present.ts';
import { formatCredits, formatDuration, localeName, sortByName } from '../../words/formatting.ts';
import { unitTypeOf, type UnitType } from '../../words/jobLabels.ts';
import { meaningSentences } from '../../words/meaningSentences.ts';
import { tierLabel } from '../../words/tierLabel.ts';
import { toLanguageCode, toLocale } from '../../locales/languageCode.ts';
import { OrderError } from '../../orders/model/orderError.ts';
import { maxRevisionRequests, reviewWindowMs } from '../../orders/model/trackedJob.ts';
import type { OrderOptions } from '../../orders/place/quote.ts';
import type { OutdatedUnit } from '../../orders/history/outdatedUnits.ts';
import type { SameUnit } from '../../orders/plan/sameAsSource.ts';
import type { Language, LanguagePair } from '../../service/interface/records.ts';
import { isTooLong } from '../../orders/review/review.ts';
import { localizedName } from '../../words/languageNames.ts';
import { inputText, pickMany, pickOne } from '../../editor/shown/quickInput.ts';
import { join, outside, own, plural, type Words, words } from '../../words/words.ts';
import { runSteps, type Step } from '../multiStep.ts';
import { askExtraOptions, type ExtraOptions, type Extras } from './orderOptions.ts';
import type { Outdated } from './outdatedScope.ts';
import { askOutdated, outdatedChoices, type OutdatedChoice } from './outdatedStep.ts';
import { askSameAsSource, type ConfirmRight, type SameChoice } from './sameAsSourceStep.ts';

/** A locale that can be chosen, with the number of its missing and changed units if known. */
export interface TargetChoice {
  readonly locale: string;
  readonly missing?: number;
  /** Units that have only a translation from the sandbox. */
  readonly simulated?: number;
  /** Units that equal their source and seem to be untranslated. */
  readonly sameAsSource?: readonly SameUnit[];
}

export interface WizardInput {
  readonly title: Words;
  readonly sourceLocale: string;
  /** Locales that the project already has. */
  readonly projectLocales: readonly TargetChoice[];
  readonly languages: readonly Language[];
  /** The service's language pairs with the source language. */
  readonly pairs: readonly LanguagePair[];
  readonly defaultTier: string;
  /** Selected at first: the locales of the target files on which the command was run. */
  readonly targets: readonly string[];
  /** Skips the steps that a quote does not need: comment and automatic approval. */
  readonly quoteOnly: boolean;
  /** Whether targets may lack plural forms that are not ordered unless the user asks for them. */
  readonly unusedForms: boolean;
  /** The sandbox is in use, which the title of each step shows. */
  readonly sandbox: boolean;
  readonly confirmRight: ConfirmRight;
  /** Finds the outdated units of the selected locales. */
  readonly findOutdated: (locales: readonly string[]) => Promise<Outdated>;
  /** Loads the account's glossaries and preferred translators. */
  readonly loadExtras: (signal: AbortSignal) => Promise<Extras>;
}

export interface WizardAnswers extends Pick<OrderOptions, 'tier' | 'autoApprove' | 'comment'> {
  readonly targets: readonly string[];
  readonly extra: ExtraOptions;
  /** Units to order although their values equal their sources. */
  readonly sameAsSource: readonly SameChoice[];
  /** The outdated units of the selected locales, and those to order again. */
  readonly outdated: { readonly found: Outdated; readonly chosen: readonly OutdatedChoice[] };
}

/**
 * Asks for locales, strings that equal their source, outdated strings, tier, options, comment and automatic approval.
 * Returns undefined if the user cancels.
 */
export async function askForOrder(input: WizardInput): Promise<WizardAnswers | undefined> {
  const title = input.sandbox ? words(l10n.t('{0} (Sandbox)'), input.title) : input.title;
  const known: SameUnits = { confirmed: new Set(), selected: new Set() };
  const again: Selected<OutdatedUnit> = { selected: new Set() };
  const later: Step<WizardAnswers>[] = [askTier(input), askExtra(input)];
  if (!input.quoteOnly) later.push(askComment, askAutoApprove);
  const stepsFor = ({ targets, outdated }: WizardAnswers): readonly Step<WizardAnswers>[] => {
    const same = sameChoices(input, targets);
    const changed = outdatedChoices(outdated.found, targets);
    return [
      askTargets(input),
      ...(same.length > 0 ? [askSame(input, same, known)] : []),
      ...(changed.length > 0 ? [askChanged(input, changed, again)] : []),
      ...later,
    ];
  };
  return runSteps(title, stepsFor, {
    targets: input.targets,
    tier: input.defaultTier,
    autoApprove: false,
    extra: {},
    sameAsSource: [],
    outdated: { found: new Map(), chosen: [] },
  });
}

/** Returns the options of an order with these answers. */
export function orderOptionsOf({
  tier,
  autoApprove,
  comment,
  extra: { glossary, edit, asGroup, usePreferred, tone, purpose },
}: WizardAnswers): OrderOptions {
  return {
    tier,
    autoApprove,
    ...present({ edit, asGroup, usePreferred, tone, purpose, comment, glossaryId: glossary?.id }),
  };
}

function askTargets({
  sourceLocale,
  projectLocales,
  languages,
  pairs,
  findOutdated,
}: WizardInput): Step<WizardAnswers> {
  const codes = [...new Set(pairs.map((pair) => pair.target))];
  const inProject = projectLocales.filter(({ locale }) => toLanguageCode(locale, codes) !== undefined);
  const used = new Set(inProject.map(({ locale }) => toLanguageCode(locale, codes)));
  const others = codes.filter((code) => !used.has(code)).map(toLocale);
  if (inProject.length === 0 && others.length === 0) throw new OrderError('pair-unsupported', localeName(sourceLocale));
  const describe = (locale: string): Words =>
    join(
      [locale, localizedName(locale, languages)].filter((part) => part !== ''),
      ' · ',
    );
  const items = [
    ...(inProject.length > 0 ? [{ label: words(l10n.t('In this project')) }] : []),
    ...inProject.map((choice) => ({
      label: outside(localeName(choice.locale)),
      description: describe(choice.locale),
      detail: missingText(choice, sourceLocale),
      value: choice.locale,
    })),
    { label: words(l10n.t('Other languages')) },
    ...sortByName(others).map((locale) => ({
      label: outside(localeName(locale)),
      description: describe(locale),
      value: locale,
    })),
  ];
  return async (answers, position) => {
    const result = await pickMany({
      position,
      placeholder: words(l10n.t('Select the languages to translate {0} into'), localeName(sourceLocale)),
      items,
      selected: (locale) => answers.targets.includes(locale),
      emptyHint: words(l10n.t('Select at least one language, then press Enter')),
    });
    if (result.kind !== 'answer') return result;
    const targets = result.value;
    const found = await findOutdated(targets);
    return { kind: 'answer', value: { ...answers, targets, outdated: { found, chosen: [] } } };
  };
}

/** Returns the units of the targets that equal their source, each with its locale. */
function sameChoices({ projectLocales }: WizardInput, targets: readonly string[]): readonly SameChoice[] {
  return projectLocales
    .filter(({ locale }) => targets.includes(locale))
    .flatMap(({ locale, sameAsSource = [] }) => sameAsSource.map((unit) => ({ locale, unit })));
}

/** The user's decisions about units that equal their source. */
interface SameUnits extends Selected<SameUnit> {
  readonly confirmed: Set<SameUnit>;
}

function askSame(
  { sourceLocale, confirmRight }: WizardInput,
  choices: readonly SameChoice[],
  known: SameUnits,
): Step<WizardAnswers> {
  return async (answers, position) => {
    const result = await askSameAsSource({
      position,
      sourceLocale,
      choices: choices.filter(({ unit }) => !known.confirmed.has(unit)),
      selected: known.selected,
      confirmRight: async (right) => {
        const isStored = await confirmRight(right);
        if (isStored) for (const { unit } of right) known.confirmed.add(unit);
        return isStored;
      },
    });
    if (result.kind !== 'answer') return result;
    known.selected = new Set(result.value.map(({ unit }) => unit));
    return { kind: 'answer', value: { ...answers, sameAsSource: result.value } };
  };
}

/** The selection, which is kept if the user goes back. */
interface Selected<Unit> {
  selected: ReadonlySet<Unit>;
}

function askChanged(
  { sourceLocale }: WizardInput,
  choices: readonly OutdatedChoice[],
  again: Selected<OutdatedUnit>,
): Step<WizardAnswers> {
  return async (answers, position) => {
    const result = await askOutdated({ position, sourceLocale, choices, selected: again.selected });
    if (result.kind !== 'answer') return result;
    again.selected = new Set(result.value.map(({ unit }) => unit));
    return { kind: 'answer', value: { ...answers, outdated: { ...answers.outdated, chosen: result.value } } };
  };
}

function missingText({ missing, simulated, sameAsSource = [] }: TargetChoice, sourceLocale: string): Words {
  if (missing === undefined) return own('');
  const parts = [
    missing === 0
      ? words(l10n.t('No strings missing or changed'))
      : plural(missing, {
          one: l10n.t('{0} string missing or changed'),
          other: l10n.t('{0} strings missing or changed'),
        }),
  ];
  if (simulated !== undefined && simulated > 0)
    parts.push(
      plural(simulated, { one: l10n.t('{0} simulated translation'), other: l10n.t('{0} simulated translations') }),
    );
  if (sameAsSource.length > 0)
    parts.push(words(l10n.t('{0} the same as in {1}'), sameAsSource.length, localeName(sourceLocale)));
  return join(parts, ' · ');
}

function askTier({ pairs, languages, sourceLocale, defaultTier }: WizardInput): Step<WizardAnswers> {
  return async (answers, position) => {
    const codes = [...new Set(pairs.map((pair) => pair.target))];
    const wanted = answers.targets.map((locale) => toLanguageCode(locale, codes));
    const tiers = [...new Set(pairs.map((pair) => pair.tier))].filter((tier) =>
      wanted.every((code) => pairs.some((pair) => pair.tier === tier && pair.target === code)),
    );
    if (tiers.length === 0)
      throw new OrderError(
        'pair-unsupported',
        `${localeName(sourceLocale)} → ${answers.targets.map(localeName).join(', ')}`,
      );
    const unitType = unitTypeOf(sourceLocale, languages);
    const items = tiers.map((tier) => ({
      label: tierLabel(tier),
      description: priceRange(
        pairs.filter((pair) => pair.tier === tier && wanted.includes(pair.target)),
        unitType,
      ),
      detail: tierDetail(tier),
      value: tier,
    }));
    const result = await pickOne({
      position,
      placeholder: words(l10n.t('Select a quality tier')),
      items,
      active: tiers.includes(answers.tier) ? answers.tier : defaultTier,
    });
    return result.kind === 'answer' ? { kind: 'answer', value: { ...answers, tier: result.value } } : result;
  };
}

function tierDetail(tier: string): Words {
  if (tier === 'standard') return words(l10n.t('A native speaker who passed the service’s test'));
  if (tier === 'pro') return words(l10n.t('An experienced translator'));
  return own('');
}

function priceRange(pairs: readonly LanguagePair[], unitType: UnitType | undefined): Words {
  const prices = pairs.map((pair) => pair.unitPrice);
  const [least, most] = [Math.min(...prices), Math.max(...prices)];
  const currency = pairs[0]?.currency;
  const amount =
    least === most
      ? formatCredits(least, currency)
      : `${formatCredits(least, currency)} – ${formatCredits(most, currency)}`;
  switch (unitType) {
    case 'word':
      return words(l10n.t('{0} per word'), amount);
    case 'character':
      return words(l10n.t('{0} per character'), amount);
    case undefined:
      return words(l10n.t('{0} per unit'), amount);
  }
}

function askExtra({ pairs, loadExtras, unusedForms }: WizardInput): Step<WizardAnswers> {
  return async (answers, position) => {
    const codes = [...new Set(pairs.map((pair) => pair.target))];
    const languages = {
      source: pairs[0]?.source ?? '',
      targets: answers.targets.flatMap((locale) => toLanguageCode(locale, codes) ?? []),
    };
    const result = await askExtraOptions(answers.extra, position, {
      loadExtras,
      languages,
      tier: answers.tier,
      unusedForms,
    });
    return result.kind === 'answer' ? { kind: 'answer', value: { ...answers, extra: result.value } } : result;
  };
}

const askComment: Step<WizardAnswers> = async (answers, position) => {
  const result = await inputText({
    position,
    prompt: words(l10n.t('Comment for translators: purpose, tone, terms to use. Optional.')),
    placeholder: words(l10n.t('For example: buttons of an online store, short and friendly')),
    value: answers.comment ?? '',
    validate: (text) => (isTooLong(text) ? meaningSentences['comment-too-long']() : undefined),
  });
  if (result.kind !== 'answer') return result;
  const { targets, sameAsSource, outdated, tier, extra, autoApprove } = answers;
  const comment = result.value.trim();
  const given = present({ comment: comment === '' ? undefined : comment });
  return { kind: 'answer', value: { targets, sameAsSource, outdated, tier, extra, autoApprove, ...given } };
};

const askAutoApprove: Step<WizardAnswers> = async (answers, position) => {
  const result = await pickOne({
    position,
    placeholder: words(l10n.t('Select what happens when a translation is done')),
    items: [
      {
        label: words(l10n.t('Review It Myself')),
        description: words(l10n.t('recommended')),
        detail: words(
          l10n.t('You have {0} to approve it or to request up to {1} revisions.'),
          formatDuration(reviewWindowMs),
          maxRevisionRequests,
        ),
        value: false,
      },
      {
        label: words(l10n.t('Approve Automatically')),
        detail: words(
          l10n.t('Delivered as soon as it’s done. You give up the right to reject it or to request revisions.'),
        ),
        value: true,
      },
    ],
    active: answers.autoApprove,
  });
  return result.kind === 'answer' ? { kind: 'answer', value: { ...answers, autoApprove: result.value } } : result;
};
