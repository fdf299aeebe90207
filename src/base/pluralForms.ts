/** The plural categories of CLDR in its order, in which members of a plural set are also written. */
export const cldrPluralCategories: readonly Intl.LDMLPluralRule[] = ['zero', 'one', 'two', 'few', 'many', 'other'];

/**
 * Numbers that are common in interfaces. A category that none of them has, such as French `many` for millions and Czech
 * `many` for decimals, may fall back to `other`.
 */
export const everydayNumbers: readonly number[] = Array.from({ length: 200 }, (_, number) => number);

/** Returns CLDR's rules for a language tag; undefined if it has none: Intl would then use those of the machine. */
export function cldrRules(tag: string, type: 'cardinal' | 'ordinal' = 'cardinal'): Intl.PluralRules | undefined {
  try {
    if (Intl.PluralRules.supportedLocalesOf([tag]).length > 0) return new Intl.PluralRules(tag, { type });
  } catch {
    // Not BCP 47.
  }
  return undefined;
}

/**
 * Returns the index of the first condition that is true; their number if none is. Rules of plural forms are written in
 * this way: `indexOfFirstTrue(n === 1, n === 2)` is 0 for 1, 1 for 2, and 2 for all other numbers.
 */
export function indexOfFirstTrue(...conditions: readonly boolean[]): number {
  const index = conditions.indexOf(true);
  return index < 0 ? conditions.length : index;
}

export function isBetween(number: number, first: number, last: number): boolean {
  return number >= first && number <= last;
}

/** Whether a number ends in 1, but not in 11. */
export function endsInOne(number: number): boolean {
  return number % 10 === 1 && number % 100 !== 11;
}

/** Whether the last digit of a number is one of these, and the number does not end in 11 to 19. */
export function endsInFew(number: number, first: number, last: number): boolean {
  return isBetween(number % 10, first, last) && !isBetween(number % 100, 11, 19);
}
