import {
  cldrPluralCategories,
  cldrRules,
  endsInFew,
  endsInOne,
  everydayNumbers,
  indexOfFirstTrue,
  isBetween,
} from '../../base/pluralForms.ts';
import { languageOf, localeTag } from '../../base/locale.ts';
import type { PipeFamily, VueFamily } from '../read/placeholder.ts';
import { isVueFamily, maxForms, ruleInFamily, type VueRule } from './vueRules.ts';

/** The forms of a language. */
export interface PipeRule {
  readonly count: number;
  /** Returns the index of the form for a number. `indexOfFirstTrue(n === 1)` is 0 for 1, and 1 for all other numbers. */
  readonly indexOf: (number: number) => number;
}

const singleForm: PipeRule = { count: 1, indexOf: () => 0 };
const ruleOfEnglish: PipeRule = { count: 2, indexOf: (n) => indexOfFirstTrue(n === 1) };
const ruleOfFrench: PipeRule = { count: 2, indexOf: (n) => indexOfFirstTrue(n < 2) };
const ruleOfRussian: PipeRule = { count: 3, indexOf: (n) => indexOfFirstTrue(endsInOne(n), endsInFew(n, 2, 4)) };

/** Languages whose rule differs from that of English. */
const rulesByLanguage: Readonly<Record<string, PipeRule>> = {
  ...rulesFor('az bo dz id ja jv ka km kn ko ms th tr vi zh', singleForm),
  ...rulesFor('am bh fil fr gun hi hy ln mg nso ti wa', ruleOfFrench),
  ...rulesFor('be bs hr ru sr uk', ruleOfRussian),
  ...rulesFor('cs sk', { count: 3, indexOf: (n) => indexOfFirstTrue(n === 1, isBetween(n, 2, 4)) }),
  ga: { count: 3, indexOf: (n) => indexOfFirstTrue(n === 1, n === 2) },
  lt: { count: 3, indexOf: (n) => indexOfFirstTrue(endsInOne(n), endsInFew(n, 2, 9)) },
  sl: { count: 4, indexOf: (n) => indexOfFirstTrue(n % 100 === 1, n % 100 === 2, isBetween(n % 100, 3, 4)) },
  mk: { count: 2, indexOf: (n) => indexOfFirstTrue(n % 10 === 1) },
  mt: {
    count: 4,
    indexOf: (n) => indexOfFirstTrue(n === 1, n === 0 || isBetween(n % 100, 2, 10), isBetween(n % 100, 11, 19)),
  },
  lv: { count: 3, indexOf: (n) => indexOfFirstTrue(n === 0, endsInOne(n)) },
  pl: { count: 3, indexOf: (n) => indexOfFirstTrue(n === 1, endsInFew(n, 2, 4)) },
  cy: { count: 4, indexOf: (n) => indexOfFirstTrue(n === 1, n === 2, n === 8 || n === 11) },
  ro: { count: 3, indexOf: (n) => indexOfFirstTrue(n === 1, n === 0 || isBetween(n % 100, 1, 19)) },
  ar: {
    count: 6,
    indexOf: (n) => indexOfFirstTrue(n === 0, n === 1, n === 2, isBetween(n % 100, 3, 10), isBetween(n % 100, 11, 99)),
  },
};

/** Languages with the rule of English. For all others, the libraries take the first form for every number. */
const languagesLikeEnglish: ReadonlySet<string> = new Set(
  (
    'af bg bn ca da de el en eo es et eu fa fi fo fur fy gl gu ha he hu is it ku lb ml mn mr nah nb ne nl nn no om ' +
    'or pa pap ps pt so sq sv sw ta te tk ur zu'
  ).split(' '),
);

/**
 * Returns the rule by which Laravel or Symfony selects a form without a condition. Both follow the Zend Framework:
 * `MessageSelector::getPluralIndex` in illuminate/translation and `TranslatorTrait::getPluralizationRule` in
 * symfony/translation-contracts. They list locales; a regional one that is not listed counts as its language here,
 * because projects that name their folders `de-DE` map the name before the selection.
 */
export function listedRule(family: Exclude<PipeFamily, VueFamily>, locale: string): PipeRule {
  const language = languageOf(locale);
  // Where Symfony's rules differ from Laravel's.
  if (family === 'symfony-plural') {
    if (localeTag(locale) === 'pt-BR') return ruleOfFrench;
    if (language === 'oc') return ruleOfEnglish;
  }
  return rulesByLanguage[language] ?? (languagesLikeEnglish.has(language) ? ruleOfEnglish : singleForm);
}

/**
 * Returns vue-i18n's rule for a message with `count` forms: `pluralDefault` in @intlify/core-base, and `getChoiceIndex`
 * in vue-i18n 8. It is the same for all languages: two forms are for 1 and for all other numbers, three for 0, 1 and
 * more. Projects replace it by the rule of a language with `pluralRules`: the one that `family` has, if their code could
 * be read. Else a translation shows it that has another number of forms than its source: that of its language, or one
 * more for 0.
 */
export function vueRule(
  count: number,
  locale: string,
  sourceCount: number,
  family: VueFamily = 'vue-plural',
): PipeRule {
  const ruleOfProject = ruleInFamily(family, locale);
  if (ruleOfProject !== undefined) return { count, indexOf: (number) => ruleOfProject(number, count) ?? -1 };
  if (count !== sourceCount) {
    const rule = languageRule(locale);
    if (count === rule.count) return rule;
    if (count === rule.count + 1) return withFormForZero(rule);
  }
  if (count === 2) return ruleOfEnglish;
  // Three forms: 0 → 0, 1 → 1, all other numbers → 2. One form: 0 for all.
  return { count, indexOf: (n) => Math.min(n, 2, count - 1) };
}

function withFormForZero({ count, indexOf }: PipeRule): PipeRule {
  return { count: count + 1, indexOf: (n) => (n === 0 ? 0 : indexOf(n) + 1) };
}

/**
 * Returns the numbers of forms that a translation may have, the usual one first. `sourceCount` is the number of forms
 * without a condition in the source.
 */
export function formCounts(family: PipeFamily, locale: string, sourceCount: number): readonly number[] {
  if (!isVueFamily(family)) return [listedRule(family, locale).count];
  const ruleOfProject = ruleInFamily(family, locale);
  if (ruleOfProject !== undefined) return countsFor(ruleOfProject);
  const { count: countOfLanguage } = languageRule(locale);
  // vue-i18n's own rule is right for a language with a singular and a plural.
  if (countOfLanguage === 2) return [sourceCount];
  // One form serves all numbers in a language without singular and plural.
  if (countOfLanguage === 1 && sourceCount === 2) return [1, 2];
  // `+ 1`: with a form for 0, which vue-i18n's messages may have.
  return [sourceCount, countOfLanguage, countOfLanguage + 1];
}

/** Numbers that select all forms of all languages, so that each form has examples. */
export const sampleNumbers: readonly number[] = [
  ...Array.from({ length: 131 }, (_, number) => number),
  1000,
  1_000_000,
];

/**
 * Returns the numbers of forms for which a rule of the project selects an existing form for each number. The first is the
 * smallest with which it distinguishes the most: a rule with a form for 0 may also accept messages without one.
 */
function countsFor(rule: VueRule): readonly number[] {
  const usedFormCounts = new Map<number, number>();
  for (let count = 1; count <= maxForms; count += 1) {
    const indexes = new Set(sampleNumbers.map((number) => rule(number, count) ?? -1));
    if ([...indexes].every((index) => index >= 0 && index < count)) usedFormCounts.set(count, indexes.size);
  }
  const mostForms = Math.max(...usedFormCounts.values());
  const counts = [...usedFormCounts.keys()];
  const bestCount = counts.find((count) => usedFormCounts.get(count) === mostForms) ?? 1;
  return [bestCount, ...counts.filter((count) => count !== bestCount && count > 1)];
}

const ruleCache = new Map<string, PipeRule>();

/** Returns CLDR's rule for everyday integers in a language, with the forms in CLDR's order. */
function languageRule(locale: string): PipeRule {
  const rule = ruleCache.get(locale) ?? readLanguageRule(localeTag(locale));
  ruleCache.set(locale, rule);
  return rule;
}

function readLanguageRule(tag: string): PipeRule {
  const rules = cldrRules(tag);
  if (rules === undefined) return ruleOfEnglish;
  const usedCategories = new Set(everydayNumbers.map((number) => rules.select(number)));
  const categories = cldrPluralCategories.filter((category) => usedCategories.has(category));
  return {
    count: categories.length,
    // -1: a million in French has a category of its own, and takes the first form.
    indexOf: (number) => Math.max(0, categories.indexOf(rules.select(number))),
  };
}

function rulesFor(languages: string, rule: PipeRule): Readonly<Record<string, PipeRule>> {
  return Object.fromEntries(languages.split(' ').map((language) => [language, rule]));
}

/** Languages in which nouns stay in the singular after a number, although CLDR has a form for one. */
const languagesWithUnchangedNouns: ReadonlySet<string> = new Set(
  'az eu fa hu hy ka kk ku ky mn tg tk tr tt ug uz'.split(' '),
);

/** Whether one form of a plural is right for all numbers, because nouns don't change after a number. */
export function hasUnchangedNouns(locale: string): boolean {
  return languagesWithUnchangedNouns.has(languageOf(locale));
}
