import { exampleNumbers } from '../../../locales/pluralCategories.ts';
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
 * Returns numbers for which the program selects a branch by the condition at an index, smallest first and decimals last:
 * without those for which it selects another branch (`=1`), and with the offset already subtracted.
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

/** Returns the branches that only differ in the selector at an index. */
export function siblingsOf(
  branch: MessageBranch,
  branches: readonly MessageBranch[],
  index: number,
): readonly MessageBranch[] {
  return branches.filter(
    ({ conditions = [] }) =>
      conditions.length === branch.conditions?.length &&
      conditions.every(({ argument, selector, type }, at) => {
        const ownCondition = branch.conditions?.[at];
        const mayDiffer = at === index;
        return (
          argument === ownCondition?.argument &&
          type === ownCondition.type &&
          (mayDiffer || selector === ownCondition.selector)
        );
      }),
  );
}

/** The values of `#`, from which the offset is already subtracted, for which ICU selects a branch. */
function icuNumbers(
  { selector, offset }: IcuCondition,
  selectors: ReadonlySet<string>,
  { select }: PluralRules,
): readonly number[] {
  if (selector.startsWith('=')) return [Number(selector.slice(1)) - offset];
  return exampleNumbers.filter(
    (number) => !selectors.has(`=${number + offset}`) && orOther(select(number), selectors) === selector,
  );
}

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
    const explicit = dartNames[number];
    const selected = explicit !== undefined && names.has(explicit) ? explicit : orOther(select(number), names);
    return selected === nameOf(selector);
  });
}

function orOther(category: string, selectors: ReadonlySet<string>): string {
  return selectors.has(category) ? category : 'other';
}
