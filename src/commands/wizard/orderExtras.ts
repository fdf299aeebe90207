import { toLanguageCode } from '../../locales/languageCode.ts';
import type { Glossary, PreferredTranslators } from '../../service/interface/records.ts';

/** The service's codes of an order's source and target languages. */
export interface OrderedLanguages {
  readonly source: string;
  readonly targets: readonly string[];
}

/** The minimum number of preferred translators for a language pair and tier with which the service accepts an order. */
const minPreferred = 2;

/** Whether the account has enough preferred translators for each of these languages in this tier. */
export function canUsePreferred(
  preferred: readonly PreferredTranslators[],
  { source, targets }: OrderedLanguages,
  tier: string,
): boolean {
  return targets.every((target) => {
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
export function fittingGlossaries(
  glossaries: readonly Glossary[],
  { source, targets }: OrderedLanguages,
): readonly Glossary[] {
  return glossaries.filter(
    ({ sourceLanguage, targetLanguages }) =>
      matchesCode(sourceLanguage, source) &&
      targets.every((target) => targetLanguages.some((language) => matchesCode(language, target))),
  );
}

/** Whether a language is or belongs to a language of the service: `en-US` belongs to `en`. */
function matchesCode(language: string, code: string): boolean {
  return toLanguageCode(language, [code]) === code;
}
