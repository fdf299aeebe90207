import * as l10n from '@vscode/l10n';
import { canUsePreferred, fittingGlossaries, type OrderedLanguages } from '../../orders/place/orderExtras.ts';
import type { OrderOptions } from '../../orders/place/quote.ts';
import { maxPurposeCharacters } from '../../service/interface/limits.ts';
import type { Glossary, PreferredTranslators } from '../../service/interface/records.ts';
import { withProgress } from '../../editor/shown/progress.ts';
import { inputText, pickMany, type PickItem, type StepPlace, type StepResult } from '../../editor/shown/quickInput.ts';
import { outside, type Words, words } from '../../words/words.ts';

/** What an account has beside languages and prices. Loaded when the options are asked for, and not before. */
export interface Extras {
  readonly preferred: readonly PreferredTranslators[];
  readonly glossaries: readonly Glossary[];
}

/** Options that are on or off. */
const switches = ['edit', 'asGroup', 'usePreferred'] as const;
type Switch = (typeof switches)[number];

/** What can be ordered beside the translation itself. */
export type ExtraOptions = Pick<OrderOptions, Switch | 'tone' | 'purpose'> & {
  readonly glossary?: Pick<Glossary, 'id' | 'title'>;
};

type FreeText = 'tone' | 'purpose';

type Choice =
  | { readonly kind: Switch }
  | { readonly kind: 'glossary'; readonly glossary: Glossary }
  /** Without a text: in the person's own words, which are asked for then. */
  | { readonly kind: FreeText; readonly text: string | undefined };

type Item = PickItem<Choice>;

/** What the service suggests, in the words that it is sent. */
const suggestions: Readonly<Record<FreeText, readonly (readonly [string, () => Words])[]>> = {
  tone: [
    ['Informal', () => words(l10n.t('Informal'))],
    ['Friendly', () => words(l10n.t('Friendly'))],
    ['Business', () => words(l10n.t('Business'))],
    ['Formal', () => words(l10n.t('Formal'))],
  ],
  purpose: [
    ['Personal use', () => words(l10n.t('Personal use'))],
    ['Business', () => words(l10n.t('Business'))],
    ['Online content', () => words(l10n.t('Online content'))],
    ['Web or app localization', () => words(l10n.t('Web or app localization'))],
  ],
};

/** Asks what else the translators should do or know. Enter alone asks for nothing more. */
export async function askExtraOptions(
  chosen: ExtraOptions,
  place: StepPlace,
  offer: {
    readonly loadExtras: (signal: AbortSignal) => Promise<Extras>;
    readonly languages: OrderedLanguages;
    readonly tier: string;
  },
): Promise<StepResult<ExtraOptions>> {
  const extras = await withProgress(
    words(l10n.t('Asking the service for glossaries and preferred translators…')),
    offer.loadExtras,
  );
  const items = [
    ...workItems(extras, offer.languages, offer.tier),
    ...glossaryItems(fittingGlossaries(extras.glossaries, offer.languages)),
    ...freeTextItems('tone', chosen.tone),
    ...freeTextItems('purpose', chosen.purpose),
  ];
  let ticked: readonly Choice[] | undefined;
  for (;;) {
    const result = await pickMany<Choice>({
      place,
      placeholder: words(l10n.t('Options, none of which is needed. Enter goes on.')),
      items,
      selected: (choice) => ticked?.includes(choice) ?? isChosen(choice, chosen),
      exclusive: ({ kind }) => (isSwitch(kind) ? undefined : kind),
    });
    if (result.kind !== 'answer') return result;
    const own = await askOwnWords(result.value, chosen, place);
    if (own.kind === 'answer') return { kind: 'answer', value: { ...optionsOf(result.value), ...own.value } };
    if (own.kind === 'left') return own;
    // A step back from the person's own words leads back to the options.
    ticked = result.value;
  }
}

function workItems({ preferred }: Extras, languages: OrderedLanguages, tier: string): readonly Item[] {
  const edit: Item = {
    label: words(l10n.t('Second Pass by an Editor')),
    detail: words(l10n.t('Another person corrects the translation. The price is shown before you order.')),
    value: { kind: 'edit' },
  };
  const usePreferred: Item = {
    label: words(l10n.t('Preferred Translators Only')),
    detail: words(l10n.t('Nobody else of the service’s translators is offered the texts, which may take longer.')),
    value: { kind: 'usePreferred' },
  };
  const asGroup: Item = {
    label: oneTranslatorLabel(),
    detail: words(l10n.t('One person translates each language: consistent wording, but it may take longer.')),
    value: { kind: 'asGroup' },
  };
  return [edit, asGroup, ...(canUsePreferred(preferred, languages, tier) ? [usePreferred] : [])];
}

/** The option that requests a group. */
export function oneTranslatorLabel(): Words {
  return words(l10n.t('One Translator per Language'));
}

function glossaryItems(glossaries: readonly Glossary[]): readonly Item[] {
  if (glossaries.length === 0) return [];
  return [
    { label: words(l10n.t('Glossary')) },
    ...glossaries.map((glossary): Item => ({
      label: words(l10n.t('Glossary: {0}'), glossary.title),
      description: glossary.unitCount === 1 ? words(l10n.t('1 term')) : words(l10n.t('{0} terms'), glossary.unitCount),
      ...(glossary.description === undefined ? {} : { detail: outside(glossary.description) }),
      value: { kind: 'glossary', glossary },
    })),
  ];
}

function freeTextItems(kind: FreeText, chosen: string | undefined): readonly Item[] {
  const label = (choice: Words): Words =>
    kind === 'tone' ? words(l10n.t('Tone: {0}'), choice) : words(l10n.t('Purpose: {0}'), choice);
  const isOwn = chosen !== undefined && !isSuggested(kind, chosen);
  return [
    { label: kind === 'tone' ? words(l10n.t('Tone')) : words(l10n.t('Purpose')) },
    ...suggestions[kind].map(([text, choice]): Item => ({ label: label(choice()), value: { kind, text } })),
    {
      label: label(words(l10n.t('other…'))),
      ...(isOwn ? { description: outside(chosen) } : {}),
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
      return chosen[choice.kind] === true;
    case 'glossary':
      return chosen.glossary?.id === choice.glossary.id;
    case 'tone':
    case 'purpose': {
      const text = chosen[choice.kind];
      return choice.text === undefined ? text !== undefined && !isSuggested(choice.kind, text) : text === choice.text;
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
  return {
    ...(choices.some(({ kind }) => kind === 'edit') ? { edit: true } : {}),
    ...(choices.some(({ kind }) => kind === 'asGroup') ? { asGroup: true } : {}),
    ...(choices.some(({ kind }) => kind === 'usePreferred') ? { usePreferred: true } : {}),
    ...(glossary === undefined ? {} : { glossary }),
    ...(tone === undefined ? {} : { tone }),
    ...(purpose === undefined ? {} : { purpose }),
  };
}

/** Asks for tone and purpose in the person's own words, where “Other…” was ticked. */
async function askOwnWords(
  choices: readonly Choice[],
  before: Pick<ExtraOptions, FreeText>,
  place: StepPlace,
): Promise<StepResult<Pick<ExtraOptions, FreeText>>> {
  let texts: Pick<ExtraOptions, FreeText> = {};
  for (const kind of ['tone', 'purpose'] as const) {
    if (!choices.some((choice) => choice.kind === kind && isOwnWords(choice))) continue;
    const text = before[kind];
    const result = await inputText({
      place,
      prompt:
        kind === 'tone'
          ? words(l10n.t('Tone of the translation, in a few words'))
          : words(l10n.t('What the translation is for, in a few words')),
      ...(text === undefined || isSuggested(kind, text) ? {} : { value: text }),
      validate: validateFreeText,
    });
    if (result.kind !== 'answer') return result;
    texts = { ...texts, [kind]: result.value.trim() };
  }
  return { kind: 'answer', value: texts };
}

function isOwnWords(choice: Choice): boolean {
  return 'text' in choice && choice.text === undefined;
}

function validateFreeText(text: string): Words | undefined {
  if (text.trim() === '') return words(l10n.t('Write something, or go back and choose another one.'));
  return Array.from(text.trim()).length > maxPurposeCharacters
    ? words(l10n.t('This is longer than {0} characters. Say it more briefly.'), maxPurposeCharacters)
    : undefined;
}
