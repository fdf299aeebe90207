import { isOfLanguage } from '../../locales/languageCode.ts';
import type { Glossary, PreferredTranslators } from '../../service/interface/records.ts';

/** The service's codes of the languages of an order: for each target, with the language that it is ordered from. */
export type OrderedLanguages = readonly { readonly source: string; readonly target: string }[];

/** The minimum number of preferred translators for a language pair and tier with which the service accepts an order. */
const minPreferred = 2;

/** Whether the account has enough preferred translators for each of these languages in this tier. */
export function canUsePreferred(
  preferred: readonly PreferredTranslators[],
  languages: OrderedLanguages,
  tier: string,
): boolean {
  return languages.every(({ source, target }) => {
    const translators = preferred
      .filter((group) => group.source === source && group.target === target && group.tier === tier)
      .flatMap((group) => group.translators);
    const distinctIds = new Set(translators.map(({ id }) => id));
    return distinctIds.size >= minPreferred;
  });
}

/**
 * Returns the glossaries from the source language into every language of the order. Their language codes are more
 * specific than those of the service: `en-US` for `en`.
 */
export function fittingGlossaries(glossaries: readonly Glossary[], languages: OrderedLanguages): readonly Glossary[] {
  return glossaries.filter(({ sourceLanguage, targetLanguages }) =>
    languages.every(
      ({ source, target }) =>
        isOfLanguage(sourceLanguage, source) && targetLanguages.some((language) => isOfLanguage(language, target)),
    ),
  );
}
