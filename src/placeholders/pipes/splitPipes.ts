import type { PipeFamily } from '../read/placeholder.ts';
import { FormSelector, sourceIndexes, type PipeLocales } from './formSelector.ts';
import {
  hasFixedForms,
  hasWords,
  plainCondition,
  printParts,
  readParts,
  readPlural,
  unconditional,
  type PipePart,
} from './pipeParts.ts';
import { formCounts } from './pipeRules.ts';
import { bareFamily } from './vueRules.ts';

/** One form of a plural with bars, as it is ordered. */
export interface PipeForm {
  /** Identifies the form within its text, independent of its words: `laravel-plural:2/3`, `symfony-plural:{0}`. */
  readonly id: string;
  /** The source's text of the form. */
  readonly text: string;
  /** `2/3`, or the condition as written. */
  readonly name: string;
  /** At most four numbers for which the library selects the form, smallest first. */
  readonly numbers: readonly number[];
  /** Has no words, or no number selects it because of the conditions: nothing to translate. */
  readonly isWordless: boolean;
}

/** A plural with bars in the forms of the target language, with the data to join them again. */
export interface SplitPipes {
  readonly branches: readonly PipeForm[];
  /** The target's parts, with the source's texts, in the order of `branches`. */
  readonly parts: readonly PipePart[];
  readonly family: PipeFamily;
}

/**
 * Splits a text whose forms are separated by bars into the forms of the target language. Forms with a condition are
 * kept. The number of the others follows from the library's rule (vue-i18n: from its default rule), unless `count` says
 * how many there are. Returns undefined for a text that is not a plural.
 */
export function splitPipes(
  text: string,
  family: PipeFamily,
  locales: PipeLocales,
  count?: number,
): SplitPipes | undefined {
  const sourceParts = readPlural(text, family, locales.source);
  if (sourceParts === undefined) return undefined;
  const sourceCount = unconditional(sourceParts).length;
  // The first of the possible numbers is the usual one.
  const targetCount = count ?? formCounts(family, locales.target, sourceCount)[0] ?? sourceCount;
  const partsToFill = targetParts(sourceParts, family, targetCount);
  const sourceIndexByPart = sourceIndexes(partsToFill, sourceParts, family, locales);
  const parts = partsToFill.map((part, index) => {
    const sourcePart = sourceParts[sourceIndexByPart[index] ?? -1] ?? part;
    return { ...part, text: sourcePart.text };
  });
  const branches = formsOf(parts, family, new FormSelector(parts, family, locales.target, sourceCount));
  // Two forms with the same condition have the same id, so their translations could not be told apart.
  const ids = new Set(branches.map(({ id }) => id));
  if (ids.size < branches.length) return undefined;
  return { family, parts, branches };
}

function formsOf(parts: readonly PipePart[], family: PipeFamily, selector: FormSelector): readonly PipeForm[] {
  const total = unconditional(parts).length;
  let position = 0;
  return parts.map((part, index) => {
    const { condition, text } = part;
    // At most four, as examples.
    const numbers = selector.numbersOf(index).slice(0, 4);
    if (condition === '') position += 1;
    // `2/3`, `{0}`
    const name = condition === '' ? `${position}/${total}` : plainCondition(part);
    const isWordless = !hasWords(text, family) || isNeverSelected(part, numbers);
    return { id: `${bareFamily(family)}:${name}`, text, name, numbers, isWordless };
  });
}

function isNeverSelected({ condition }: PipePart, numbers: readonly number[]): boolean {
  return condition === '' && numbers.length === 0;
}

/**
 * Returns the text with these forms, by id. A missing form has the source's own text; one that is never selected has
 * the text of another form. Undefined if a bar or a condition in a text would change the forms.
 */
export function joinPipes(
  { branches, parts, family }: SplitPipes,
  texts: ReadonlyMap<string, string>,
): string | undefined {
  const ids = new Set(branches.map(({ id }) => id));
  const [, lastTranslation] = [...texts].findLast(([id]) => ids.has(id)) ?? [];
  const translatedParts = parts.map((part, index) => {
    const { id = '', numbers = [] } = branches[index] ?? {};
    let text = texts.get(id);
    if (isNeverSelected(part, numbers)) text ??= lastTranslation;
    return { ...part, text: text?.trim() ?? part.text };
  });
  const joined = printParts(translatedParts);
  return areSameForms(readParts(joined, family), translatedParts) ? joined : undefined;
}

function areSameForms(parts: readonly PipePart[], expected: readonly PipePart[]): boolean {
  if (parts.length !== expected.length) return false;
  return parts.every(
    ({ text, condition }, index) => text === expected[index]?.text && condition === expected[index].condition,
  );
}

/** The number of forms without a condition in which a plural was ordered. */
export interface OrderedPipes {
  readonly family: PipeFamily;
  readonly count: number | undefined;
}

/**
 * Returns the ways to split that branch ids name; none if they are not ids of forms between bars. Ways without a number
 * of forms, from ids of conditions, are only returned if no id names a number.
 */
export function pipesOfIds(ids: Iterable<string>): readonly OrderedPipes[] {
  const splits = new Map<string, OrderedPipes>();
  for (const id of ids) {
    // `laravel-plural:2/3` has a total; `symfony-plural:{0}` has none.
    const [, family, total] = /^(laravel-plural|symfony-plural|vue-plural):(?:\d+\/(\d+)$)?/u.exec(id) ?? [];
    if (family === undefined) continue;
    const count = total === undefined ? undefined : Number(total);
    splits.set(`${family} ${count}`, { family: family as PipeFamily, count });
  }
  const splitsWithCount = [...splits.values()].filter(({ count }) => count !== undefined);
  return splitsWithCount.length > 0 ? splitsWithCount : [...splits.values()];
}

/**
 * Returns the parts of the target, whose texts are still to be filled in: those of the source, with as many forms
 * without a condition as the target has. `{0} none|apple|apples` has, in Russian, `{0}` and three others.
 */
function targetParts(sourceParts: readonly PipePart[], family: PipeFamily, targetCount: number): readonly PipePart[] {
  if (hasFixedForms(sourceParts, family) || targetCount === unconditional(sourceParts).length) return sourceParts;
  const firstUnconditional = sourceParts.findIndex(({ condition }) => condition === '');
  const emptyForm: PipePart = { lead: '', condition: '', gap: '', text: '', trail: '' };
  const parts = [
    ...sourceParts.slice(0, firstUnconditional),
    ...Array.from({ length: targetCount }, () => emptyForm),
    ...sourceParts.slice(firstUnconditional).filter(({ condition }) => condition !== ''),
  ];
  return parts.map((part, index) => withWhitespace(part, sourceParts, index, parts.length));
}

/** Gives a part the whitespace around the source's bars. */
function withWhitespace(part: PipePart, sourceParts: readonly PipePart[], index: number, partCount: number): PipePart {
  // Only the first part has no bar before it, and only the last one has none after it.
  const leadingPart = index === 0 ? sourceParts[0] : sourceParts[1];
  const trailingPart = index === partCount - 1 ? sourceParts.at(-1) : sourceParts[0];
  return { ...part, lead: leadingPart?.lead ?? '', trail: trailingPart?.trail ?? '' };
}
