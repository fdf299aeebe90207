import { localeTag } from '../../base/locale.ts';
import type { PipeFamily, VueFamily } from '../read/placeholder.ts';

/**
 * The plural rules that a project gives vue-i18n in code (`pluralRules`; `pluralizationRules` in vue-i18n 8), as a part of
 * the name of its family: `vue-plural ru=n 10 % 1 ==`. So they are stored with each order, and a translation is checked by
 * the rules that it was ordered with. https://vue-i18n.intlify.dev/guide/essentials/pluralization
 *
 * A rule is an expression in postfix notation. `n` is the number, and `c` how many forms the message has.
 */

/** No language has more forms; vue-i18n's messages may have one more for 0, which in Arabic is a form of its own. */
export const maxForms = 6;

/** By locale, as the code spells it: an expression in postfix notation. */
export type VueRules = ReadonlyMap<string, string>;

/** Returns the family of vue-i18n's plurals with these rules. */
export function vueFamily(rules: VueRules): VueFamily {
  if (rules.size === 0) return 'vue-plural';
  return `vue-plural ${[...rules].map(([locale, expression]) => `${locale}=${expression}`).join(';')}`;
}

/** Whether a family is that of vue-i18n's plurals, with or without rules. */
export function isVueFamily(family: unknown): family is VueFamily {
  return typeof family === 'string' && (family === 'vue-plural' || family.startsWith('vue-plural '));
}

/** The name of a family without rules, as in settings and in the ids of forms. */
export function bareFamily(family: PipeFamily): 'laravel-plural' | 'symfony-plural' | 'vue-plural' {
  return isVueFamily(family) ? 'vue-plural' : family;
}

/** Returns the index of the form for a number in a message with `count` forms; `undefined` if the rule gives no index. */
export type VueRule = (number: number, count: number) => number | undefined;

const rulesByFamily = new Map<string, ReadonlyMap<string, VueRule>>();
/** More families than a window has projects; each is a few hundred characters. */
const maxFamilies = 100;

/** Returns the rule that a family has for a locale. vue-i18n looks for exactly this locale: `ru` is not for `ru-RU`. */
export function ruleInFamily(family: PipeFamily, locale: string): VueRule | undefined {
  if (!isVueFamily(family) || family === 'vue-plural') return undefined;
  const rules = rulesByFamily.get(family) ?? rulesOf(family);
  if (rulesByFamily.size >= maxFamilies) rulesByFamily.clear();
  rulesByFamily.set(family, rules);
  return rules.get(localeTag(locale));
}

function rulesOf(family: VueFamily): ReadonlyMap<string, VueRule> {
  const rules = new Map<string, VueRule>();
  for (const assignment of family.slice('vue-plural '.length).split(';')) {
    // An expression may have equal signs, too.
    const end = assignment.indexOf('=');
    const tokens = assignment.slice(end + 1).split(' ');
    rules.set(localeTag(assignment.slice(0, end)), (number, count) => indexFrom(evaluate(tokens, number, count)));
  }
  return rules;
}

function indexFrom(value: number | undefined): number | undefined {
  return value !== undefined && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

/** Operators and functions of expressions, by their names, with the number of their operands. True is 1, false is 0. */
export const operations: Readonly<
  Record<string, readonly [operands: number, result: (...operands: number[]) => number]>
> = {
  '+': [2, (a, b) => a + b],
  '-': [2, (a, b) => a - b],
  '*': [2, (a, b) => a * b],
  '/': [2, (a, b) => a / b],
  '%': [2, (a, b) => a % b],
  '==': [2, (a, b) => Number(a === b)],
  '!=': [2, (a, b) => Number(a !== b)],
  '<': [2, (a, b) => Number(a < b)],
  '<=': [2, (a, b) => Number(a <= b)],
  '>': [2, (a, b) => Number(a > b)],
  '>=': [2, (a, b) => Number(a >= b)],
  '&&': [2, (a, b) => a && b],
  '||': [2, (a, b) => a || b],
  '!': [1, (a) => Number(!a)],
  negative: [1, (a) => -a],
  '?': [3, (condition, a, b) => (condition ? a : b)],
  abs: [1, Math.abs],
  floor: [1, Math.floor],
  trunc: [1, Math.trunc],
  min: [2, Math.min],
  max: [2, Math.max],
};

/** Returns the value of an expression in postfix notation; undefined for one that is damaged. */
function evaluate(tokens: readonly string[], number: number, count: number): number | undefined {
  const values: number[] = [];
  for (const token of tokens) {
    const operation = Object.hasOwn(operations, token) ? operations[token] : undefined;
    if (token === 'n') values.push(number);
    else if (token === 'c') values.push(count);
    else if (operation === undefined) values.push(Number(token));
    else {
      const [operandCount, result] = operation;
      if (values.length < operandCount) return undefined;
      values.push(result(...values.splice(-operandCount)));
    }
  }
  return values.length === 1 ? values[0] : undefined;
}
