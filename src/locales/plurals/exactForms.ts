import type { PluralCategory } from './pluralRules.ts';
import { pluralRulesOf } from './runtimePluralForms.ts';

/** A plural of an ICU message, which may name exact numbers (`=1`) in addition to categories. */
export interface PluralHead {
  readonly type: 'cardinal' | 'ordinal';
  /** Subtracted from the number before its category is determined; exact numbers are compared without it. */
  readonly offset: number;
  /** `few`, `=0`. */
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

/** In Dart, these exact numbers are other names of the categories. */
const numberOfName: Readonly<Partial<Record<PluralCategory, number>>> = { zero: 0, one: 1, two: 2 };

/**
 * Returns which categories of a language exact numbers make unnecessary: next to `=1`, English needs no `one`, but
 * Russian does (21), and French does unless there is also `=0`. Where a decimal has such a category (French 1.5), the
 * program then shows `other`.
 *
 * With `exactIsCategory`, an exact number and its category are one form, so a message can't have both: the category
 * replaces the number if it has further numbers.
 */
export function exactForms(
  locale: string,
  { type, offset, selectors }: PluralHead,
  { exactIsCategory }: { readonly exactIsCategory: boolean },
): ExactForms {
  const exact = new Set(selectors.flatMap((selector) => (selector.startsWith('=') ? Number(selector.slice(1)) : [])));
  if (exact.size === 0) return { omitted: [], replaced: new Map() };
  const { categories, select } = pluralRulesOf('cldr', locale, type);
  const omitted: PluralCategory[] = [];
  const replaced = new Map<string, PluralCategory>();
  for (const category of categories) {
    if (category === 'other') continue;
    // The rules are the same for negative numbers.
    const numbers = wholeNumbers.filter((number) => select(Math.abs(number - offset)) === category);
    if (numbers.length === 0) continue;
    // `one` is the same form as `=1` in Dart.
    const sameForm = exactIsCategory ? numberOfName[category] : undefined;
    if (numbers.every((number) => exact.has(number))) omitted.push(category);
    else if (sameForm !== undefined && exact.has(sameForm)) replaced.set(`=${sameForm}`, category);
  }
  return { omitted, replaced };
}
