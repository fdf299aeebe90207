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
  /** Categories of which exact numbers cover all whole numbers, so that they are never shown for one. */
  readonly omitted: readonly PluralCategory[];
  /** Categories that replace an exact number, by its selector. */
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
 * With `exactIsCategory`, as in Dart, `=1` and `one` are the same form, so a message can't have both: the category
 * replaces the number if it has further numbers.
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
    // The rules are the same for negative numbers.
    const numbers = wholeNumbers.filter((number) => select(Math.abs(number - offset)) === category);
    if (numbers.length === 0) continue;
    const sameForm = exactIsCategory ? exactNumberOf[category] : undefined;
    if (numbers.every((number) => exactNumbers.has(number))) omitted.push(category);
    else if (sameForm !== undefined && exactNumbers.has(sameForm)) replaced.set(`=${sameForm}`, category);
  }
  return { omitted, replaced };
}
