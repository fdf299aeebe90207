import type { MessageBranch } from '../../model/unitName.ts';

/** A message split into the branches that the target locale needs. */
export interface SplitText {
  readonly branches: readonly MessageBranch[];
  /** Joins translations, by branch id; undefined if they would break the message's syntax. */
  readonly join: (texts: ReadonlyMap<string, string>) => string | undefined;
}
