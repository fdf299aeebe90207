import { readableId } from '../../formats/kit/unitId.ts';
import { requiredPluralCategories } from '../../locales/pluralCategories.ts';
import { branchLabel, openIcu, type IcuBranch, type OpenedIcu } from '../../placeholders/icu/icuBranches.ts';

/** Opens an ICU message into the texts that a target's locale has; undefined for a text that is none, or is better sent whole. */
export function openMessage(text: string, targetLocale: string): OpenedIcu | undefined {
  return openIcu(text, {
    cardinal: requiredPluralCategories(targetLocale),
    ordinal: requiredPluralCategories(targetLocale, 'ordinal'),
  });
}

/** What a job is called after its unit: `cart.items`, or `cart.items (few)`. */
export function titleOfUnit(key: string, branch?: IcuBranch): string {
  return branch === undefined ? readableId(key) : `${readableId(key)} (${branchLabel(branch)})`;
}
