import type { GitError } from './gitError.ts';

/** Why it is not known which strings a branch has added or changed. */
export type BranchErrorReason =
  | 'untrusted'
  /** The folder is in no repository, or nothing was committed. */
  | 'no-repository'
  /** The clone lacks earlier commits. */
  | 'shallow'
  /** The clone lacks the files of earlier commits. */
  | 'partial'
  /** The branch that the setting names does not exist. */
  | 'branch-not-found'
  | 'no-default-branch'
  /** The default branch is checked out, and there is no other one to compare it with. */
  | 'no-upstream'
  /** The branches have no commit in common. */
  | 'unrelated'
  /** An earlier version of a locale file is too large. */
  | 'too-large'
  /** Git can't read the repository, see `cause`. */
  | 'git'
  /** The branch has added and changed no strings. */
  | 'no-changes';

/** A branch whose strings are not known, or which has none. */
export class BranchError extends Error {
  override readonly name = 'BranchError';
  readonly reason: BranchErrorReason;
  /** The branch to compare with, or the one that is checked out; '' if it has no name. */
  readonly branch: string;
  override readonly cause: GitError | undefined;

  constructor(reason: BranchErrorReason, branch = '', cause?: GitError) {
    super(`The strings of the branch are not known (${reason})${branch === '' ? '' : `: ${branch}`}`);
    this.reason = reason;
    this.branch = branch;
    this.cause = cause;
  }
}
