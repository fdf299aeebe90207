/**
 * The commit from which the branch that is checked out was made. Paths are relative to the project's root with '/'
 * between segments. Implemented by `project/` with Git.
 */
export interface BranchBase {
  /** The branch that this one is compared with, as users write it: `origin/main`. */
  readonly name: string;
  /**
   * Returns the content that a file had in that commit, also under an earlier path; undefined if the file did not exist.
   * Rejects with the signal's reason, with BranchError 'partial', and with GitError.
   */
  contentOf(path: string, signal: AbortSignal): Promise<Uint8Array | undefined>;
  dispose(): void;
}
