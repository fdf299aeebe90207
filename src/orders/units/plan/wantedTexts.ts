import { present } from '../../../base/present.ts';
import { branchId } from '../../../placeholders/icu/icuBranches.ts';
import type { SourceFile, TargetFile } from '../files/localeFile.ts';
import { splitMessage } from '../files/splitMessage.ts';
import { copiedForms, type CopiedForm } from './targetForms.ts';
import type { WantedUnit } from './wantedUnits.ts';
import type { MessageBranch } from '../../model/unitName.ts';

/** A text to be ordered for a unit: the whole unit, or a branch of its message. */
export interface WantedText {
  readonly text: string;
  readonly branch?: MessageBranch;
  /** All branches of its message, in the forms of the target. */
  readonly branches?: readonly MessageBranch[];
  /** The units and branches that get the translation: first the one that the job is named after, then its copies. */
  readonly uses: readonly TextUse[];
  /** Another text of the same unit or plural is equal in the source. */
  readonly isForm?: true;
  /** The numbers that use the forms that are copies of this one. */
  readonly copiedFor?: 'millions' | 'decimals';
}

interface TextUse {
  /** The key of the target unit. */
  readonly key: string;
  /** See `MessageBranch.id`. */
  readonly branch?: string;
}

/** Returns the texts to be ordered for a unit. `pipeCount`: how many forms a plural with bars has, if known. */
export function wantedTexts(
  wantedUnit: WantedUnit,
  source: SourceFile,
  target: Pick<TargetFile, 'locale' | 'units'>,
  pipeCount?: number,
): readonly WantedText[] {
  const keys = [wantedUnit.id, ...(wantedUnit.copies ?? [])];
  const split =
    source.icuMessages === 'branches' ? splitMessage(wantedUnit.sourceUnit, source, target, pipeCount) : undefined;
  const allBranches = split?.branches ?? [];
  const branches = allBranches.filter(({ isWordless }) => !isWordless);
  if (branches.length === 0) {
    return [
      {
        text: wantedUnit.sourceUnit.text,
        uses: keys.map((key) => ({ key })),
        ...present({ isForm: wantedUnit.isForm, copiedFor: wantedUnit.plural?.copiedFor }),
      },
    ];
  }

  // Some branches are ordered; the others are copies, which get the translation of one of these, their original.
  const integers = new Set(wantedUnit.sourceUnit.integers);
  const copiedFormsOf = (argument: string): readonly CopiedForm[] =>
    copiedForms(source, target.locale, integers.has(argument));
  const byId = new Map(branches.map((branch) => [branch.id, branch]));
  const withOriginals = branches.map((branch) => ({ branch, ...originalOf(branch, byId, copiedFormsOf) }));
  const branchesToOrder = withOriginals.flatMap(({ branch, originalId }) => (branch.id === originalId ? [branch] : []));
  const isForm = (branch: MessageBranch): boolean =>
    wantedUnit.isForm === true || branchesToOrder.some((other) => other !== branch && other.text === branch.text);
  return branchesToOrder.map((branch): WantedText => {
    const copies = withOriginals.filter(({ originalId, branch: copy }) => originalId === branch.id && copy !== branch);
    const branchIds = [branch.id, ...copies.map((copy) => copy.branch.id)];
    return {
      text: branch.text,
      branch,
      branches: allBranches,
      uses: keys.flatMap((key) => branchIds.map((id) => ({ key, branch: id }))),
      ...present({
        isForm: isForm(branch) ? (true as const) : undefined,
        copiedFor: copies.flatMap(({ copiedFor }) => copiedFor).find((numbers) => numbers !== 'never'),
      }),
    };
  });
}

/**
 * Returns the id of the branch whose translation a branch gets, its own or that of another one, and the numbers for
 * which it is a copy: `many → other, ['millions']`. A branch for millions is a copy only if its text is equal.
 */
function originalOf(
  { id, text, conditions = [] }: MessageBranch,
  byId: ReadonlyMap<string, MessageBranch>,
  copiedFormsOf: (argument: string) => readonly CopiedForm[],
): { readonly originalId: string; readonly copiedFor: readonly CopiedForm['use'][] } {
  const formsOfConditions = conditions.map(({ type, argument, selector }) =>
    type === 'cardinal' ? copiedFormsOf(argument).find(({ category }) => category === selector) : undefined,
  );
  const copiedFor = formsOfConditions.flatMap((form) => form?.use ?? []);
  // `n is many, sex is female` → `n is other, sex is female`.
  const conditionsOfOriginal = conditions.map((condition, index) => ({
    ...condition,
    selector: formsOfConditions[index]?.original ?? condition.selector,
  }));
  const original = byId.get(branchId(conditionsOfOriginal));
  const isCopy = original !== undefined && (original.text === text || !copiedFor.includes('millions'));
  return isCopy ? { originalId: original.id, copiedFor } : { originalId: id, copiedFor: [] };
}
