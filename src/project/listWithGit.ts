import { GitRepository } from './git/git.ts';

/** How long git may list the files of a large repository on a slow disk. */
const maxListMs = 60_000;

/**
 * Returns the files of a folder that git tracks or would add, relative to the folder; undefined if the folder is in no
 * repository. Without patterns, all files. A repository inside another one is listed as a folder. `userPaths` are the
 * paths of git that the user has set. Rejects with the signal's reason, and with GitError.
 */
export async function listWithGit(
  root: string,
  patterns: readonly string[],
  userPaths: readonly string[],
  signal: AbortSignal,
): Promise<readonly string[] | undefined> {
  const repository = await GitRepository.open(root, userPaths);
  if (repository === undefined) return undefined;
  const args = ['--cached', '--others', '--exclude-standard', '-z', '--', ...patterns];
  const { text, isComplete } = await repository.run('ls-files', args, signal, maxListMs);
  if (!isComplete) throw repository.timedOut();
  return text.split('\0').filter((name) => name !== '');
}

/** Whether git lists a file, or a folder that contains it: a repository inside another one is listed as a folder. */
export function isListedByGit(names: ReadonlySet<string>, path: string): boolean {
  const segments = path.split('/');
  return segments.some((_, index) => {
    const name = segments.slice(0, index + 1).join('/');
    return names.has(name) || names.has(`${name}/`);
  });
}
