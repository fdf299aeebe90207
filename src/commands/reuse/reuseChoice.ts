import type { OnOrderMatch } from '../../orders/spend/place/onOrder.ts';
import type { FoundTranslation, ReusableString } from '../../orders/units/plan/projectReuse.ts';
import type { EarlierApproval } from '../../orders/spend/place/quotePlan.ts';

/** Orders from the same repository, or from one that only seems to be another clone of it. */
export type OnOrderKind = 'same' | 'otherClone';

/** What to do about strings that are on order: use that translation, or pay for another one. Otherwise they are skipped. */
export type OnOrderAnswer = 'use' | 'again';

/** The strings of a plan that are on order elsewhere. */
export type MatchesByKind = Readonly<Record<OnOrderKind, readonly OnOrderMatch[]>>;

/** One of the translations of the project that a string could have. */
export interface ProjectChoice {
  readonly kind: 'project';
  readonly string: ReusableString;
  readonly translation: FoundTranslation;
  /** Names the string if it has different translations, of which at most one can be chosen. */
  readonly conflict?: string;
}

/** A row of the list of what need not be bought. */
export type ReuseChoice =
  | ProjectChoice
  | { readonly kind: 'approved'; readonly approval: EarlierApproval }
  | { readonly kind: 'onOrder'; readonly onOrder: OnOrderKind; readonly answer: OnOrderAnswer };
