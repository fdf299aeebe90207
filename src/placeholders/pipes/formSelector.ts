import type { PipeFamily } from '../read/placeholder.ts';
import { hasFixedForms, plainCondition, unconditional, type PipePart } from './pipeParts.ts';
import { listedRule, vueRule, type PipeRule } from './pipeRules.ts';

/** The locales of a source and of its translation. */
export interface PipeLocales {
  readonly source: string;
  readonly target: string;
}

/** Numbers that select all forms of all languages, so that each form has examples. */
const sampleNumbers: readonly number[] = [...Array.from({ length: 131 }, (_, number) => number), 1000, 1_000_000];

/** Selects the part of a plural with bars that the library shows for a number. */
export class FormSelector {
  readonly #parts: readonly PipePart[];
  readonly #unconditional: readonly PipePart[];
  readonly #family: PipeFamily;
  readonly #rule: PipeRule;

  /** `sourceCount`: how many forms without a condition the source has, which matters only to vue-i18n. */
  constructor(parts: readonly PipePart[], family: PipeFamily, locale: string, sourceCount: number) {
    this.#parts = parts;
    this.#unconditional = unconditional(parts);
    this.#family = family;
    if (family === 'vue-plural') this.#rule = vueRule(this.#unconditional.length, locale, sourceCount);
    else this.#rule = listedRule(family, locale);
  }

  /** Returns the index of the part for a number; -1 if there is none. */
  indexFor(number: number): number {
    const conditionalIndex = this.#parts.findIndex((part) => isFor(part, this.#family, number));
    if (conditionalIndex >= 0) return conditionalIndex;
    const formIndex = this.#rule.indexOf(number);
    // Laravel counts parts with conditions, too, and shows the first one instead of one that is missing.
    if (this.#family === 'laravel-plural') return formIndex < this.#parts.length ? formIndex : 0;
    const form = this.#unconditional[formIndex];
    return form === undefined ? -1 : this.#parts.indexOf(form);
  }

  /** Returns sample numbers for which the part with this index is shown, smallest first. */
  numbersOf(index: number): readonly number[] {
    return sampleNumbers.filter((number) => this.indexFor(number) === index);
  }
}

/**
 * Returns for each part of the target the index of the source's part that it is translated from: the one with the same
 * condition, or for the same number. In Russian, `apple|apples` has three forms, from the source's parts 0, 1 and 1.
 */
export function sourceIndexes(
  parts: readonly PipePart[],
  sourceParts: readonly PipePart[],
  family: PipeFamily,
  locales: PipeLocales,
): readonly number[] {
  const sourceCount = unconditional(sourceParts).length;
  const isSameCount = unconditional(parts).length === sourceCount && parts.length === sourceParts.length;
  const keepsPositions = isSameCount && (family === 'vue-plural' || hasFixedForms(sourceParts, family));
  const inSource = new FormSelector(sourceParts, family, locales.source, sourceParts.length);
  const inTarget = new FormSelector(parts, family, locales.target, sourceCount);
  return parts.map((part, index) => {
    const indexOfSame = part.condition === '' ? -1 : indexOfCondition(sourceParts, plainCondition(part));
    if (indexOfSame >= 0) return indexOfSame;
    if (keepsPositions) return index;
    const number = typicalNumber(inTarget.numbersOf(index));
    const indexForNumber = number === undefined ? -1 : inSource.indexFor(number);
    return indexForNumber >= 0 ? indexForNumber : sourceParts.length - 1;
  });
}

function indexOfCondition(parts: readonly PipePart[], condition: string): number {
  return parts.findIndex((part) => plainCondition(part) === condition);
}

/** Returns the number that tells whether a form for these numbers is a singular or a plural. */
function typicalNumber(numbers: readonly number[]): number | undefined {
  // The singular may be for 0, too, as in French; a form for all numbers is no singular.
  if (numbers.includes(1) && !numbers.includes(2)) return 1;
  return numbers.find((number) => number > 1) ?? numbers[0];
}

/** Whether each number that meets a condition of the source meets one of the translation, too. */
export function coversConditions(
  parts: readonly PipePart[],
  sourceParts: readonly PipePart[],
  family: PipeFamily,
): boolean {
  return sampleNumbers
    .filter((number) => sourceParts.some((part) => isFor(part, family, number)))
    .every((number) => parts.some((part) => isFor(part, family, number)));
}

/** Whether a part has a condition that a number meets: `MessageSelector::extractFromString`, `TranslatorTrait::trans`. */
function isFor(part: PipePart, family: PipeFamily, number: number): boolean {
  if (part.condition === '') return false;
  const condition = plainCondition(part);
  const values = condition.slice(1, -1).split(',');
  if (family === 'symfony-plural' && condition.startsWith('{')) return values.map(Number).includes(number);
  // `{5}` is for one number; `[1,19]`, `[20,*]` and `]1,Inf[` are for a range.
  const [from = '', to] = values;
  if (to === undefined) return from !== '' && Number(from) === number;
  const lowest = from === '*' || from === '-Inf' ? -Infinity : Number(from);
  const highest = to === '*' || to.endsWith('Inf') ? Infinity : Number(to);
  if (!(number >= lowest && number <= highest)) return false;
  if (family === 'laravel-plural') return true;
  // Symfony's brackets may open outward: `]1,5[` is for 2 to 4.
  return (condition.startsWith('[') || number > lowest) && (condition.endsWith(']') || number < highest);
}
