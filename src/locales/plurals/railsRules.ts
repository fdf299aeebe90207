import { endsInFew, endsInOne, indexOfFirstTrue, isBetween } from '../../base/pluralForms.ts';
import { integerRule, oneOther, type PluralCategory, type PluralRules } from './pluralRules.ts';

/**
 * The plural rules of the gem rails-i18n, by language: https://github.com/svenfuchs/rails-i18n, `rails/pluralization`
 * and `lib/rails_i18n` at commit 34be758. They are older and coarser than CLDR's: Latvian, Hebrew and Macedonian have
 * two forms, French has no `many`, and Persian and Azerbaijani have one form. `true`: all numbers that remain.
 */
const byRule: readonly (readonly [rules: PluralRules, languages: string])[] = [
  [integerRule(['other'], () => 'other'), 'az fa id ja km kn ko lo ms pap th vi wo yue zh'],
  [oneOther, 'bg bn ca da de el en eo es et eu fi fy gl he hu is it ka kk mn nb ne nl nn oc pt sc st sv sw ta tr ur'],
  [wholeNumberRule(['one', 'other'], (n) => [n === 0 || n === 1]), 'hi mg ml mr or pa fil'],
  [numberRule(['one', 'other'], (n) => [n >= 0 && n < 2]), 'fr'],
  [wholeNumberRule(['one', 'other'], (n) => [endsInOne(n)]), 'lv'],
  [wholeNumberRule(['one', 'other'], (n) => [n % 10 === 1 && n !== 11]), 'mk'],
  [wholeNumberRule(['one', 'few', 'other'], (n) => [n === 1, isBetween(n, 2, 4)]), 'cs sk'],
  [numberRule(['one', 'few', 'other'], (n) => southSlavic(fractionOf(n) ?? n)), 'bs hr sr'],
  [wholeNumberRule(['one', 'few', 'other'], (n) => [endsInOne(n), endsInFew(n, 2, 9)]), 'lt'],
  [wholeNumberRule(['one', 'few', 'other'], (n) => [n === 1, n === 0 || isBetween(n % 100, 1, 19)]), 'ro'],
  [wholeNumberRule(['one', 'few', 'many', 'other'], (n) => [...southSlavic(n), true]), 'be ru uk'],
  [wholeNumberRule(['one', 'few', 'many', 'other'], (n) => [n === 1, endsInFew(n, 2, 4), true]), 'pl'],
  [
    wholeNumberRule(['one', 'two', 'few', 'other'], (n) => [n % 100 === 1, n % 100 === 2, isBetween(n % 100, 3, 4)]),
    'hsb sl',
  ],
  [
    numberRule(['one', 'two', 'few', 'other'], (n) => {
      const whole = Math.floor(n);
      return [whole === 1 || whole === 11, whole === 2 || whole === 12, isBetween(whole, 3, 19)];
    }),
    'gd',
  ],
  [
    wholeNumberRule(['zero', 'one', 'two', 'few', 'many', 'other'], (n) => {
      const tens = n % 100;
      return [n === 0, n === 1, n === 2, isBetween(tens, 3, 10), tens >= 11];
    }),
    'ar',
  ],
];

/**
 * Returns rules with one condition for each category but the last, in their order: a number has the category of the
 * first condition that it meets, and the last category if it meets none.
 */
function numberRule(
  categories: readonly PluralCategory[],
  conditionsOf: (n: number) => readonly boolean[],
): PluralRules {
  return { categories, select: (n) => categories[indexOfFirstTrue(...conditionsOf(n))] ?? 'other' };
}

/** Returns rules as `numberRule` does, in which decimals have the last category. */
function wholeNumberRule(
  categories: readonly PluralCategory[],
  conditionsOf: (n: number) => readonly boolean[],
): PluralRules {
  return integerRule(categories, numberRule(categories, conditionsOf).select);
}

const rulesByLanguage: ReadonlyMap<string, PluralRules> = new Map(
  byRule.flatMap(([rules, languages]) => languages.split(' ').map((language) => [language, rules] as const)),
);

/**
 * Returns the rules that rails-i18n has for a language. Without rules, Ruby's I18n uses those of English. Rails
 * generates projects with fallbacks, by which `ru-RU` has the rules of `ru`.
 */
export function railsRules(language: string): PluralRules {
  return rulesByLanguage.get(language) ?? oneOther;
}

/** The conditions of `one` and `few`. */
function southSlavic(n: number): readonly [boolean, boolean] {
  return [endsInOne(n), endsInFew(n, 2, 4)];
}

/** Returns the decimals as a whole number, as the rule for Croatian does: 2.31 → 31. Undefined if there are none. */
function fractionOf(n: number): number | undefined {
  return Number.isInteger(n) ? undefined : Number(String(n).split('.')[1] ?? '0');
}
