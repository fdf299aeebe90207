import { cldrPluralCategories, cldrRules, everydayNumbers } from '../../base/pluralForms.ts';
import type { PluralCategory } from '../kit/localeFormat.ts';
import type { PluralForms } from './pluralFormula.ts';

/** Numbers with the categories that `everydayNumbers` lack. */
const millions = [1_000_000, 2_000_000, 10_000_000];

/**
 * Returns the CLDR category of each form, by its index, in a locale (BCP 47): the category of the numbers that use the
 * form. Undefined if forms and categories do not correspond one to one: the formula is another language's, or CLDR has
 * refined the rule since.
 */
export function categoriesOf(forms: PluralForms, locale: string): readonly PluralCategory[] | undefined {
  const rules = cldrRules(locale);
  if (rules === undefined) return plainCategories(forms);
  const counts = countsOf(forms, rules);
  if (counts === undefined) return undefined;
  const usedCategories = new Set(everydayNumbers.map((n) => rules.select(n)));
  if (forms.count === 1) return usedCategories.has('other') ? ['other'] : undefined;
  // With two forms for only one and other, the number 1 identifies the form for one, whatever other numbers use it.
  if (forms.count === 2 && [...usedCategories].every((category) => category === 'one' || category === 'other'))
    return plainCategories(forms);
  const categories = counts.map((count) => leadingCategory(count));
  addRareCategories(categories, forms, rules);
  const complete = categories.filter((category) => category !== undefined);
  const isOneToOne = complete.length === forms.count && new Set(complete).size === forms.count;
  return isOneToOne ? complete : undefined;
}

/** Returns up to four whole numbers that use each form of a plural, by its category. */
export function formNumbers(
  { count, formOf }: PluralForms,
  categories: readonly PluralCategory[],
): ReadonlyMap<PluralCategory, readonly number[]> {
  const numbers = Array.from({ length: count }, (): number[] => []);
  for (const n of [...everydayNumbers, ...millions]) {
    const form = numbers[formOf(n)];
    if (form !== undefined && form.length < 4) form.push(n);
  }
  return new Map(categories.map((category, index) => [category, numbers[index] ?? []]));
}

type Counts = ReadonlyMap<PluralCategory, number>;

function plainCategories({ count, formOf }: PluralForms): readonly PluralCategory[] | undefined {
  if (count === 1) return ['other'];
  if (count === 2 && formOf(1) === 0) return ['one', 'other'];
  if (count === 2 && formOf(1) === 1) return ['other', 'one'];
  return undefined;
}

/** Returns how many numbers of each category use each form; undefined if a number uses a form that does not exist. */
function countsOf({ count, formOf }: PluralForms, rules: Intl.PluralRules): readonly Counts[] | undefined {
  const counts = Array.from({ length: count }, () => new Map<PluralCategory, number>());
  for (const n of everydayNumbers) {
    const form = counts[formOf(n)];
    if (form === undefined) return undefined;
    const category = rules.select(n);
    form.set(category, (form.get(category) ?? 0) + 1);
  }
  return counts;
}

/**
 * Maximum share of a form's numbers that may be of another category: refinements in CLDR but not in gettext (Hebrew's
 * two), or differences (French 0).
 */
const maxOtherShare = 0.15;

/**
 * Returns the category of nearly all numbers of a form, or `other`, whose form also serves categories without a form of
 * their own.
 */
function leadingCategory(counts: Counts): PluralCategory | undefined {
  const [[category, count] = [undefined, 0]] = [...counts].sort((a, b) => b[1] - a[1]);
  if (category === 'other') return category;
  let sum = 0;
  for (const numbers of counts.values()) sum += numbers;
  return count >= sum * (1 - maxOtherShare) ? category : undefined;
}

/**
 * Assigns forms that no usual number uses: those for millions; then the one for fractions, if one form and one
 * category remain.
 */
function addRareCategories(
  categories: (PluralCategory | undefined)[],
  forms: PluralForms,
  rules: Intl.PluralRules,
): void {
  const usedForms = new Set(everydayNumbers.map(forms.formOf));
  for (const n of millions) {
    const form = forms.formOf(n);
    if (form in categories && !usedForms.has(form)) categories[form] ??= rules.select(n);
  }
  const [form, ...moreForms] = [...categories.keys()].filter(
    (index) => categories[index] === undefined && !usedForms.has(index),
  );
  const unnamed = rules.resolvedOptions().pluralCategories.filter((category) => !categories.includes(category));
  if (form !== undefined && moreForms.length === 0 && unnamed.length === 1) categories[form] = unnamed[0];
}

/** Compares in CLDR's order. */
export function byCategory(a: PluralCategory, b: PluralCategory): number {
  return cldrPluralCategories.indexOf(a) - cldrPluralCategories.indexOf(b);
}
