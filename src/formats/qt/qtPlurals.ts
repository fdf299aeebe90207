import { endsInFew, endsInOne, indexOfFirstTrue, isBetween } from '../../base/pluralForms.ts';
import type { PluralCategory } from '../kit/localeFormat.ts';

/** The plural forms in a `.ts` file, in their order, and the languages that have them. */
interface PluralRule {
  readonly forms: readonly PluralCategory[];
  /** Returns the index of a whole number's form. `indexOfFirstTrue(false, true)` is 1, and 2 if neither is true. */
  readonly formIndexOf: (count: number) => number;
  /** Separated by spaces. */
  readonly languages: string;
}

/**
 * Qt's plural rules of languages, as in `src/linguist/shared/numerus.cpp` of qttools, whose bytecode `lrelease` writes
 * into `.qm` files. The forms have the names of the CLDR categories that come closest, but differ from them: Hungarian,
 * Persian and Turkish have one form, Latvian's last is for 0 only, Welsh's third serves 2 to 5, and Hindi's first
 * serves 1 but not 0.
 */
const rules: readonly PluralRule[] = [
  {
    forms: ['other'],
    formIndexOf: () => 0,
    languages: 'bi my zh dz fj gn hu id ja jv ko ms na om fa su tt th bo tr vi yo za',
  },
  {
    forms: ['one', 'other'],
    formIndexOf: (n) => (n === 1 ? 0 : 1),
    languages:
      'ab aa af sq am as ay az ba eu bn bg ca kw co da nl en eo et fo fi fur fy gl ka de el kl gu ha he hi ia ie it ' +
      'kn ks kk km rw ky ku lo la ln lb mg ml mr mn ne nso nb no nn oc or ps pt pa qu rm rn sn sd si so st es sw ss ' +
      'sv tg ta te to ts tn tk ug ur uz vo wo xh yi zu',
  },
  { forms: ['one', 'other'], formIndexOf: (n) => (n <= 1 ? 0 : 1), languages: 'hy br fr fil tl ti wa pt-BR' },
  { forms: ['one', 'other'], formIndexOf: (n) => (endsInOne(n) ? 0 : 1), languages: 'is' },
  { forms: ['one', 'other', 'zero'], formIndexOf: (n) => indexOfFirstTrue(endsInOne(n), n !== 0), languages: 'lv' },
  {
    forms: ['one', 'two', 'other'],
    formIndexOf: (n) => indexOfFirstTrue(n === 1, n === 2),
    languages: 'dv iu ik ga gv mi se sm sa',
  },
  { forms: ['one', 'two', 'other'], formIndexOf: (n) => indexOfFirstTrue(n % 10 === 1, n % 10 === 2), languages: 'mk' },
  {
    forms: ['one', 'two', 'few', 'other'],
    formIndexOf: (n) => indexOfFirstTrue(n === 1 || n === 11, n === 2 || n === 12, isBetween(n, 3, 19)),
    languages: 'gd',
  },
  {
    forms: ['one', 'two', 'few', 'other'],
    formIndexOf: (n) => indexOfFirstTrue(n % 100 === 1, n % 100 === 2, isBetween(n % 100, 3, 4)),
    languages: 'sl',
  },
  {
    forms: ['one', 'few', 'other'],
    formIndexOf: (n) => indexOfFirstTrue(n === 1, isBetween(n, 2, 4)),
    languages: 'sk cs',
  },
  {
    forms: ['one', 'few', 'other'],
    formIndexOf: (n) => indexOfFirstTrue(endsInOne(n), endsInFew(n, 1, 9)),
    languages: 'lt',
  },
  {
    forms: ['one', 'few', 'other'],
    formIndexOf: (n) => indexOfFirstTrue(endsInOne(n), endsInFew(n, 2, 4)),
    languages: 'bs hr sr',
  },
  {
    forms: ['one', 'few', 'other'],
    formIndexOf: (n) => indexOfFirstTrue(n === 1, n === 0 || isBetween(n % 100, 1, 19)),
    languages: 'ro',
  },
  // CLDR reserves `other` for fractions, which Qt does not support.
  {
    forms: ['one', 'few', 'many'],
    formIndexOf: (n) => indexOfFirstTrue(endsInOne(n), endsInFew(n, 2, 4)),
    languages: 'ru uk be',
  },
  { forms: ['one', 'few', 'many'], formIndexOf: (n) => indexOfFirstTrue(n === 1, endsInFew(n, 2, 4)), languages: 'pl' },
  {
    forms: ['one', 'few', 'many', 'other'],
    formIndexOf: (n) => indexOfFirstTrue(n === 1, n === 0 || isBetween(n % 100, 1, 10), isBetween(n % 100, 11, 19)),
    languages: 'mt',
  },
  {
    forms: ['zero', 'one', 'few', 'many', 'other'],
    formIndexOf: (n) => indexOfFirstTrue(n === 0, n === 1, isBetween(n, 2, 5), n === 6),
    languages: 'cy',
  },
  {
    forms: ['zero', 'one', 'two', 'few', 'many', 'other'],
    formIndexOf: (n) => indexOfFirstTrue(n === 0, n === 1, n === 2, isBetween(n % 100, 3, 10), n % 100 >= 11),
    languages: 'ar',
  },
];

const rulesByLanguage: ReadonlyMap<string, PluralRule> = new Map(
  rules.flatMap((rule) => rule.languages.split(' ').map((language) => [language, rule] as const)),
);

/** The current codes of languages, by their older ones. */
const currentCodes: Readonly<Record<string, string>> = { iw: 'he', in: 'id', ji: 'yi', jw: 'jv', sh: 'sr' };

/** The plural forms of a locale in Qt, in their order; undefined for a language without rules in Qt. */
export function qtPlurals(locale: string): readonly PluralCategory[] | undefined {
  return ruleOf(locale)?.forms;
}

/** Returns up to four numbers for which Qt selects each form; undefined for a language without rules in Qt. */
export function qtPluralExamples(locale: string): ReadonlyMap<PluralCategory, readonly number[]> | undefined {
  const rule = ruleOf(locale);
  if (rule === undefined) return undefined;
  const numbersOfForm = (formIndex: number): readonly number[] =>
    exampleNumbers.filter((n) => rule.formIndexOf(n) === formIndex).slice(0, 4);
  return new Map(rule.forms.map((form, index) => [form, numbersOfForm(index)] as const));
}

/** Numbers for which every rule selects each of its forms. */
const exampleNumbers: readonly number[] = Array.from({ length: 400 }, (_, number) => number);

/** Returns the plural form that Qt selects for a whole number. */
export function qtPluralOf(locale: string, count: number): PluralCategory {
  const rule = ruleOf(locale);
  return rule?.forms[rule.formIndexOf(count)] ?? 'other';
}

function ruleOf(locale: string): PluralRule | undefined {
  if (/^pt[-_]BR$/iu.test(locale)) return rulesByLanguage.get('pt-BR');
  const language = /^[A-Za-z]*/.exec(locale)?.[0].toLowerCase() ?? '';
  return rulesByLanguage.get(currentCodes[language] ?? language);
}
