import * as l10n from '@vscode/l10n';
import { formatCredits, localeName, sortByName } from '../../words/formatting.ts';
import { tierLabel } from '../../words/tierLabel.ts';
import { toLanguageCode, toLocale } from '../../locales/languageCode.ts';
import { OrderError } from '../../orders/model/orderError.ts';
import type { OrderOptions } from '../../orders/place/quote.ts';
import type { Language, LanguagePair } from '../../service/interface/records.ts';
import { isTooLong } from '../../orders/review/review.ts';
import { localizedName } from '../../words/languageNames.ts';
import { inputText, pickMany, pickOne } from '../../editor/shown/quickInput.ts';
import { join, outside, own, type Words, words } from '../../words/words.ts';
import { runSteps, type Step } from '../multiStep.ts';
import { askExtraOptions, type ExtraOptions, type Extras } from './orderOptions.ts';

/** A locale that can be chosen, and how many units it lacks where that is known. */
export interface TargetChoice {
  readonly locale: string;
  readonly missing?: number;
  readonly simulated?: number;
}

export interface WizardInput {
  readonly title: Words;
  readonly sourceLocale: string;
  /** Locales that the project has already. */
  readonly projectLocales: readonly TargetChoice[];
  readonly languages: readonly Language[];
  /** Pairs that the service translates from the source's language. */
  readonly pairs: readonly LanguagePair[];
  readonly defaultTier: string;
  /** Chosen already: the locale of the file that the person pointed at. */
  readonly targets: readonly string[];
  /** A quote asks neither for a comment nor for auto-approve. */
  readonly quoteOnly: boolean;
  /** The sandbox translates: each step says so. */
  readonly sandbox: boolean;
  /** Glossaries and preferred translators of the account. */
  readonly loadExtras: (signal: AbortSignal) => Promise<Extras>;
}

export interface WizardAnswers extends Pick<OrderOptions, 'tier' | 'autoApprove' | 'comment'> {
  readonly targets: readonly string[];
  readonly extra: ExtraOptions;
}

/** Asks for locales, tier, options, comment and auto-approve; undefined when the person leaves. */
export async function askForOrder(input: WizardInput): Promise<WizardAnswers | undefined> {
  const title = input.sandbox ? words(l10n.t('{0} (Sandbox)'), input.title) : input.title;
  const steps: Step<WizardAnswers>[] = [askTargets(input), askTier(input), askExtra(input)];
  if (!input.quoteOnly) steps.push(askComment, askAutoApprove);
  return runSteps(title, steps, { targets: input.targets, tier: input.defaultTier, autoApprove: false, extra: {} });
}

/** What the answers ask of the service. */
export function orderOptionsOf({
  tier,
  autoApprove,
  comment,
  extra: { glossary, ...extra },
}: WizardAnswers): OrderOptions {
  return {
    tier,
    autoApprove,
    ...extra,
    ...(comment === undefined ? {} : { comment }),
    ...(glossary === undefined ? {} : { glossaryId: glossary.id }),
  };
}

function askTargets({ sourceLocale, projectLocales, languages, pairs }: WizardInput): Step<WizardAnswers> {
  const codes = [...new Set(pairs.map((pair) => pair.target))];
  const inProject = projectLocales.filter(({ locale }) => offered(locale, codes) !== undefined);
  const used = new Set(inProject.map(({ locale }) => offered(locale, codes)));
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
      detail: missingText(choice),
      value: choice.locale,
    })),
    { label: words(l10n.t('Other languages of the service')) },
    ...sortByName(others).map((locale) => ({
      label: outside(localeName(locale)),
      description: describe(locale),
      value: locale,
    })),
  ];
  return async (answers, place) => {
    const result = await pickMany({
      place,
      placeholder: words(l10n.t('Languages to translate into, from {0}'), localeName(sourceLocale)),
      items,
      selected: (locale) => answers.targets.includes(locale),
      emptyHint: words(l10n.t('Choose at least one language with the space bar or a click, then press Enter')),
    });
    return result.kind === 'answer' ? { kind: 'answer', value: { ...answers, targets: result.value } } : result;
  };
}

/** The service's code for a locale, among those it translates into. */
function offered(locale: string, codes: readonly string[]): string | undefined {
  return toLanguageCode(locale, codes);
}

function missingText({ missing, simulated }: TargetChoice): Words {
  if (missing === undefined) return own('');
  const parts = [
    missing === 0
      ? words(l10n.t('nothing missing'))
      : missing === 1
        ? words(l10n.t('1 text missing or changed'))
        : words(l10n.t('{0} texts missing or changed'), missing),
  ];
  if (simulated !== undefined && simulated > 0)
    parts.push(
      simulated === 1
        ? words(l10n.t('1 simulated translation'))
        : words(l10n.t('{0} simulated translations'), simulated),
    );
  return join(parts, ', ');
}

function askTier({ pairs, languages, sourceLocale, defaultTier }: WizardInput): Step<WizardAnswers> {
  return async (answers, place) => {
    const codes = [...new Set(pairs.map((pair) => pair.target))];
    const wanted = answers.targets.map((locale) => offered(locale, codes));
    const tiers = [...new Set(pairs.map((pair) => pair.tier))].filter((tier) =>
      wanted.every((code) => pairs.some((pair) => pair.tier === tier && pair.target === code)),
    );
    if (tiers.length === 0)
      throw new OrderError(
        'pair-unsupported',
        `${localeName(sourceLocale)} → ${answers.targets.map(localeName).join(', ')}`,
      );
    const sourceUnit = languages.find((language) => language.code === pairs[0]?.source)?.unitType ?? 'word';
    const items = tiers.map((tier) => ({
      label: tierLabel(tier),
      description: priceRange(
        pairs.filter((pair) => pair.tier === tier && wanted.includes(pair.target)),
        sourceUnit,
      ),
      detail: tierDetail(tier),
      value: tier,
    }));
    const result = await pickOne({
      place,
      placeholder: words(l10n.t('Quality tier')),
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

function priceRange(pairs: readonly LanguagePair[], unitType: 'word' | 'character'): Words {
  const prices = pairs.map((pair) => pair.unitPrice);
  const [least, most] = [Math.min(...prices), Math.max(...prices)];
  const currency = pairs[0]?.currency;
  const amount =
    least === most
      ? formatCredits(least, currency)
      : `${formatCredits(least, currency)} – ${formatCredits(most, currency)}`;
  return unitType === 'word' ? words(l10n.t('{0} a word'), amount) : words(l10n.t('{0} a character'), amount);
}

function askExtra({ pairs, loadExtras }: WizardInput): Step<WizardAnswers> {
  return async (answers, place) => {
    const codes = [...new Set(pairs.map((pair) => pair.target))];
    const languages = {
      source: pairs[0]?.source ?? '',
      targets: answers.targets.flatMap((locale) => offered(locale, codes) ?? []),
    };
    const result = await askExtraOptions(answers.extra, place, { loadExtras, languages, tier: answers.tier });
    return result.kind === 'answer' ? { kind: 'answer', value: { ...answers, extra: result.value } } : result;
  };
}

const askComment: Step<WizardAnswers> = async (answers, place) => {
  const result = await inputText({
    place,
    prompt: words(l10n.t('Comment to the translators: what the text is for, tone, terms to use. May stay empty.')),
    placeholder: words(l10n.t('For example: buttons of a web shop, friendly and short')),
    value: answers.comment ?? '',
    validate: (text) => (isTooLong(text) ? words(l10n.t('The comment is longer than 25,000 characters.')) : undefined),
  });
  if (result.kind !== 'answer') return result;
  const { targets, tier, extra, autoApprove } = answers;
  const comment = result.value.trim();
  return { kind: 'answer', value: { targets, tier, extra, autoApprove, ...(comment === '' ? {} : { comment }) } };
};

const askAutoApprove: Step<WizardAnswers> = async (answers, place) => {
  const result = await pickOne({
    place,
    placeholder: words(l10n.t('When a translation is done')),
    items: [
      {
        label: words(l10n.t('Let Me Review It')),
        description: words(l10n.t('recommended')),
        detail: words(l10n.t('You have 120 hours to approve it or to ask for up to three revisions.')),
        value: false,
      },
      {
        label: words(l10n.t('Approve It at Once')),
        detail: words(
          l10n.t('Delivered as soon as it is done. You give up the right to reject it or to request revisions.'),
        ),
        value: true,
      },
    ],
    active: answers.autoApprove,
  });
  return result.kind === 'answer' ? { kind: 'answer', value: { ...answers, autoApprove: result.value } } : result;
};
