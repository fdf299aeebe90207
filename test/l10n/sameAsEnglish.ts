import type { Language } from './languageFiles.ts';

/** Names of the product and of its tiers. */
const names: readonly string[] = ['Human Translation'];
const tiers: readonly string[] = ['Standard', 'Pro'];

/** Texts whose translations are the same as in English: names, and words that the language shares with English. */
export const sameAsEnglish: Readonly<Record<Language, readonly string[]>> = {
  de: [
    ...names,
    ...tiers,
    ...['Details', 'Filter: {0}', 'Limit', 'Name', 'Sandbox', 'Status', 'Text:', '✓ Status'],
    ...['in {0}', '{0} (Sandbox)', '{0} in {1}'],
  ],
  fr: [
    ...names,
    ...tiers,
    ...['Documents', 'Locale', 'Options', 'Service', 'Source', 'Total', 'question', '{0} document', '{0} documents'],
    ...['{0} h', '{0} min', '{0} question', '{0} questions'],
  ],
  ja: [...names, 'Ctrl+Enter', '⌘ Enter'],
};
