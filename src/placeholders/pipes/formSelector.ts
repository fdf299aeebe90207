import type { PipeFamily } from '../read/placeholder.ts';
import { hasFixedForms, plainCondition, unconditional, type PipePart } from './pipeParts.ts';
import { listedRule, sampleNumbers, vueRule, type PipeRule } from './pipeRules.ts';
import { isVueFamily, ruleInFamily } from './vueRules.ts';

/** The locales of a source and of its translation. */
export interface PipeLocales {
  readonly source: string;
  readonly target: string;
}

/** Selects the part of a plural with bars that the library shows for a number. */
export class FormSelector {
  readonly #parts: readonly PipePart[];
  readonly #unconditionalParts: readonly PipePart[];
  readonly #family: PipeFamily;
  readonly #rule: PipeRule;

  /** `sourceCount` is the number of forms without a condition in the source; only the rule of vue-i18n uses it. */
  constructor(parts: readonly PipePart[], family: PipeFamily, locale: string, sourceCount: number) {
    this.#parts = parts;
    this.#unconditionalParts = unconditional(parts);
    this.#family = family;
    if (isVueFamily(family)) this.#rule = vueRule(this.#unconditionalParts.length, locale, sourceCount, family);
    else this.#rule = listedRule(family, locale);
  }

  /** Returns the index of the part for a number; -1 if there is none. */
  indexFor(number: number): number {
    const indexByCondition = this.#parts.findIndex((part) => meetsCondition(part, this.#family, number));
    if (indexByCondition >= 0) return indexByCondition;
    const formIndex = this.#rule.indexOf(number);
    if (this.#family === 'laravel-plural') {
      // Laravel counts parts with conditions, too, and shows the first one instead of one that is missing.
      return formIndex < this.#parts.length ? formIndex : 0;
    }
    const form = this.#unconditionalParts[formIndex];
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
  targetParts: readonly PipePart[],
  sourceParts: readonly PipePart[],
  family: PipeFamily,
  locales: PipeLocales,
): readonly number[] {
  const sourceCount = unconditional(sourceParts).length;
  const isSameCount = unconditional(targetParts).length === sourceCount && targetParts.length === sourceParts.length;
  const hasSameRule = isVueFamily(family) && ruleInFamily(family, locales.target) === undefined;
  // The libraries then select the forms by position in both texts.
  const keepsPositions = isSameCount && (hasSameRule || hasFixedForms(sourceParts, family));
  const sourceSelector = new FormSelector(sourceParts, family, locales.source, sourceCount);
  const targetSelector = new FormSelector(targetParts, family, locales.target, sourceCount);
  return targetParts.map((part, index) => {
    const condition = plainCondition(part);
    const indexOfSame = sourceParts.findIndex((sourcePart) => plainCondition(sourcePart) === condition);
    if (condition !== '' && indexOfSame >= 0) return indexOfSame;
    if (keepsPositions) return index;

    const number = typicalNumber(targetSelector.numbersOf(index));
    const indexForNumber = number === undefined ? -1 : sourceSelector.indexFor(number);
    // If the source has no form for the number, the last one is the most general.
    return indexForNumber >= 0 ? indexForNumber : sourceParts.length - 1;
  });
}

/** Returns the number that shows whether a form is a singular or a plural: `[0, 1] → 1`, `[0, 1, 2] → 2`. */
function typicalNumber(numbers: readonly number[]): number | undefined {
  // As in French, the singular may also be for 0. A form for all numbers is no singular.
  if (numbers.includes(1) && !numbers.includes(2)) return 1;
  return numbers.find((number) => number > 1) ?? numbers[0];
}

/**
 * Whether each number that meets a condition of the source meets one of the translation, too, and shows the form that
 * is translated from the source's form for it: with `{1,2}` for `{1}`, 2 would show the singular. A translation with
 * fewer forms has joined some of them, so each form may be for more numbers.
 */
export function keepsConditions(
  parts: readonly PipePart[],
  sourceParts: readonly PipePart[],
  family: PipeFamily,
  locales: PipeLocales,
): boolean {
  const sourceCount = unconditional(sourceParts).length;
  const sourceSelector = new FormSelector(sourceParts, family, locales.source, sourceCount);
  const selector = new FormSelector(parts, family, locales.target, sourceCount);
  const sourceIndexByPart = sourceIndexes(parts, sourceParts, family, locales);
  const hasFewerForms = parts.length < sourceParts.length;
  return [...sampleNumbers, ...numbersNearLimits([...parts, ...sourceParts])]
    .filter((number) => sourceParts.some((part) => meetsCondition(part, family, number)))
    .every((number) => {
      if (!parts.some((part) => meetsCondition(part, family, number))) return false;
      return hasFewerForms || sourceIndexByPart[selector.indexFor(number)] === sourceSelector.indexFor(number);
    });
}

/** Returns the numbers in conditions and those next to them: 1, 2, 3, 4, 5 and 6 for `[2,5]`. */
function numbersNearLimits(parts: readonly PipePart[]): readonly number[] {
  const limits = parts.flatMap((part) => plainCondition(part).match(/-?\d+(?:\.\d+)?/gu) ?? []).map(Number);
  return limits.flatMap((limit) => [limit - 1, limit, limit + 1]);
}

/** Whether a number meets a part's condition: `MessageSelector::extractFromString`, `TranslatorTrait::trans`. */
function meetsCondition(part: PipePart, family: PipeFamily, number: number): boolean {
  if (part.condition === '') return false;
  const condition = plainCondition(part);
  // Without its brackets. `{2,3}` of Symfony lists numbers.
  const values = condition.slice(1, -1).split(',');
  if (family === 'symfony-plural' && condition.startsWith('{')) return values.map(Number).includes(number);
  // `{5}` is for one number; `[1,19]`, `[20,*]` and `]1,Inf[` are for a range.
  const [lower = '', upper] = values;
  if (upper === undefined) return lower !== '' && Number(lower) === number;
  const lowest = lower === '*' || lower === '-Inf' ? -Infinity : Number(lower);
  const highest = upper === '*' || upper.endsWith('Inf') ? Infinity : Number(upper);
  if (!(number >= lowest && number <= highest)) return false;
  if (family === 'laravel-plural') return true;
  // Symfony's brackets may open outward: `]1,5[` is for 2 to 4.
  const includesLowest = condition.startsWith('[');
  const includesHighest = condition.endsWith(']');
  return (includesLowest || number > lowest) && (includesHighest || number < highest);
}
