import { integerRule, oneOther, type PluralRules } from './pluralRules.ts';

/**
 * The plural rules of the gem rails-i18n, by language: https://github.com/svenfuchs/rails-i18n, `rails/pluralization`
 * and `lib/rails_i18n` at commit 34be758. They are older and coarser than CLDR's: Latvian, Hebrew and Macedonian have
 * two forms, French has no `many`, and Persian and Azerbaijani have one form.
 */
const byRule: readonly (readonly [rules: PluralRules, languages: string])[] = [
  [integerRule(['other'], () => 'other'), 'az fa id ja km kn ko lo ms pap th vi wo yue zh'],
  [oneOther, 'bg bn ca da de el en eo es et eu fi fy gl he hu is it ka kk mn nb ne nl nn oc pt sc st sv sw ta tr ur'],
  [integerRule(['one', 'other'], (n) => (n === 0 || n === 1 ? 'one' : 'other')), 'hi mg ml mr or pa fil'],
  [{ categories: ['one', 'other'], select: (n) => (n >= 0 && n < 2 ? 'one' : 'other') }, 'fr'],
  [integerRule(['one', 'other'], (n) => (n % 10 === 1 && n % 100 !== 11 ? 'one' : 'other')), 'lv'],
  [integerRule(['one', 'other'], (n) => (n % 10 === 1 && n !== 11 ? 'one' : 'other')), 'mk'],
  [
    integerRule(['one', 'few', 'other'], (n) => {
      if (n === 1) return 'one';
      return n >= 2 && n <= 4 ? 'few' : 'other';
    }),
    'cs sk',
  ],
  [{ categories: ['one', 'few', 'other'], select: (n) => southSlavic(fractionOf(n) ?? n) }, 'bs hr sr'],
  [
    integerRule(['one', 'few', 'other'], (n) => {
      if (n % 100 >= 11 && n % 100 <= 19) return 'other';
      if (n % 10 === 1) return 'one';
      return n % 10 >= 2 ? 'few' : 'other';
    }),
    'lt',
  ],
  [
    integerRule(['one', 'few', 'other'], (n) => {
      if (n === 1) return 'one';
      return n === 0 || (n % 100 >= 1 && n % 100 <= 19) ? 'few' : 'other';
    }),
    'ro',
  ],
  [
    integerRule(['one', 'few', 'many', 'other'], (n) => {
      const word = southSlavic(n);
      return word === 'other' ? 'many' : word;
    }),
    'be ru uk',
  ],
  [
    integerRule(['one', 'few', 'many', 'other'], (n) => {
      if (n === 1) return 'one';
      return southSlavic(n) === 'few' ? 'few' : 'many';
    }),
    'pl',
  ],
  [integerRule(['one', 'two', 'few', 'other'], (n) => byLastTwo(n % 100)), 'hsb sl'],
  [
    {
      categories: ['one', 'two', 'few', 'other'],
      select: (n) => {
        const whole = Math.floor(n);
        if (whole === 1 || whole === 11) return 'one';
        if (whole === 2 || whole === 12) return 'two';
        return whole >= 3 && whole <= 19 ? 'few' : 'other';
      },
    },
    'gd',
  ],
  [
    integerRule(['zero', 'one', 'two', 'few', 'many', 'other'], (n) => {
      if (n === 0) return 'zero';
      if (n === 1) return 'one';
      if (n === 2) return 'two';
      if (n % 100 >= 3 && n % 100 <= 10) return 'few';
      return n % 100 >= 11 ? 'many' : 'other';
    }),
    'ar',
  ],
];

const byLanguage: ReadonlyMap<string, PluralRules> = new Map(
  byRule.flatMap(([rules, languages]) => languages.split(' ').map((language) => [language, rules] as const)),
);

/**
 * Returns the rules that rails-i18n has for a language. Without rules, Ruby's I18n uses those of English. Rails
 * generates projects with fallbacks, by which `ru-RU` has the rules of `ru`.
 */
export function railsRules(language: string): PluralRules {
  return byLanguage.get(language) ?? oneOther;
}

function southSlavic(n: number): 'one' | 'few' | 'other' {
  const tens = n % 100;
  if (n % 10 === 1 && tens !== 11) return 'one';
  return n % 10 >= 2 && n % 10 <= 4 && !(tens >= 12 && tens <= 14) ? 'few' : 'other';
}

/** Returns the decimals of a number as a whole number, as the rule for Croatian does; undefined if it has none. */
function fractionOf(n: number): number | undefined {
  return Number.isInteger(n) ? undefined : Number(String(n).split('.')[1] ?? '0');
}

function byLastTwo(tens: number): 'one' | 'two' | 'few' | 'other' {
  if (tens === 1 || tens === 2) return tens === 1 ? 'one' : 'two';
  return tens === 3 || tens === 4 ? 'few' : 'other';
}
