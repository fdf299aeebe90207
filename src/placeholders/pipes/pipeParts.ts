import type { PipeFamily, PlaceholderSyntax } from '../read/placeholder.ts';
import { listedRule } from './pipeRules.ts';
import { bareFamily, isVueFamily, maxForms, ruleInFamily } from './vueRules.ts';

/**
 * A part of a text between bars. Its five members, joined, are the part as written: ` {0} none ` has the condition
 * `{0}`, the text `none`, and a space as lead, gap and trail.
 */
export interface PipePart {
  /** Whitespace after the bar. */
  readonly lead: string;
  /** The condition of Laravel or Symfony, as written: `{0}`, `[1,19]`, `]1,Inf[`; '' if there is none. */
  readonly condition: string;
  /** The whitespace after the condition; also a name that Symfony ignores (`one: `). */
  readonly gap: string;
  readonly text: string;
  /** Whitespace before the next bar. */
  readonly trail: string;
}

interface PipeSyntax {
  /** Matches bars, and also text with bars that separate nothing, such as `||`: these matches are skipped. */
  readonly bars: RegExp;
  /** Matches the condition before a form. */
  readonly condition?: RegExp;
  /** Matches a name before a form, which the library drops: `one: `. */
  readonly name?: RegExp;
  /** Matches the placeholder of the number, which only plurals have: `:count`, `%count%`, `{n}`. */
  readonly number: RegExp;
  /** Matches any placeholder: `:name`, `%name%`, `{name}`. */
  readonly placeholder: RegExp;
}

const syntaxesByName: Readonly<Record<ReturnType<typeof bareFamily>, PipeSyntax>> = {
  // `MessageSelector::extractFromString`; there is no escape.
  'laravel-plural': {
    bars: /\|/gu,
    // `{0}`, `[1,19]`, `[20,*]`.
    condition: /^[{[][-\d\s,.*]{0,40}[}\]]/u,
    number: /:(?:count|number|num|n)(?!\w)/iu,
    placeholder: /:\w+/gu,
  },
  // `TranslatorTrait::trans`; a doubled bar is a literal one.
  'symfony-plural': {
    bars: /\|\||\|/gu,
    // `{0}`, `{1,2}`; `[1,19]`, `]1,Inf[`.
    condition: new RegExp(
      // The `^` is first, see `conditionsWithin`.
      String.raw`^(?:\{\s{0,4}-?\d[-\d\s,.]{0,60}\}` +
        String.raw`|[[\]]\s{0,4}(?:-Inf|-?[\d.]{1,20})\s{0,4},\s{0,4}(?:\+?Inf|-?[\d.]{1,20})\s{0,4}[[\]])`,
      'u',
    ),
    name: /^\w{1,40}:\s{0,20}/u,
    number: /%count%/u,
    placeholder: /%\w+%/gu,
  },
  // The message compiler of @intlify; `{'|'}` is a literal bar.
  'vue-plural': {
    bars: /\{'[^'\r\n]{0,1000}'\}|\|/gu,
    number: /\{\s?(?:count|n|0)\s?\}/u,
    placeholder: /\{[^{}]*\}/gu,
  },
};

/** Returns the family of plurals with bars among a text's families. */
export function pipeFamilyOf(families: readonly PlaceholderSyntax[]): PipeFamily | undefined {
  return families.find(isPipeFamily);
}

function isPipeFamily(family: PlaceholderSyntax): family is PipeFamily {
  return isVueFamily(family) || (typeof family === 'string' && Object.hasOwn(syntaxesByName, family));
}

function syntaxOf(family: PipeFamily): PipeSyntax {
  return syntaxesByName[bareFamily(family)];
}

/** Returns the parts of a text that are separated by bars: a text without a bar is one part. */
export function readParts(text: string, family: PipeFamily): readonly PipePart[] {
  const parts: PipePart[] = [];
  let start = 0;
  for (const match of text.matchAll(syntaxOf(family).bars)) {
    // `||` and `{'|'}` are literal bars.
    if (match[0] !== '|') continue;
    parts.push(readPart(text.slice(start, match.index), family));
    start = match.index + 1;
  }
  return [...parts, readPart(text.slice(start), family)];
}

/** ` {0} none ` has the condition `{0}`, the text `none`, and a space as lead, gap and trail; `one: apple` has the gap `one: `. */
function readPart(part: string, family: PipeFamily): PipePart {
  const syntax = syntaxOf(family);
  const trimmed = part.trimStart();
  const condition = syntax.condition?.exec(trimmed)?.[0] ?? '';
  const afterCondition = trimmed.slice(condition.length);
  let name = '';
  if (condition === '') name = syntax.name?.exec(afterCondition)?.[0] ?? '';
  const afterName = afterCondition.slice(name.length).trimStart();
  const text = afterName.trimEnd();
  const lead = part.slice(0, part.length - trimmed.length);
  const gap = afterCondition.slice(0, afterCondition.length - afterName.length);
  return { lead, condition, gap, text, trail: afterName.slice(text.length) };
}

/** Returns the text with these parts. Reversed by `readParts`. */
export function printParts(parts: readonly PipePart[]): string {
  return parts.map(({ lead, condition, gap, text, trail }) => lead + condition + gap + text + trail).join('|');
}

/** Returns a condition without its whitespace, which has no meaning. */
export function plainCondition({ condition }: PipePart): string {
  return condition.replace(/\s/gu, '');
}

/**
 * Returns the conditions in a text, where the library shows them: it reads one at the beginning of a form only. `text`
 * is the condition without whitespace.
 */
export function conditionsWithin(
  text: string,
  family: PipeFamily,
): readonly { readonly text: string; readonly written: string; readonly start: number }[] {
  const { condition } = syntaxOf(family);
  if (condition === undefined) return [];
  // Without the `^`: anywhere.
  const anywhere = new RegExp(condition.source.slice(1), 'gu');
  return Array.from(text.matchAll(anywhere), ({ 0: written, index }) => ({
    text: written.replace(/\s/gu, ''),
    written,
    start: index,
  }));
}

/** Returns the parts without a condition, which are for numbers by the rule of the language. */
export function unconditional(parts: readonly PipePart[]): readonly PipePart[] {
  return parts.filter(({ condition }) => condition === '');
}

/**
 * Whether a translation must have the same number of forms: all of them have conditions or, in Laravel, some of them,
 * because Laravel then selects the others by their position among all forms.
 */
export function hasFixedForms(parts: readonly PipePart[], family: PipeFamily): boolean {
  const unconditionalCount = unconditional(parts).length;
  return unconditionalCount === 0 || (family === 'laravel-plural' && unconditionalCount < parts.length);
}

/** Whether a form has words to translate. */
export function hasWords(text: string, family: PipeFamily): boolean {
  return /\p{L}/u.test(text.replace(syntaxOf(family).placeholder, ''));
}

/** Whether a text has as many closing parentheses as opening ones. */
function closesParentheses(text: string): boolean {
  return text.split('(').length === text.split(')').length;
}

/**
 * Returns the forms of a plural whose forms are separated by bars; undefined for a text that only contains bars, such
 * as a title `Home | Shop` or a row of a table. The libraries read such a text as a plural only where the program
 * passes a number, which the file doesn't show. A plural has conditions; or it has as many forms as its language (in
 * vue-i18n two or three), and contains the number, or forms of the same word.
 */
export function readPlural(
  text: string,
  family: PipeFamily,
  locale: string | undefined,
): readonly PipePart[] | undefined {
  if (!text.includes('|')) return undefined;
  const parts = readParts(text, family);
  // `| a | b |` is a row of a table.
  if (parts.length < 2 || parts.some((part) => part.condition === '' && part.text === '')) return undefined;
  // `(a|(b)(c))`: a bar within parentheses is a sign of something else, such as a filter.
  if (closesParentheses(text) && !parts.every((part) => closesParentheses(part.text))) return undefined;
  // Only plurals have conditions.
  if (parts.some(({ condition }) => condition !== '')) return parts;
  const { number } = syntaxOf(family);
  // `Center | Center`: Symfony reads a plural only if the program passes `%count%`, which nothing shows here.
  if (family === 'symfony-plural' && text.includes(' | ') && !number.test(text)) return undefined;
  if (!hasFormCount(parts, family, locale) || !areForms(parts, number)) return undefined;
  return parts;
}

/**
 * Whether a text has as many parts as its language has forms. Laravel and Symfony ignore further parts, so a text that
 * has more must have the number in each.
 */
function hasFormCount(parts: readonly PipePart[], family: PipeFamily, locale: string | undefined): boolean {
  // Two or three in vue-i18n, unless the project has a rule, and in a language that is not known.
  if (locale === undefined) return parts.length <= 3;
  if (isVueFamily(family)) return parts.length <= (ruleInFamily(family, locale) === undefined ? 3 : maxForms);
  const { count } = listedRule(family, locale);
  if (parts.length > count) return parts.every(({ text }) => syntaxOf(family).number.test(text));
  return parts.length === count;
}

/** Whether one of the parts shows the number, or the last two share a word: `an apple|many apples`. */
function areForms(parts: readonly PipePart[], number: RegExp): boolean {
  if (parts.some(({ text }) => number.test(text))) return true;
  const pluralWords = wordsOf(parts.at(-1)?.text ?? '');
  const singularWords = wordsOf(parts.at(-2)?.text ?? '');
  // Two same letters are enough for forms of one word each, such as `ox|oxen`.
  const minSameLetters = pluralWords.length === 1 && singularWords.length === 1 ? 2 : 3;
  return pluralWords.some((plural) => singularWords.some((singular) => areSameWord(plural, singular, minSameLetters)));
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/\p{L}{2,}/gu) ?? [];
}

/** Whether two words are equal or begin with the same letters: `apples` and `apple`. */
function areSameWord(plural: string, singular: string, minSameLetters: number): boolean {
  if (plural === singular) return true;
  return plural.length >= minSameLetters && singular.startsWith(plural.slice(0, minSameLetters));
}
