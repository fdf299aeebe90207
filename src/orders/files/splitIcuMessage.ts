import { readableId } from '../../formats/kit/unitId.ts';
import { requiredPluralCategories } from '../../locales/pluralCategories.ts';
import { branchLabel, splitIcu, type IcuBranch, type SplitMessage } from '../../placeholders/icu/icuBranches.ts';

/**
 * Splits an ICU message into the branches that the target locale needs; undefined if the text is not an ICU message
 * with choices or should be ordered as a whole.
 */
export function splitIcuMessage(text: string, targetLocale: string): SplitMessage | undefined {
  return splitIcu(text, {
    cardinal: requiredPluralCategories(targetLocale),
    ordinal: requiredPluralCategories(targetLocale, 'ordinal'),
  });
}

/** Returns a job's title after its unit: `cart.items`, or `cart.items (few)` for a branch. */
export function titleOfUnit(key: string, branch?: IcuBranch): string {
  return branch === undefined ? readableId(key) : `${readableId(key)} (${branchLabel(branch)})`;
}
