import type { FileHistory, FileVersion, FileVersions } from '../orders/units/history/fileHistory.ts';
import { GitRepository } from './git/git.ts';
import { GitObjects } from './git/gitObjects.ts';

/** Larger files are not compared, in bytes. */
const maxBlobBytes = 5_000_000;

/** How long git may say which repository it is. */
const maxOpenMs = 10_000;

/** How long git searches for the commits of a file; commits that are found until then are used. */
const maxLogMs = 2000;

const maxRenames = 5;

/** Similarity from which git regards a removed and an added file as a renamed one. */
const renameSimilarity = '60%';
/** In a commit with more added or removed files, only unchanged files are recognized as renamed. */
const maxRenameCandidates = 1000;

/**
 * Opens the history of a local folder's repository: of the commit that is checked out and its first parents. Runs none
 * of the programs that the repository's configuration names, writes nothing to the repository, and loads nothing from
 * others. `userPaths` are the paths of git that the user has set. Returns undefined if the folder is in no repository, or
 * if nothing has been committed. Rejects with the signal's reason, and with GitError.
 */
export async function openGitHistory(
  folder: string,
  userPaths: readonly string[],
  signal: AbortSignal,
): Promise<FileHistory | undefined> {
  const repository = await GitRepository.open(folder, userPaths);
  if (repository === undefined) return undefined;
  const { text, isComplete } = await repository.run(
    'rev-parse',
    ['--is-shallow-repository', '--show-prefix'],
    signal,
    maxOpenMs,
  );
  if (!isComplete) throw repository.timedOut();
  const [isShallow, prefix = ''] = text.split('\n');
  const names = new GitObjects(repository, 'batch-check');
  const timeout = AbortSignal.timeout(maxOpenMs);
  try {
    const [head] = await names.read(['HEAD^{commit}'], AbortSignal.any([signal, timeout]));
    if (head !== undefined)
      return new GitHistory(repository, names, { prefix, head: head.id, isShallow: isShallow === 'true' });
  } catch (error) {
    names.dispose();
    if (timeout.aborted && !signal.aborted) throw repository.timedOut();
    throw error;
  }
  names.dispose();
  return undefined;
}

/** What is checked out. */
interface CheckedOut {
  /** The path of the folder in the repository; '' for its root. */
  readonly prefix: string;
  /** The id of the current commit. */
  readonly head: string;
  /** Whether the clone has no earlier commits. */
  readonly isShallow: boolean;
}

/** Paths in the repository: they differ from those of the folder if the folder is below the repository's root. */
class GitHistory implements FileHistory {
  readonly #repository: GitRepository;
  readonly #prefix: string;
  readonly #head: string;
  readonly #isShallow: boolean;
  readonly #names: GitObjects;
  readonly #contents: GitObjects;
  /** The sizes of contents that were found, by id. */
  readonly #sizes = new Map<string, number>();
  /** Earlier paths by later ones, of each commit that renamed a file. */
  readonly #renames = new Map<string, ReadonlyMap<string, string>>();

  constructor(repository: GitRepository, names: GitObjects, { prefix, head, isShallow }: CheckedOut) {
    this.#repository = repository;
    this.#prefix = prefix;
    this.#head = head;
    this.#isShallow = isShallow;
    this.#names = names;
    this.#contents = new GitObjects(repository, 'batch');
  }

  async versions(path: string, limit: number, signal: AbortSignal): Promise<FileVersions> {
    const versions: FileVersion[] = [];
    let isComplete = !this.#isShallow;
    let current: string | undefined = this.#prefix + path;
    let lastCommit = this.#head;
    for (let renames = 0; current !== undefined; renames += 1) {
      const { commits, isAll } = await this.#changes(current, lastCommit, limit - versions.length, signal);
      // A version lasts from the commit that made it to the parent of the commit that replaced it.
      const lastCommits = [lastCommit, ...commits.map((commit) => `${commit}^`)];
      const blobs = await this.#blobs(current, lastCommits, signal);
      for (const [index, blob] of blobs.entries()) {
        const commit = lastCommits[index];
        if (blob !== undefined && commit !== undefined && blob !== versions.at(-1)?.blob)
          versions.push({ commit, blob, path: current });
      }
      isComplete &&= isAll;
      const added = commits.at(-1);
      const isAdded = added !== undefined && blobs.at(-1) === undefined;
      if (!isAll || !isAdded || renames === maxRenames) break;
      current = (await this.#renamesIn(added, signal)).get(current);
      lastCommit = `${added}^`;
    }
    return { versions, isComplete };
  }

  async blobsAt(
    path: string,
    commits: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly (string | undefined)[]> {
    let current: string | undefined = this.#prefix + path;
    let blobsByCommit: readonly (string | undefined)[] = commits.map(() => undefined);
    for (let renames = 0; current !== undefined && renames <= maxRenames; renames += 1) {
      const missing = commits.filter((_, index) => blobsByCommit[index] === undefined);
      if (missing.length === 0) break;
      const blobs = new Map<string, string | undefined>();
      for (const [index, blob] of (await this.#blobs(current, missing, signal)).entries())
        blobs.set(missing[index] ?? '', blob);
      blobsByCommit = blobsByCommit.map((blob, index) => blob ?? blobs.get(commits[index] ?? ''));
      // Files are usually moved together with their source, whose renames are known.
      const later: string = current;
      current = [...this.#renames.values()].find((renamed) => renamed.has(later))?.get(later);
    }
    return blobsByCommit;
  }

  async contents(blobs: readonly string[], signal: AbortSignal): Promise<readonly (Uint8Array | undefined)[]> {
    const readable = blobs.filter((blob) => (this.#sizes.get(blob) ?? Infinity) <= maxBlobBytes);
    const objects = await this.#contents.read(readable, signal);
    const contents = new Map(readable.map((blob, index) => [blob, objects[index]?.content]));
    return blobs.map((blob) => contents.get(blob));
  }

  dispose(): void {
    this.#names.dispose();
    this.#contents.dispose();
  }

  /** Returns the newest commits that changed a file, up to a commit. */
  async #changes(
    path: string,
    from: string,
    limit: number,
    signal: AbortSignal,
  ): Promise<{ readonly commits: readonly string[]; readonly isAll: boolean }> {
    const { text, isComplete } = await this.#repository.run(
      'log',
      [
        '--first-parent',
        '--format=%H',
        `--max-count=${limit + 1}`,
        '--no-renames',
        from,
        '--',
        // From the repository's root, without wildcards.
        `:(top,literal)${path}`,
      ],
      signal,
      maxLogMs,
    );
    const commits = text.split('\n').filter((line) => /^[0-9a-f]{40,64}$/u.test(line));
    return { commits: commits.slice(0, limit), isAll: isComplete && commits.length <= limit };
  }

  async #blobs(
    path: string,
    commits: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly (string | undefined)[]> {
    const names = commits.map((commit) => `${commit}:${path}`);
    return (await this.#names.read(names, signal)).map((object) => {
      if (object?.type !== 'blob') return undefined;
      this.#sizes.set(object.id, object.size);
      return object.id;
    });
  }

  /** Returns the earlier paths of files that a commit renamed, by their later paths. */
  async #renamesIn(commit: string, signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
    const earlierRenames = this.#renames.get(commit);
    if (earlierRenames !== undefined) return earlierRenames;
    const { text } = await this.#repository
      .run(
        'diff-tree',
        [
          '-r',
          '-z',
          '--name-status',
          '--no-commit-id',
          `--find-renames=${renameSimilarity}`,
          `-l${maxRenameCandidates}`,
          `${commit}^`,
          commit,
        ],
        signal,
        maxLogMs,
      )
      .catch(() => ({ text: '' }));
    signal.throwIfAborted();
    const renames = unambiguousRenames(text.split('\0'));
    this.#renames.set(commit, renames);
    return renames;
  }
}

/**
 * Returns earlier paths by later ones from git's list of changes. A file whose name changed, too, is only followed if
 * no other file could be its earlier one.
 */
function unambiguousRenames(fields: readonly string[]): ReadonlyMap<string, string> {
  const renames = new Map<string, string>();
  let removed = 0;
  for (let index = 0; index < fields.length;) {
    const status = fields[index] ?? '';
    if (status.startsWith('R')) {
      renames.set(fields[index + 2] ?? '', fields[index + 1] ?? '');
      removed += 1;
      index += 3;
    } else {
      if (status === 'D') removed += 1;
      index += 2;
    }
  }
  const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
  return new Map([...renames].filter(([later, earlier]) => removed === 1 || nameOf(later) === nameOf(earlier)));
}
