import type { PluralCategory } from './pluralRules.ts';
import { pluralRulesOf } from './runtimePluralForms.ts';

/** A plural of an ICU message, which may name exact numbers (`=1`) in addition to categories. */
export interface PluralHead {
  readonly type: 'cardinal' | 'ordinal';
  /** Subtracted from the number before its category is determined; exact numbers are compared without subtraction. */
  readonly offset: number;
  /** Of all branches: categories such as `few`, and exact numbers such as `=0`. */
  readonly selectors: readonly string[];
}

/** How a plural with exact numbers differs from one with all categories of the language. */
export interface ExactForms {
  /** Categories whose whole numbers all are exact numbers, so that no whole number shows the category. */
  readonly omitted: readonly PluralCategory[];
  /** By the selector of an exact number (`=1`): the category that replaces it (`one`). */
  readonly replaced: ReadonlyMap<string, PluralCategory>;
}

/** Whole numbers in which every rule of CLDR shows. */
const wholeNumbers: readonly number[] = [
  ...Array.from({ length: 1100 }, (_, number) => number),
  ...[10_000, 100_000, 1_000_000, 2_000_000, 3_000_000, 10_000_000],
];

/** The exact numbers that Dart treats as another name of a category: `=1` is `one`. */
const exactNumberOf: Readonly<Partial<Record<PluralCategory, number>>> = { zero: 0, one: 1, two: 2 };

/**
 * Returns which categories of a language exact numbers make unnecessary. Next to `=1`, English needs no `one`. Russian
 * does, for 21, and French does for 0, unless there is also `=0`. Where a decimal has an unnecessary category (French
 * 1.5), the program shows `other`.
 *
 * With `exactIsCategory`, as in Dart, `=1` and `one` are the same form, so a message can't have both: `one` replaces
 * `=1` in a language in which `one` has further numbers (Russian 21).
 */
export function exactForms(
  locale: string,
  { type, offset, selectors }: PluralHead,
  { exactIsCategory }: { readonly exactIsCategory: boolean },
): ExactForms {
  const exactSelectors = selectors.filter((selector) => selector.startsWith('='));
  const exactNumbers = new Set(exactSelectors.map((selector) => Number(selector.slice(1))));
  if (exactNumbers.size === 0) return { omitted: [], replaced: new Map() };
  const { categories, select } = pluralRulesOf('cldr', locale, type);
  const omitted: PluralCategory[] = [];
  const replaced = new Map<string, PluralCategory>();
  for (const category of categories) {
    if (category === 'other') continue;
    // An offset makes small numbers negative. Their category is that of the absolute value.
    const numbers = wholeNumbers.filter((number) => select(Math.abs(number - offset)) === category);
    if (numbers.length === 0) continue;
    const equalNumber = exactIsCategory ? exactNumberOf[category] : undefined;
    if (numbers.every((number) => exactNumbers.has(number))) omitted.push(category);
    else if (equalNumber !== undefined && exactNumbers.has(equalNumber)) replaced.set(`=${equalNumber}`, category);
  }
  return { omitted, replaced };
}
