/** A CLDR plural category. */
export type PluralCategory = Intl.LDMLPluralRule;

/** The plural forms that a program knows for a locale. */
export interface PluralRules {
  /** In the order of CLDR, or in that of the forms where they have no names. */
  readonly categories: readonly PluralCategory[];
  /** Returns the form for a count that is not negative. */
  readonly select: (count: number) => PluralCategory;
}

/** Returns rules that only know whole numbers: decimals use the last form. */
export function integerRule(
  categories: readonly PluralCategory[],
  select: (count: number) => PluralCategory,
): PluralRules {
  const formOfDecimals = categories.at(-1) ?? 'other';
  return { categories, select: (count) => (Number.isInteger(count) ? select(count) : formOfDecimals) };
}

/** English: 1, and everything else. */
export const oneOther: PluralRules = integerRule(['one', 'other'], (count) => (count === 1 ? 'one' : 'other'));
