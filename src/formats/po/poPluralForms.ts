import { cldrPluralCategories, cldrRules, everydayNumbers } from '../../base/pluralForms.ts';
import type { PluralCategory } from '../kit/localeFormat.ts';
import type { PluralForms } from './pluralFormula.ts';

/** Numbers with categories that no number in `everydayNumbers` has: 1000000 is `many` in French. */
const millions = [1_000_000, 2_000_000, 10_000_000];

/**
 * Returns the CLDR category of each form, by its index, in a locale (BCP 47): that of the numbers that use the form.
 * Undefined if they do not correspond one to one: the formula is another language's, or older than CLDR's rule.
 */
export function categoriesOf(forms: PluralForms, locale: string): readonly PluralCategory[] | undefined {
  const rules = cldrRules(locale);
  if (rules === undefined) return oneAndOther(forms);
  const counts = countsOf(forms, rules);
  if (counts === undefined) return undefined;
  const usedCategories = new Set(everydayNumbers.map((n) => rules.select(n)));
  if (forms.count === 1) return usedCategories.has('other') ? ['other'] : undefined;
  // If there are only `one` and `other`, the form of the number 1 is `one`, even if it is also that of 0, as in French.
  const hasOnlyOneAndOther = [...usedCategories].every((category) => category === 'one' || category === 'other');
  if (forms.count === 2 && hasOnlyOneAndOther) return oneAndOther(forms);
  const categories = counts.map((countsOfForm) => leadingCategory(countsOfForm));
  addRareCategories(categories, forms, rules);
  const assignedCategories = categories.filter((category) => category !== undefined);
  const isOneToOne = assignedCategories.length === forms.count && new Set(assignedCategories).size === forms.count;
  return isOneToOne ? assignedCategories : undefined;
}

/** Returns up to four whole numbers that use each form of a plural, by its category. */
export function formNumbers(
  { count, formOf }: PluralForms,
  categories: readonly PluralCategory[],
): ReadonlyMap<PluralCategory, readonly number[]> {
  const numbersByForm = Array.from({ length: count }, (): number[] => []);
  for (const n of [...everydayNumbers, ...millions]) {
    const numbers = numbersByForm[formOf(n)];
    if (numbers !== undefined && numbers.length < 4) numbers.push(n);
  }
  return new Map(categories.map((category, index) => [category, numbersByForm[index] ?? []]));
}

/** How many numbers of each category use a form. */
type CategoryCounts = ReadonlyMap<PluralCategory, number>;

/** Returns `one` and `other`, or only `other`, in the order of the forms; undefined for more forms. */
function oneAndOther({ count, formOf }: PluralForms): readonly PluralCategory[] | undefined {
  if (count === 1) return ['other'];
  if (count === 2 && formOf(1) === 0) return ['one', 'other'];
  if (count === 2 && formOf(1) === 1) return ['other', 'one'];
  return undefined;
}

/** Returns how many numbers of each category use each form; undefined if a number uses a form that does not exist. */
function countsOf({ count, formOf }: PluralForms, rules: Intl.PluralRules): readonly CategoryCounts[] | undefined {
  const counts = Array.from({ length: count }, () => new Map<PluralCategory, number>());
  for (const n of everydayNumbers) {
    const countsOfForm = counts[formOf(n)];
    if (countsOfForm === undefined) return undefined;
    const category = rules.select(n);
    countsOfForm.set(category, (countsOfForm.get(category) ?? 0) + 1);
  }
  return counts;
}

/** Maximum share of a form's numbers that CLDR puts into another category: Hebrew's 2 is `two`, French 0 is `one`. */
const maxOtherShare = 0.15;

/**
 * Returns the most frequent category of a form's numbers, if it is that of nearly all; `other` needs no such majority,
 * because its form also serves categories without a form of their own.
 */
function leadingCategory(countsOfForm: CategoryCounts): PluralCategory | undefined {
  let category: PluralCategory | undefined;
  let count = 0;
  let sum = 0;
  for (const [candidate, candidateCount] of countsOfForm) {
    sum += candidateCount;
    if (candidateCount > count) [category, count] = [candidate, candidateCount];
  }
  return category === 'other' || count >= sum * (1 - maxOtherShare) ? category : undefined;
}

/** Names forms that no everyday number uses: by the category of millions; a last form gets the last category. */
function addRareCategories(
  categories: (PluralCategory | undefined)[],
  forms: PluralForms,
  rules: Intl.PluralRules,
): void {
  const usedForms = new Set(everydayNumbers.map(forms.formOf));
  for (const n of millions) {
    const form = forms.formOf(n);
    // Formulas may return indexes of forms that do not exist.
    if (form in categories && !usedForms.has(form)) categories[form] ??= rules.select(n);
  }
  const formsWithoutCategory = [...categories.keys()].filter(
    (form) => categories[form] === undefined && !usedForms.has(form),
  );
  const { pluralCategories } = rules.resolvedOptions();
  const categoriesWithoutForm = pluralCategories.filter((category) => !categories.includes(category));
  const [form] = formsWithoutCategory;
  if (form !== undefined && formsWithoutCategory.length === 1 && categoriesWithoutForm.length === 1)
    categories[form] = categoriesWithoutForm[0];
}

/** Compares in CLDR's order. */
export function byCategory(a: PluralCategory, b: PluralCategory): number {
  return cldrPluralCategories.indexOf(a) - cldrPluralCategories.indexOf(b);
}
