import { cldrPluralCategories } from '../../base/pluralForms.ts';
import type { PluralCategory } from '../kit/localeFormat.ts';
import type { PluralForms } from './pluralFormula.ts';

/** Numbers in which every rule of CLDR for whole numbers shows, except those for millions. */
const usualNumbers = Array.from({ length: 200 }, (_, index) => index);
const millions = [1_000_000, 2_000_000, 10_000_000];

/**
 * Returns the CLDR category of each form, by its index, in a locale (BCP 47): the category of the numbers that use the
 * form. Undefined if forms and categories do not correspond one to one: the formula is another language's, or CLDR has
 * refined the rule since.
 */
export function categoriesOf(forms: PluralForms, locale: string): readonly PluralCategory[] | undefined {
  const categoryOf = cldrOf(locale);
  if (categoryOf === undefined) return plainCategories(forms);
  const counts = countsOf(forms, categoryOf, usualNumbers);
  if (counts === undefined) return undefined;
  const used = new Set(usualNumbers.map(categoryOf));
  if (forms.count === 1) return used.has('other') ? ['other'] : undefined;
  // With two forms for only one and other, the number 1 identifies the form for one, whatever other numbers use it.
  if (forms.count === 2 && [...used].every((category) => category === 'one' || category === 'other'))
    return plainCategories(forms);
  const categories = counts.map((count) => leadingCategory(count));
  fillRest(categories, forms, locale, categoryOf);
  const given = categories.filter((category) => category !== undefined);
  return given.length === forms.count && new Set(given).size === forms.count ? given : undefined;
}

/** Returns up to four whole numbers that use each form of a plural, by its category. */
export function formNumbers(
  { count, formOf }: PluralForms,
  categories: readonly PluralCategory[],
): ReadonlyMap<PluralCategory, readonly number[]> {
  const numbers = Array.from({ length: count }, (): number[] => []);
  for (const n of [...usualNumbers, ...millions]) {
    const form = numbers[formOf(n)];
    if (form !== undefined && form.length < 4) form.push(n);
  }
  return new Map(categories.map((category, index) => [category, numbers[index] ?? []]));
}

type CategoryOf = (n: number) => PluralCategory;
type Counts = ReadonlyMap<PluralCategory, number>;

function cldrOf(locale: string): CategoryOf | undefined {
  try {
    if (Intl.PluralRules.supportedLocalesOf(locale).length === 0) return undefined;
    const rules = new Intl.PluralRules(locale);
    return (n) => rules.select(n);
  } catch {
    return undefined;
  }
}

function plainCategories({ count, formOf }: PluralForms): readonly PluralCategory[] | undefined {
  if (count === 1) return ['other'];
  if (count > 2 || (formOf(1) !== 0 && formOf(1) !== 1)) return undefined;
  return formOf(1) === 0 ? ['one', 'other'] : ['other', 'one'];
}

/** Returns how many numbers of each category use each form; undefined if a number uses a form that does not exist. */
function countsOf(
  { count, formOf }: PluralForms,
  categoryOf: CategoryOf,
  numbers: readonly number[],
): readonly Counts[] | undefined {
  const counts = Array.from({ length: count }, () => new Map<PluralCategory, number>());
  for (const n of numbers) {
    const form = counts[formOf(n)];
    if (form === undefined) return undefined;
    const category = categoryOf(n);
    form.set(category, (form.get(category) ?? 0) + 1);
  }
  return counts;
}

/**
 * Maximum share of a form's numbers that may be of another category: refinements in CLDR but not in gettext (Hebrew's
 * two), or differences (French 0).
 */
const mostOthers = 0.15;

/**
 * Returns the category of nearly all numbers of a form, or `other`, whose form also serves categories without a form of
 * their own.
 */
function leadingCategory(counts: Counts): PluralCategory | undefined {
  const [leading] = [...counts].sort((a, b) => b[1] - a[1]);
  if (leading === undefined) return undefined;
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return leading[0] === 'other' || leading[1] >= all * (1 - mostOthers) ? leading[0] : undefined;
}

/**
 * Assigns forms that no usual number uses: those for millions; then the one for fractions, if one form and one
 * category remain.
 */
function fillRest(
  categories: (PluralCategory | undefined)[],
  forms: PluralForms,
  locale: string,
  categoryOf: CategoryOf,
): void {
  const taken = new Set(usualNumbers.map(forms.formOf));
  for (const n of millions) {
    const form = forms.formOf(n);
    if (form in categories && !taken.has(form)) categories[form] ??= categoryOf(n);
  }
  const left = [...categories.keys()].filter((form) => categories[form] === undefined && !taken.has(form));
  const unnamed = new Intl.PluralRules(locale)
    .resolvedOptions()
    .pluralCategories.filter((category) => !categories.includes(category));
  const [form] = left;
  if (form !== undefined && left.length === 1 && unnamed.length === 1) categories[form] = unnamed[0];
}

/** Compares in CLDR's order. */
export function byCategory(a: PluralCategory, b: PluralCategory): number {
  return cldrPluralCategories.indexOf(a) - cldrPluralCategories.indexOf(b);
}
