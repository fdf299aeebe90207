import { exampleNumbers } from '../../../locales/plurals/pluralCategories.ts';
import type { PluralRules } from '../../../locales/plurals/pluralRules.ts';
import { pluralRulesOf } from '../../../locales/plurals/runtimePluralForms.ts';
import type { IcuCondition } from '../../../placeholders/icu/icuBranches.ts';
import type { PluralUse } from '../files/pluralUse.ts';
import type { MessageBranch } from '../../model/unitName.ts';

/** A message in the forms of a locale, and how the program selects them. */
interface BranchedMessage {
  readonly branches: readonly MessageBranch[];
  readonly locale: string;
  readonly plurals: Pick<PluralUse, 'exactIsCategory'>;
}

/**
 * Returns numbers for which the program selects a branch by the condition at an index, smallest first and decimals
 * last. Numbers for which it selects another branch, such as `=1`, are omitted, and the offset is already subtracted.
 * For the branch `other` of `{n, plural, =0 {…} =1 {…} other {…}}` in English, these are 2, 3, 4 and so on.
 */
export function branchExamples(
  branch: MessageBranch,
  index: number,
  { branches, locale, plurals }: BranchedMessage,
): readonly number[] {
  const condition = branch.conditions?.[index];
  if (condition === undefined || condition.type === 'select') return [];
  const selectors = new Set(
    siblingsOf(branch, branches, index).flatMap((sibling) => sibling.conditions?.[index]?.selector ?? []),
  );
  const rules = pluralRulesOf('cldr', locale, condition.type);
  if (plurals.exactIsCategory === true) return dartNumbers(condition, selectors, rules);
  return icuNumbers(condition, selectors, rules);
}

/** Returns the branches that differ from a branch at most in the selector at an index: itself and its siblings. */
export function siblingsOf(
  branch: MessageBranch,
  branches: readonly MessageBranch[],
  index: number,
): readonly MessageBranch[] {
  return branches.filter(({ conditions = [] }) => {
    if (conditions.length !== branch.conditions?.length) return false;
    return conditions.every(({ argument, selector, type }, position) => {
      const conditionOfBranch = branch.conditions?.[position];
      if (argument !== conditionOfBranch?.argument || type !== conditionOfBranch.type) return false;
      return position === index || selector === conditionOfBranch.selector;
    });
  });
}

/** Returns the numbers for which ICU selects a branch, as `#` shows them: the offset is already subtracted. */
function icuNumbers(
  { selector, offset }: IcuCondition,
  selectors: ReadonlySet<string>,
  { select }: PluralRules,
): readonly number[] {
  if (selector.startsWith('=')) return [Number(selector.slice(1)) - offset];
  return exampleNumbers.filter((number) => {
    // `=1` is for the number before the offset is subtracted.
    const hasExactBranch = selectors.has(`=${number + offset}`);
    return !hasExactBranch && categoryOrOther(select(number), selectors) === selector;
  });
}

/** The names of the numbers 0, 1 and 2. */
const dartNames: readonly string[] = ['zero', 'one', 'two'];

/**
 * The numbers for which Dart selects a branch: `one` for 1 in every language, and by the language's rules for 21 in
 * Russian (package intl, `Intl.pluralLogic`). See `PluralUse.exactIsCategory`.
 */
function dartNumbers(
  { selector }: IcuCondition,
  selectors: ReadonlySet<string>,
  { select }: PluralRules,
): readonly number[] {
  // `=1` is the same as `one`, and `=5` has no name.
  const nameOf = (word: string): string => (word.startsWith('=') ? (dartNames[Number(word.slice(1))] ?? word) : word);
  const names = new Set([...selectors].map(nameOf));
  return exampleNumbers.filter((number) => {
    const name = dartNames[number];
    const hasNamedBranch = name !== undefined && names.has(name);
    const selected = hasNamedBranch ? name : categoryOrOther(select(number), names);
    return selected === nameOf(selector);
  });
}

/** Returns the selector of the branch for a category: `other` if no branch is for it. */
function categoryOrOther(category: string, selectors: ReadonlySet<string>): string {
  return selectors.has(category) ? category : 'other';
}
