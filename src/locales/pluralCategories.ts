import { canonicalLocale } from '../base/locale.ts';

const order: readonly Intl.LDMLPluralRule[] = ['zero', 'one', 'two', 'few', 'many', 'other'];

/**
 * The CLDR plural categories that a locale's texts must have, from `zero` to `other`: of amounts ("3 days"), or with
 * `ordinal` of ranks ("3rd day"). A locale without rules has `other` alone.
 */
export function requiredPluralCategories(
  locale: string,
  type: 'cardinal' | 'ordinal' = 'cardinal',
): readonly Intl.LDMLPluralRule[] {
  const canonical = canonicalLocale(locale);
  // Asked for a locale that it does not know, Intl would answer for the machine's own.
  if (canonical === undefined || Intl.PluralRules.supportedLocalesOf([canonical]).length === 0) return ['other'];
  const { pluralCategories } = new Intl.PluralRules(canonical, { type }).resolvedOptions();
  return order.filter((category) => pluralCategories.includes(category));
}

/** Candidates for examples: small numbers first, then what only large or broken numbers reach. */
const exampleNumbers: readonly number[] = [
  ...Array.from({ length: 131 }, (_, number) => number),
  1000,
  10_000,
  100_000,
  1_000_000,
  2_000_000,
  0.5,
  1.5,
];

/** Numbers that take a plural category in a locale, at most four, smallest first: what a translator needs to know of `few`. */
export function pluralExamples(
  locale: string,
  category: Intl.LDMLPluralRule,
  type: 'cardinal' | 'ordinal' = 'cardinal',
): readonly number[] {
  const canonical = canonicalLocale(locale);
  if (canonical === undefined || Intl.PluralRules.supportedLocalesOf([canonical]).length === 0)
    return category === 'other' ? [0, 1, 2, 3] : [];
  const rules = new Intl.PluralRules(canonical, { type });
  return exampleNumbers.filter((number) => rules.select(number) === category).slice(0, 4);
}

/** Whether a locale's `many` is for whole millions alone, as in French ("1 000 000 de jours"): up to there its texts are those of `other`. */
export function isManyForMillions(locale: string): boolean {
  const examples = pluralExamples(locale, 'many');
  return examples.length > 0 && examples.every((number) => number >= 1_000_000);
}
