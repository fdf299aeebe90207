/**
 * Why git can't read a repository: there is no git, the repository is a bare one among the files of a project, git didn't
 * answer in time or with too much, or it refused, for example because of the repository's owner, version or settings.
 */
export type GitErrorReason = 'not-found' | 'bare' | 'timed-out' | 'too-long' | 'refused';

/** A repository that exists, but that git can't read. A folder without a repository is no error. */
export class GitError extends Error {
  override readonly name = 'GitError';
  readonly reason: GitErrorReason;
  /** The folder of the repository's work tree, or of the bare repository. */
  readonly repository: string;
  /** Git's own message; '' without one. */
  readonly detail: string;

  constructor(reason: GitErrorReason, repository: string, detail = '') {
    super(`Git can't read the repository ${repository} (${reason})${detail === '' ? '' : `: ${detail}`}`);
    this.reason = reason;
    this.repository = repository;
    this.detail = detail;
  }
}
