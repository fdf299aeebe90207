import { present } from '../../base/present.ts';
import { branchId, type IcuBranch } from '../../placeholders/icu/icuBranches.ts';
import type { SourceFile } from '../files/localeFile.ts';
import { splitIcuMessage } from '../files/splitIcuMessage.ts';
import { copiesMany, type WantedUnit } from './wantedUnits.ts';

/** A text to be ordered for a unit: the whole unit, or a branch of its ICU message. */
export interface WantedText {
  readonly text: string;
  readonly branch?: IcuBranch;
  /** The units and branches that get the translation; the job is named after the first. */
  readonly uses: readonly TextUse[];
  /** Another text of the same unit or plural is equal in the source. */
  readonly isForm?: true;
}

interface TextUse {
  /** The key of the target unit. */
  readonly key: string;
  /** See `IcuBranch.id`. */
  readonly branch?: string;
}

/** Returns the texts to be ordered for a unit in one locale. */
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
        uses: keys.map((key) => ({ key })),
        ...present({ isForm: wanted.isForm }),
      },
    ];
  }

  const ids = idsByBranch(branches, copiesMany(source, targetLocale));
  const sent = branches.filter(({ id }) => ids.has(id));
  const isForm = (branch: IcuBranch): boolean =>
    wanted.isForm === true || sent.some((other) => other !== branch && other.text === branch.text);
  return sent.map((branch) => ({
    text: branch.text,
    branch,
    uses: keys.flatMap((key) => (ids.get(branch.id) ?? []).map((id) => ({ key, branch: id }))),
    ...present({ isForm: isForm(branch) ? (true as const) : undefined }),
  }));
}

/** Returns the branches to be ordered, each with the ids of the branches that get its translation. */
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
