import { requiredPluralCategories } from '../locales/pluralCategories.ts';
import { openIcu, type OpenedIcu } from '../placeholders/icuBranches.ts';

/** Opens an ICU message into the texts that a target's locale has; undefined for a text that is none, or is better sent whole. */
export function openMessage(text: string, targetLocale: string): OpenedIcu | undefined {
  return openIcu(text, { cardinal: requiredPluralCategories(targetLocale), ordinal: requiredPluralCategories(targetLocale, 'ordinal') });
}
