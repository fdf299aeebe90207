import type { OnOrderMatch } from '../../orders/spend/place/findOnOrder.ts';
import type { FoundTranslation, ReusableString } from '../../orders/units/plan/projectReuse.ts';
import type { EarlierApproval } from '../../orders/spend/place/quotePlan.ts';

/**
 * Orders from the same repository ('same'), or from one with another Git remote that looks like another clone of it
 * ('otherClone'): paths, keys and texts are equal.
 */
export type OnOrderKind = 'same' | 'otherClone';

/** Uses the translation that is on order, or pays for another one. Without an answer, the strings are skipped. */
export type OnOrderAnswer = 'use' | 'again';

/** The strings of a plan that are on order elsewhere. */
export type MatchesByKind = Readonly<Record<OnOrderKind, readonly OnOrderMatch[]>>;

/** One of the translations of the project that a string could have. */
export interface ProjectChoice {
  readonly kind: 'project';
  readonly string: ReusableString;
  readonly translation: FoundTranslation;
  /** Identifies the string in the list if it has different translations, of which at most one can be chosen. */
  readonly conflict?: string;
}

/** A row of the list of what need not be bought. */
export type ReuseChoice =
  | ProjectChoice
  | { readonly kind: 'approved'; readonly approval: EarlierApproval }
  | { readonly kind: 'onOrder'; readonly orderKind: OnOrderKind; readonly answer: OnOrderAnswer };
