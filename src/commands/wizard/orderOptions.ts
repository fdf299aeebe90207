import * as l10n from '@vscode/l10n';
import { present } from '../../base/present.ts';
import { canUsePreferred, fittingGlossaries, type OrderedLanguages } from './orderExtras.ts';
import { maxPurposeCharacters } from '../../service/interface/limits.ts';
import type { Glossary, PreferredTranslators } from '../../service/interface/records.ts';
import {
  inputText,
  pickMany,
  type PickItem,
  type StepPosition,
  type StepResult,
} from '../../editor/shown/quickInput.ts';
import { outside, plural, type Words, words } from '../../words/words.ts';
import { allFormsLabel } from '../pluralSentences.ts';
import type { OrderOptions } from '../../orders/model/order/quote.ts';

/** The account's preferred translators and glossaries, loaded when the options are shown. */
export interface Extras {
  readonly preferred: readonly PreferredTranslators[];
  readonly glossaries: readonly Glossary[];
}

/** Options that are on or off. */
const switches = ['edit', 'asGroup', 'usePreferred', 'unusedForms'] as const;
type Switch = (typeof switches)[number];

/** The options of an order in addition to languages, tier and comment. */
export type ExtraOptions = Pick<OrderOptions, Exclude<Switch, 'unusedForms'> | 'tone' | 'purpose'> & {
  readonly glossary?: Pick<Glossary, 'id' | 'title'>;
  /** Plural forms that the target's own strings don't have are ordered, too. */
  readonly unusedForms?: boolean;
};

type FreeText = 'tone' | 'purpose';

type Choice =
  | { readonly kind: Switch }
  | { readonly kind: 'glossary'; readonly glossary: Glossary }
  /** Without a text, the user enters one. */
  | { readonly kind: FreeText; readonly text: string | undefined };

type Item = PickItem<Choice>;

/** The service's suggestions: the text that is sent, and its label. */
const suggestions: Readonly<Record<FreeText, readonly (readonly [string, () => Words])[]>> = {
  tone: [
    ['Informal', () => words(l10n.t('Informal'))],
    ['Friendly', () => words(l10n.t('Friendly'))],
    ['Business', () => words(l10n.t({ message: 'Business', comment: 'tone' }))],
    ['Formal', () => words(l10n.t('Formal'))],
  ],
  purpose: [
    ['Personal use', () => words(l10n.t('Personal use'))],
    ['Business', () => words(l10n.t({ message: 'Business', comment: 'purpose' }))],
    ['Online content', () => words(l10n.t('Online content'))],
    ['Web or app localization', () => words(l10n.t('Web or app localization'))],
  ],
};

/** Asks for options, all of which are optional. */
export async function askExtraOptions(
  chosen: ExtraOptions,
  position: StepPosition,
  offer: {
    readonly extras: Extras;
    readonly languages: OrderedLanguages;
    readonly tier: string;
    /** Whether targets may lack plural forms that are not ordered unless the user asks for them. */
    readonly unusedForms: boolean;
  },
): Promise<StepResult<ExtraOptions>> {
  const { extras } = offer;
  const items = [
    ...workItems(extras, offer.languages, offer.tier),
    ...(offer.unusedForms ? [unusedFormsItem()] : []),
    ...glossaryItems(fittingGlossaries(extras.glossaries, offer.languages)),
    ...freeTextItems('tone', chosen.tone),
    ...freeTextItems('purpose', chosen.purpose),
  ];
  let selected: readonly Choice[] | undefined;
  for (;;) {
    const result = await pickMany<Choice>({
      position,
      placeholder: words(l10n.t('Optional. Press Enter to continue.')),
      items,
      selected: (choice) => selected?.includes(choice) ?? isChosen(choice, chosen),
      exclusive: ({ kind }) => (isSwitch(kind) ? undefined : kind),
    });
    if (result.kind !== 'answer') return result;
    const texts = await askFreeTexts(result.value, chosen, position);
    if (texts.kind === 'answer') return { kind: 'answer', value: { ...optionsOf(result.value), ...texts.value } };
    if (texts.kind === 'canceled') return texts;
    // Going back from a free text leads to the options again.
    selected = result.value;
  }
}

/** Returns the options without those that the account doesn't have for these languages and this tier. */
export function availableOptions(
  { usePreferred, glossary, ...others }: ExtraOptions,
  { preferred, glossaries }: Extras,
  languages: OrderedLanguages,
  tier: string,
): ExtraOptions {
  const fits = fittingGlossaries(glossaries, languages).some(({ id }) => id === glossary?.id);
  return {
    ...others,
    ...present({
      usePreferred: usePreferred === true && canUsePreferred(preferred, languages, tier) ? (true as const) : undefined,
      glossary: fits ? glossary : undefined,
    }),
  };
}

/** Returns the labels of the chosen options, in the order of the list. */
export function optionLabels({
  edit,
  asGroup,
  usePreferred,
  unusedForms,
  glossary,
  tone,
  purpose,
}: ExtraOptions): readonly Words[] {
  const labels: Words[] = [];
  if (edit === true) labels.push(secondPassLabel());
  if (asGroup === true) labels.push(oneTranslatorLabel());
  if (usePreferred === true) labels.push(preferredLabel());
  if (unusedForms === true) labels.push(allFormsLabel());
  if (glossary !== undefined) labels.push(words(l10n.t('Glossary: {0}'), glossary.title));
  return [...labels, ...freeTextLabels({ tone, purpose })];
}

/** Returns the labels of the chosen tone and purpose; a suggestion of the service in the display language. */
export function freeTextLabels(chosen: Readonly<Partial<Record<FreeText, string | undefined>>>): readonly Words[] {
  return (['tone', 'purpose'] as const).flatMap((kind) => {
    const text = chosen[kind];
    if (text === undefined) return [];
    const [, suggestion] = suggestions[kind].find(([suggested]) => suggested === text) ?? [];
    return [freeTextLabel(kind, suggestion?.() ?? outside(text))];
  });
}

function freeTextLabel(kind: FreeText, choice: Words): Words {
  return kind === 'tone' ? words(l10n.t('Tone: {0}'), choice) : words(l10n.t('Purpose: {0}'), choice);
}

function secondPassLabel(): Words {
  return words(l10n.t('Second Pass by an Editor'));
}

function preferredLabel(): Words {
  return words(l10n.t('Preferred Translators Only'));
}

function workItems({ preferred }: Extras, languages: OrderedLanguages, tier: string): readonly Item[] {
  const edit: Item = {
    label: secondPassLabel(),
    detail: words(l10n.t('Another person corrects it. The price is shown first.')),
    value: { kind: 'edit' },
  };
  const usePreferred: Item = {
    label: preferredLabel(),
    detail: words(l10n.t('Only they can take the job, which may take longer.')),
    value: { kind: 'usePreferred' },
  };
  const asGroup: Item = {
    label: oneTranslatorLabel(),
    detail: words(l10n.t('The wording is consistent, but it may take longer.')),
    value: { kind: 'asGroup' },
  };
  return [edit, asGroup, ...(canUsePreferred(preferred, languages, tier) ? [usePreferred] : [])];
}

function unusedFormsItem(): Item {
  return {
    label: allFormsLabel(),
    detail: words(l10n.t('Also order plural forms that the language has but this project doesn’t use.')),
    value: { kind: 'unusedForms' },
  };
}

/** The label of the option that requests a group. */
export function oneTranslatorLabel(): Words {
  return words(l10n.t('One Translator per Language'));
}

function glossaryItems(glossaries: readonly Glossary[]): readonly Item[] {
  if (glossaries.length === 0) return [];
  return [
    { label: words(l10n.t('Glossary')) },
    ...glossaries.map((glossary): Item => ({
      label: words(l10n.t('Glossary: {0}'), glossary.title),
      description: plural(glossary.unitCount, { one: l10n.t('{0} term'), other: l10n.t('{0} terms') }),
      ...present({ detail: glossary.description === undefined ? undefined : outside(glossary.description) }),
      value: { kind: 'glossary', glossary },
    })),
  ];
}

function freeTextItems(kind: FreeText, chosen: string | undefined): readonly Item[] {
  const freeText = chosen === undefined || isSuggested(kind, chosen) ? undefined : outside(chosen);
  return [
    { label: kind === 'tone' ? words(l10n.t('Tone')) : words(l10n.t('Purpose')) },
    ...suggestions[kind].map(([text, choice]): Item => ({
      label: freeTextLabel(kind, choice()),
      value: { kind, text },
    })),
    {
      label: freeTextLabel(kind, words(l10n.t('Other…'))),
      ...present({ description: freeText }),
      value: { kind, text: undefined },
    },
  ];
}

function isSuggested(kind: FreeText, text: string): boolean {
  return suggestions[kind].some(([suggested]) => suggested === text);
}

function isChosen(choice: Choice, chosen: ExtraOptions): boolean {
  switch (choice.kind) {
    case 'edit':
    case 'asGroup':
    case 'usePreferred':
    case 'unusedForms':
      return chosen[choice.kind] === true;
    case 'glossary':
      return chosen.glossary?.id === choice.glossary.id;
    case 'tone':
    case 'purpose': {
      const text = chosen[choice.kind];
      if (choice.text !== undefined) return text === choice.text;
      // “Other…” stands for a text that is not suggested.
      return text !== undefined && !isSuggested(choice.kind, text);
    }
  }
}

function isSwitch(kind: Choice['kind']): kind is Switch {
  return switches.some((name) => name === kind);
}

function optionsOf(choices: readonly Choice[]): ExtraOptions {
  const glossary = choices.find((choice) => choice.kind === 'glossary')?.glossary;
  const [tone] = choices.flatMap((choice) => (choice.kind === 'tone' ? (choice.text ?? []) : []));
  const [purpose] = choices.flatMap((choice) => (choice.kind === 'purpose' ? (choice.text ?? []) : []));
  const isOn = (name: Switch): true | undefined => (choices.some(({ kind }) => kind === name) ? true : undefined);
  return present({
    edit: isOn('edit'),
    asGroup: isOn('asGroup'),
    usePreferred: isOn('usePreferred'),
    unusedForms: isOn('unusedForms'),
    glossary,
    tone,
    purpose,
  });
}

/** Asks for the tone and the purpose for which “Other…” is selected. */
async function askFreeTexts(
  choices: readonly Choice[],
  earlierTexts: Pick<ExtraOptions, FreeText>,
  position: StepPosition,
): Promise<StepResult<Pick<ExtraOptions, FreeText>>> {
  let texts: Pick<ExtraOptions, FreeText> = {};
  for (const kind of ['tone', 'purpose'] as const) {
    if (!choices.some((choice) => choice.kind === kind && isFreeText(choice))) continue;
    const text = earlierTexts[kind];
    const result = await inputText({
      position,
      prompt:
        kind === 'tone'
          ? words(l10n.t('Tone of the translation, in a few words'))
          : words(l10n.t('Purpose of the translation, in a few words')),
      ...present({ value: text === undefined || isSuggested(kind, text) ? undefined : text }),
      validate: validateFreeText,
    });
    if (result.kind !== 'answer') return result;
    texts = { ...texts, [kind]: result.value.trim() };
  }
  return { kind: 'answer', value: texts };
}

function isFreeText(choice: Choice): boolean {
  return 'text' in choice && choice.text === undefined;
}

function validateFreeText(text: string): Words | undefined {
  if (text.trim() === '') return words(l10n.t('Enter text, or go back and select another option.'));
  if (Array.from(text.trim()).length <= maxPurposeCharacters) return undefined;
  return plural(maxPurposeCharacters, {
    one: l10n.t('This is longer than {0} character. Shorten it.'),
    other: l10n.t('This is longer than {0} characters. Shorten it.'),
  });
}
