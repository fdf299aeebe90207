import { cldrPluralCategories, cldrRules } from '../../base/pluralForms.ts';
import { canonicalLocale } from '../../base/locale.ts';

/**
 * Returns the CLDR plural categories that strings in a locale must have, in order from `zero` to `other`: of cardinals
 * ("3 days") or of ordinals ("3rd day"). A locale without rules has only `other`.
 */
export function requiredPluralCategories(
  locale: string,
  type: 'cardinal' | 'ordinal' = 'cardinal',
): readonly Intl.LDMLPluralRule[] {
  const canonical = canonicalLocale(locale);
  const rules = canonical && cldrRules(canonical, type);
  if (!rules) return ['other'];
  const used = new Set(rules.resolvedOptions().pluralCategories);
  return cldrPluralCategories.filter((category) => used.has(category));
}

/**
 * Numbers that may be shown as examples of a plural category: 0 to 130, then some for the categories that only large
 * numbers and fractions have.
 */
export const exampleNumbers: readonly number[] = [
  ...Array.from({ length: 131 }, (_, number) => number),
  ...[1000, 10_000, 100_000, 1_000_000, 2_000_000, 0.5, 1.5],
];
