import { exampleNumbers } from './pluralCategories.ts';
import { pluralRulesOf, type PluralMechanism } from './runtimePluralForms.ts';
import type { PluralCategory } from './pluralRules.ts';

/** A plural form for which examples are requested. */
export interface ExampleOf {
  readonly category: PluralCategory;
  readonly type: 'cardinal' | 'ordinal';
  /** The forms that strings have: numbers of other forms use `other`. */
  readonly categories: readonly PluralCategory[];
  readonly onlyIntegers: boolean;
}

/** Examples by all that they depend on. Each target of an order needs them, for the same few forms. */
const cachedExamples = new Map<string, readonly number[]>();

/** Returns at most four numbers that use a plural form in a locale, smallest first, as examples for translators. */
export function formExamples(mechanism: PluralMechanism, locale: string, form: ExampleOf): readonly number[] {
  const { category, type, categories, onlyIntegers } = form;
  const key = JSON.stringify([mechanism, locale, category, type, categories, onlyIntegers]);
  const examples = cachedExamples.get(key) ?? findExamples(mechanism, locale, form);
  cachedExamples.set(key, examples);
  return examples;
}

function findExamples(
  mechanism: PluralMechanism,
  locale: string,
  { category, type, categories, onlyIntegers }: ExampleOf,
): readonly number[] {
  const { select } = pluralRulesOf(mechanism, locale, type);
  const mayBeDecimal = !onlyIntegers && type === 'cardinal';
  const formOf = (number: number): PluralCategory => {
    // Strings that have a form `zero` show it for 0, whatever the language's rules are.
    if (number === 0 && categories.includes('zero')) return 'zero';
    const selectedForm = select(number);
    return categories.includes(selectedForm) ? selectedForm : 'other';
  };
  const isExample = (number: number): boolean =>
    formOf(number) === category && (Number.isInteger(number) || mayBeDecimal);
  return exampleNumbers.filter(isExample).slice(0, 4);
}
