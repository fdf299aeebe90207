import * as l10n from '@vscode/l10n';
import { present, trueOrAbsent } from '../../base/present.ts';
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
import { fromOutside, plural, type Words, words } from '../../words/words.ts';
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

type OptionChoice =
  | { readonly kind: Switch }
  | { readonly kind: 'glossary'; readonly glossary: Glossary }
  /** Without a text, the user enters one. */
  | { readonly kind: FreeText; readonly text: string | undefined };

type OptionItem = PickItem<OptionChoice>;

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
  available: {
    readonly extras: Extras;
    readonly languages: OrderedLanguages;
    readonly tier: string;
    /** Whether there may be plural forms that are ordered only if the user asks for them. */
    readonly hasUnusedForms: boolean;
  },
): Promise<StepResult<ExtraOptions>> {
  const { extras, languages, tier, hasUnusedForms } = available;
  const items = [
    ...workItems(extras, languages, tier),
    ...(hasUnusedForms ? [unusedFormsItem()] : []),
    ...glossaryItems(fittingGlossaries(extras.glossaries, languages)),
    ...freeTextItems('tone', chosen.tone),
    ...freeTextItems('purpose', chosen.purpose),
  ];
  let lastSelection: readonly OptionChoice[] | undefined;
  for (;;) {
    const result = await pickMany<OptionChoice>({
      position,
      placeholder: words(l10n.t('Optional. Press Enter to continue.')),
      items,
      selected: (choice) => lastSelection?.includes(choice) ?? isChosen(choice, chosen),
      // At most one glossary, one tone and one purpose can be selected.
      exclusiveGroupOf: ({ kind }) => (isSwitch(kind) ? undefined : kind),
    });
    if (result.kind !== 'answer') return result;
    // Only if “Other…” is selected.
    const texts = await askFreeTexts(result.value, chosen, position);
    if (texts.kind === 'answer') return { kind: 'answer', value: { ...optionsOf(result.value), ...texts.value } };
    if (texts.kind === 'canceled') return texts;
    // Going back from a free text leads to the options again.
    lastSelection = result.value;
  }
}

/** Returns the options without those that the account doesn't have for these languages and this tier. */
export function availableOptions(
  { usePreferred, glossary, ...otherOptions }: ExtraOptions,
  { preferred, glossaries }: Extras,
  languages: OrderedLanguages,
  tier: string,
): ExtraOptions {
  const keepsPreferred = usePreferred === true && canUsePreferred(preferred, languages, tier);
  const keepsGlossary = fittingGlossaries(glossaries, languages).some(({ id }) => id === glossary?.id);
  return {
    ...otherOptions,
    ...present({
      usePreferred: trueOrAbsent(keepsPreferred),
      glossary: keepsGlossary ? glossary : undefined,
    }),
  };
}

/** Returns the labels of the chosen options, in the order of the list. */
export function optionLabels(options: ExtraOptions): readonly Words[] {
  const { edit, asGroup, usePreferred, unusedForms, glossary, tone, purpose } = options;
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
    const [, suggestionLabel] = suggestions[kind].find(([suggestedText]) => suggestedText === text) ?? [];
    return [freeTextLabel(kind, suggestionLabel?.() ?? fromOutside(text))];
  });
}

function freeTextLabel(kind: FreeText, text: Words): Words {
  return kind === 'tone' ? words(l10n.t('Tone: {0}'), text) : words(l10n.t('Purpose: {0}'), text);
}

function secondPassLabel(): Words {
  return words(l10n.t('Second Pass by an Editor'));
}

function preferredLabel(): Words {
  return words(l10n.t('Preferred Translators Only'));
}

/** Lists the options about who works on the order. */
function workItems({ preferred }: Extras, languages: OrderedLanguages, tier: string): readonly OptionItem[] {
  const items = [
    switchItem('edit', secondPassLabel(), words(l10n.t('Another person corrects it. The price is shown first.'))),
    switchItem('asGroup', oneTranslatorLabel(), words(l10n.t('The wording is consistent, but it may take longer.'))),
  ];
  const preferredDetail = words(l10n.t('Only they can take the job, which may take longer.'));
  if (canUsePreferred(preferred, languages, tier))
    items.push(switchItem('usePreferred', preferredLabel(), preferredDetail));
  return items;
}

function unusedFormsItem(): OptionItem {
  const detail = words(l10n.t('Also order plural forms that the language has but this project doesn’t use.'));
  return switchItem('unusedForms', allFormsLabel(), detail);
}

function switchItem(kind: Switch, label: Words, detail: Words): OptionItem {
  return { label, detail, value: { kind } };
}

/** The label of the option that requests a group. */
export function oneTranslatorLabel(): Words {
  return words(l10n.t('One Translator per Language'));
}

function glossaryItems(glossaries: readonly Glossary[]): readonly OptionItem[] {
  if (glossaries.length === 0) return [];
  return [
    { label: words(l10n.t('Glossary')) },
    ...glossaries.map((glossary): OptionItem => ({
      label: words(l10n.t('Glossary: {0}'), glossary.title),
      description: plural(glossary.unitCount, { one: l10n.t('{0} term'), other: l10n.t('{0} terms') }),
      ...present({ detail: glossary.description === undefined ? undefined : fromOutside(glossary.description) }),
      value: { kind: 'glossary', glossary },
    })),
  ];
}

/** Lists the suggested tones or purposes, and “Other…” with the text that the user has entered before. */
function freeTextItems(kind: FreeText, chosenText: string | undefined): readonly OptionItem[] {
  const ownText = chosenText === undefined || isSuggested(kind, chosenText) ? undefined : fromOutside(chosenText);
  return [
    { label: kind === 'tone' ? words(l10n.t('Tone')) : words(l10n.t('Purpose')) },
    ...suggestions[kind].map(([text, labelOf]): OptionItem => ({
      label: freeTextLabel(kind, labelOf()),
      value: { kind, text },
    })),
    {
      label: freeTextLabel(kind, words(l10n.t('Other…'))),
      ...present({ description: ownText }),
      value: { kind, text: undefined },
    },
  ];
}

function isSuggested(kind: FreeText, text: string): boolean {
  return suggestions[kind].some(([suggestedText]) => suggestedText === text);
}

/** Whether a row of the list stands for one of the chosen options. */
function isChosen(choice: OptionChoice, chosen: ExtraOptions): boolean {
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
      // “Other…” is chosen if the text is none of the suggestions.
      return text !== undefined && !isSuggested(choice.kind, text);
    }
  }
}

function isSwitch(kind: OptionChoice['kind']): kind is Switch {
  return switches.some((name) => name === kind);
}

/** Returns the options that the chosen rows stand for, without the texts that the user still has to enter. */
function optionsOf(choices: readonly OptionChoice[]): ExtraOptions {
  const isOn = (name: Switch): true | undefined => trueOrAbsent(choices.some(({ kind }) => kind === name));
  return present({
    edit: isOn('edit'),
    asGroup: isOn('asGroup'),
    usePreferred: isOn('usePreferred'),
    unusedForms: isOn('unusedForms'),
    glossary: choices.find((choice) => choice.kind === 'glossary')?.glossary,
    tone: suggestionIn(choices, 'tone'),
    purpose: suggestionIn(choices, 'purpose'),
  });
}

function suggestionIn(choices: readonly OptionChoice[], kind: FreeText): string | undefined {
  const texts = choices.flatMap((choice) => ('text' in choice && choice.kind === kind ? (choice.text ?? []) : []));
  return texts[0];
}

/** Asks for the tone and the purpose for which “Other…” is selected. */
async function askFreeTexts(
  choices: readonly OptionChoice[],
  chosenTexts: Pick<ExtraOptions, FreeText>,
  position: StepPosition,
): Promise<StepResult<Pick<ExtraOptions, FreeText>>> {
  let texts: Pick<ExtraOptions, FreeText> = {};
  for (const kind of ['tone', 'purpose'] as const) {
    if (!choices.some((choice) => choice.kind === kind && isOther(choice))) continue;
    const text = chosenTexts[kind];
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

/** Whether a row is “Other…”. */
function isOther(choice: OptionChoice): boolean {
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
