import { cldrRules, everydayNumbers } from '../../base/pluralForms.ts';
import { localeTag } from '../../base/locale.ts';
import {
  isPluralElement,
  isSelectElement,
  type MessageFormatElement,
  type PluralElement,
} from '@formatjs/icu-messageformat-parser';
import { categoryOrder, spanOf } from '../read/icu.ts';
import type { Message } from '../read/readMessage.ts';
import type { Problem, TranslationContext } from '../read/placeholder.ts';

/** A locale's plural rules. */
interface Rules {
  readonly categories: readonly string[];
  /** The categories that everyday numbers have: a text needs all of them. */
  readonly needed: readonly string[];
  /** Returns the category of a number. */
  readonly select: (number: number) => string;
}

const cachedRules = new Map<string, Rules | undefined>();

/**
 * Returns an error for each plural and selectordinal of an ICU message that lacks a category of its language, unless
 * exact numbers (`=1`) cover the whole category. If the source omits categories of its own language, its translation
 * may too. `source` is called only if a category is missing; `exactIsCategory`: see `ProtectedText`.
 */
export function checkPlurals(
  source: () => Message,
  exactIsCategory: boolean,
  translation: Message,
  { sourceLocale, targetLocale }: TranslationContext,
): readonly Problem[] {
  if (targetLocale === undefined) return [];
  // Without a skeleton, the message has no plurals.
  if (translation.icu === undefined || translation.icu.skeleton.length === 0) return [];
  const problems: Problem[] = [];
  for (const element of pluralsOf(translation.icu.elements)) {
    const missing = missingCategories(element, targetLocale, exactIsCategory);
    if (missing.length === 0 || !isComplete(source(), element, sourceLocale)) continue;
    const { start } = spanOf(element);
    problems.push(...missing.map((text): Problem => ({ kind: 'plural-missing', severity: 'error', text, start })));
  }
  return problems;
}

/** Returns the plurals of a message, also those within branches. */
function pluralsOf(elements: readonly MessageFormatElement[]): readonly PluralElement[] {
  return elements.flatMap((element): readonly PluralElement[] => {
    if (!isPluralElement(element) && !isSelectElement(element)) return [];
    const innerPlurals = Object.values(element.options).flatMap(({ value }) => pluralsOf(value));
    return isPluralElement(element) ? [element, ...innerPlurals] : innerPlurals;
  });
}

/**
 * Whether every plural of this argument in the source has all categories of the source's language; if the language is
 * unknown, whether one of these plurals has more than `other`.
 */
function isComplete(source: Message, { value, pluralType }: PluralElement, locale: string | undefined): boolean {
  const plurals = pluralsOf(source.icu?.elements ?? []).filter(
    (element) => element.value === value && element.pluralType === pluralType,
  );
  if (locale === undefined) return plurals.some((element) => hasCategories(element, source.exactIsCategory));
  if (plurals.length === 0) return false;
  return plurals.every((element) => missingCategories(element, locale, source.exactIsCategory).length === 0);
}

/** Whether a plural has categories in addition to `other`. */
function hasCategories({ options }: PluralElement, exactIsCategory: boolean | undefined): boolean {
  const categories = Object.keys(options).map((selector) => categoryNamed(selector, exactIsCategory));
  return categories.some((category) => category !== 'other' && !category.startsWith('='));
}

/** The categories that Dart selects for exact numbers, see `ProtectedText.exactIsCategory`. */
const exactNames: ReadonlyMap<string, string> = new Map([
  ['=0', 'zero'],
  ['=1', 'one'],
  ['=2', 'two'],
]);

/** Returns the category that a selector names: for Dart, `=1` is `one`. */
export function categoryNamed(selector: string, exactIsCategory = false): string {
  if (!exactIsCategory) return selector;
  return exactNames.get(selector) ?? selector;
}

/** Returns the categories that a plural lacks, unless its exact numbers cover all everyday numbers of the category. */
function missingCategories(
  { options, offset, pluralType }: PluralElement,
  locale: string,
  exactIsCategory = false,
): readonly string[] {
  const rules = rulesOf(locale, pluralType ?? 'cardinal');
  const existingCategories = new Set(Object.keys(options).map((selector) => categoryNamed(selector, exactIsCategory)));
  const absentCategories = rules?.needed.filter((category) => !existingCategories.has(category)) ?? [];
  if (absentCategories.length === 0 || rules === undefined) return [];
  const numbersWithoutBranch = everydayNumbers.filter((number) => !Object.hasOwn(options, `=${number}`));
  // The rules are the same for negative numbers.
  const neededCategories = new Set(numbersWithoutBranch.map((number) => rules.select(Math.abs(number - offset))));
  return absentCategories.filter((category) => neededCategories.has(category));
}

/** Returns the categories of a language that everyday numbers have; none for a language without rules. */
export function everydayCategories(locale: string, type: 'cardinal' | 'ordinal'): readonly string[] {
  return rulesOf(locale, type)?.needed ?? [];
}

/** Returns the category of a number; undefined for a language without rules. */
export function categoryOf(number: number, locale: string, type: 'cardinal' | 'ordinal'): string | undefined {
  return rulesOf(locale, type)?.select(number);
}

/**
 * Returns the whole numbers for which a plural shows its branch of a category, without those that have a branch of
 * their own (`=1`); undefined for a language without rules, and for a category that only large numbers have.
 */
export function wholeNumbersOf(
  { options, offset, pluralType }: PluralElement,
  category: string,
  locale: string,
): readonly number[] | undefined {
  const rules = rulesOf(locale, pluralType ?? 'cardinal');
  if (rules === undefined) return undefined;
  const isOnlyForLargeNumbers = rules.categories.includes(category) && !rules.needed.includes(category);
  if (isOnlyForLargeNumbers) return undefined;
  return everydayNumbers.filter((number) => {
    const hasOwnBranch = Object.hasOwn(options, `=${number + offset}`);
    return Number.isInteger(number) && rules.select(number) === category && !hasOwnBranch;
  });
}

function rulesOf(locale: string, type: 'cardinal' | 'ordinal'): Rules | undefined {
  const key = `${locale} ${type}`;
  if (!cachedRules.has(key)) cachedRules.set(key, readRules(locale, type));
  return cachedRules.get(key);
}

function readRules(locale: string, type: 'cardinal' | 'ordinal'): Rules | undefined {
  const rules = cldrRules(localeTag(locale), type);
  if (rules === undefined) return undefined;
  const usedCategories = new Set<string>(everydayNumbers.map((number) => rules.select(number)));
  const existingCategories = new Set<string>(rules.resolvedOptions().pluralCategories);
  const categories = categoryOrder.filter((category) => existingCategories.has(category));
  return {
    categories,
    needed: categories.filter((category) => usedCategories.has(category)),
    select: (number) => rules.select(number),
  };
}
