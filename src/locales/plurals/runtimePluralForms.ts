import { canonicalLocale } from '../../base/locale.ts';
import { cldrRules } from '../../base/pluralForms.ts';
import { requiredPluralCategories } from './pluralCategories.ts';
import type { PluralCategory, PluralRules } from './pluralRules.ts';
import { railsRules } from './railsRules.ts';

/**
 * How a program selects the plural form of a text. Not for gettext and Qt, whose formats know their own forms
 * (`LocaleFormat.pluralCategories`), nor for Laravel, Symfony and vue-i18n, whose forms have no names: see
 * `placeholders/pipes/`.
 *
 * - `cldr`: by the rules of CLDR: ICU, i18next, Fluent, go-i18n, Android, Apple
 * - `rails-i18n`: Ruby's I18n with the rules of the gem rails-i18n
 *
 * Ruby's I18n and i18n-js without further rules only read `one` and `other` in every language; see
 * `PluralUse.evidenceOfSets`.
 */
export type PluralMechanism = 'cldr' | 'rails-i18n';

/** A plural form that a program reads for a locale. */
export interface RuntimePluralForm {
  readonly category: PluralCategory;
  /**
   * Present if only numbers from a million (`millions`) or only `decimals` use the form. The text of the form `instead`
   * can then be copied.
   */
  readonly rare?: { readonly use: 'millions' | 'decimals'; readonly instead: PluralCategory };
}

/** Returns the rules of a program for a locale (BCP 47). */
export function pluralRulesOf(
  mechanism: PluralMechanism,
  locale: string,
  type: 'cardinal' | 'ordinal' = 'cardinal',
): PluralRules {
  const canonical = canonicalLocale(locale);
  const [language = ''] = (canonical ?? locale).split(/[-_]/u);
  switch (mechanism) {
    case 'cldr':
      return cachedCldrRules(canonical ?? 'und', type);
    case 'rails-i18n':
      return railsRules(language);
  }
}

/**
 * Returns the plural forms that a program reads for a locale (BCP 47), in the order of its rules. Strings need all of
 * them, but rare ones can be copies.
 */
export function runtimePluralForms(
  mechanism: PluralMechanism,
  locale: string,
  type: 'cardinal' | 'ordinal' = 'cardinal',
): readonly RuntimePluralForm[] {
  const key = `${mechanism} ${locale} ${type}`;
  const forms = cachedForms.get(key) ?? readForms(pluralRulesOf(mechanism, locale, type));
  cachedForms.set(key, forms);
  return forms;
}

const cachedForms = new Map<string, readonly RuntimePluralForm[]>();

/** Enough numbers to find, in any language, every category of whole numbers below a million. */
const usualNumbers: readonly number[] = [...Array.from({ length: 1100 }, (_, number) => number), 10_000, 100_000];
const millions: readonly number[] = [1_000_000, 2_000_000, 3_000_000, 10_000_000];

function readForms({ categories, select }: PluralRules): readonly RuntimePluralForm[] {
  const usualForms = new Set(usualNumbers.map(select));
  const formsOfMillions = new Set(millions.map(select));
  return categories.map((category): RuntimePluralForm => {
    const instead = substituteFor(category, usualForms);
    if (usualForms.has(category) || instead === undefined) return { category };
    return { category, rare: { use: formsOfMillions.has(category) ? 'millions' : 'decimals', instead } };
  });
}

/** Returns the form that a rare one can copy: `other`, or `many` where smaller whole numbers don't use `other`. */
function substituteFor(category: PluralCategory, usualForms: ReadonlySet<PluralCategory>): PluralCategory | undefined {
  return (['other', 'many'] as const).find((form) => form !== category && usualForms.has(form));
}

/** Cached because each target of an order needs them several times and `Intl` is slow. */
const cachedRules = new Map<string, PluralRules>();

function cachedCldrRules(canonical: string, type: 'cardinal' | 'ordinal'): PluralRules {
  const key = `${canonical} ${type}`;
  const rules = cachedRules.get(key) ?? readCldrRules(canonical, type);
  cachedRules.set(key, rules);
  return rules;
}

function readCldrRules(canonical: string, type: 'cardinal' | 'ordinal'): PluralRules {
  const categories = requiredPluralCategories(canonical, type);
  const rules = cldrRules(canonical, type);
  return { categories, select: (count) => rules?.select(count) ?? 'other' };
}
