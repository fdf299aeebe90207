import { localeTag } from '../../base/locale.ts';
import {
  isPluralElement,
  isSelectElement,
  type MessageFormatElement,
  type PluralElement,
} from '@formatjs/icu-messageformat-parser';
import { spanOf } from '../read/icu.ts';
import type { Message } from '../read/readMessage.ts';
import type { Problem } from '../read/placeholder.ts';

/** A locale's plural rules: the categories that a text needs, and the category of each number. */
interface Rules {
  readonly needed: readonly string[];
  readonly select: (number: number) => string;
}

/**
 * Numbers that are common in interfaces. A category that none of them has, such as French `many` for millions, may fall
 * back to `other`.
 */
const everydayNumbers: readonly number[] = [
  ...Array.from({ length: 200 }, (_, number) => number),
  0.1,
  0.5,
  1.1,
  1.5,
  2.5,
];

const known = new Map<string, Rules | undefined>();

/**
 * Returns an error for each plural and selectordinal of an ICU message that lacks a category of its language, unless
 * exact numbers (`=1`) cover the whole category. If the source omits categories of its own language, its translation
 * may too.
 */
export function checkPlurals(
  source: () => Message,
  translation: Message,
  sourceLocale: string | undefined,
  targetLocale: string,
): readonly Problem[] {
  if (translation.icu === undefined || translation.icu.skeleton.length === 0) return [];
  const problems: Problem[] = [];
  for (const element of pluralsOf(translation.icu.elements)) {
    const missing = missingCategories(element, targetLocale);
    if (missing.length === 0 || !isComplete(source(), element, sourceLocale)) continue;
    const { start } = spanOf(element);
    problems.push(...missing.map((text): Problem => ({ kind: 'plural-missing', severity: 'error', text, start })));
  }
  return problems;
}

function pluralsOf(elements: readonly MessageFormatElement[]): readonly PluralElement[] {
  return elements.flatMap((element): readonly PluralElement[] => {
    if (!isPluralElement(element) && !isSelectElement(element)) return [];
    const inner = Object.values(element.options).flatMap(({ value }) => pluralsOf(value));
    return isPluralElement(element) ? [element, ...inner] : inner;
  });
}

/**
 * Whether every plural of this argument in the source has all categories of the source's language; if the language is
 * unknown, more than `other`.
 */
function isComplete(source: Message, { value, pluralType }: PluralElement, locale: string | undefined): boolean {
  const own = pluralsOf(source.icu?.elements ?? []).filter(
    (element) => element.value === value && element.pluralType === pluralType,
  );
  if (locale === undefined)
    return own.some(({ options }) => Object.keys(options).some((key) => key !== 'other' && !key.startsWith('=')));
  return own.length > 0 && own.every((element) => missingCategories(element, locale).length === 0);
}

function missingCategories({ options, offset, pluralType }: PluralElement, locale: string): readonly string[] {
  const rules = rulesOf(locale, pluralType ?? 'cardinal');
  const absent = rules?.needed.filter((category) => !Object.hasOwn(options, category)) ?? [];
  if (absent.length === 0 || rules === undefined) return [];
  const exact = new Set(
    Object.keys(options).flatMap((key) => (key.startsWith('=') ? Number(key.slice(1)) - offset : [])),
  );
  return absent.filter((category) =>
    everydayNumbers.some((number) => rules.select(number) === category && !exact.has(number)),
  );
}

function rulesOf(locale: string, type: 'cardinal' | 'ordinal'): Rules | undefined {
  const key = `${locale} ${type}`;
  if (!known.has(key)) known.set(key, readRules(locale, type));
  return known.get(key);
}

/** Returns undefined for a locale without rules, for which Intl would use the machine's own. */
function readRules(locale: string, type: 'cardinal' | 'ordinal'): Rules | undefined {
  const tag = localeTag(locale);
  try {
    if (Intl.PluralRules.supportedLocalesOf([tag]).length === 0) return undefined;
    const rules = new Intl.PluralRules(tag, { type });
    const used = new Set<string>(everydayNumbers.map((number) => rules.select(number)));
    return {
      needed: rules.resolvedOptions().pluralCategories.filter((category) => used.has(category)),
      select: (number) => rules.select(number),
    };
  } catch {
    // Not BCP 47.
    return undefined;
  }
}
