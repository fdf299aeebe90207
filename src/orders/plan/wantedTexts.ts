import { branchId, type IcuBranch } from '../../placeholders/icu/icuBranches.ts';
import type { SourceFile } from '../files/localeFile.ts';
import { splitIcuMessage } from '../files/splitIcuMessage.ts';
import { copiesMany, type WantedUnit } from './wantedUnits.ts';

/** One text that is ordered for a unit: all of it, or a branch of the ICU message that it is. */
export interface WantedText {
  readonly text: string;
  readonly branch?: IcuBranch;
  /** Where the translation belongs; the first is the one it is named after. */
  readonly places: readonly TextPlace[];
  /** Another text of the same unit, or of its plural, is equal in the source. */
  readonly isForm?: true;
}

interface TextPlace {
  /** Of the target's unit. */
  readonly key: string;
  /** See `IcuBranch.id`. */
  readonly branch?: string;
}

/** The texts to be ordered for a unit in one locale. */
export function wantedTexts(wanted: WantedUnit, source: SourceFile, targetLocale: string): readonly WantedText[] {
  const keys = [wanted.id, ...(wanted.copies ?? [])];
  const isMessage = source.icuMessages === 'branches' && source.syntaxesOf(wanted.from).includes('icu');
  const branches =
    (isMessage ? splitIcuMessage(wanted.from.text, targetLocale)?.branches : undefined)?.filter(
      ({ isWordless }) => !isWordless,
    ) ?? [];
  if (branches.length === 0) {
    return [
      {
        text: wanted.from.text,
        places: keys.map((key) => ({ key })),
        ...(wanted.isForm === true ? { isForm: true } : {}),
      },
    ];
  }

  const ids = idsByBranch(branches, copiesMany(source, targetLocale));
  const sent = branches.filter(({ id }) => ids.has(id));
  return sent.map((branch) => ({
    text: branch.text,
    branch,
    places: keys.flatMap((key) => (ids.get(branch.id) ?? []).map((id) => ({ key, branch: id }))),
    ...(wanted.isForm === true || sent.some((other) => other !== branch && other.text === branch.text)
      ? { isForm: true }
      : {}),
  }));
}

/** The branches that are sent, and the ids of those that get their translation. */
function idsByBranch(branches: readonly IcuBranch[], manyIsCopied: boolean): ReadonlyMap<string, readonly string[]> {
  const ids = new Map<string, string[]>();
  const byId = new Map(branches.map((branch) => [branch.id, branch]));
  const carrierOf = (branch: IcuBranch): IcuBranch => {
    const carrier = manyIsCopied ? byId.get(withOtherForMany(branch)) : undefined;
    return carrier?.text === branch.text ? carrier : branch;
  };
  for (const branch of branches) {
    const { id } = carrierOf(branch);
    ids.set(
      id,
      [...(ids.get(id) ?? []), branch.id].sort((a, b) => Number(b === id) - Number(a === id)),
    );
  }
  return ids;
}

function withOtherForMany({ conditions }: IcuBranch): string {
  return branchId(
    conditions.map((condition) =>
      condition.type === 'cardinal' && condition.selector === 'many' ? { ...condition, selector: 'other' } : condition,
    ),
  );
}
