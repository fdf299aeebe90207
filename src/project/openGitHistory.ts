import type { FileHistory, FileVersion, FileVersions } from '../orders/units/history/fileHistory.ts';
import { GitRepository } from './git/git.ts';
import { changeOptions, parseChanges } from './git/changedPaths.ts';
import { GitObjects } from './git/gitObjects.ts';

/** Larger files are not compared, in bytes. */
const maxBlobBytes = 5_000_000;

/** How long git may take to identify the repository. */
const maxOpenMs = 10_000;

/** How long git searches for the commits of a file; commits that are found until then are used. */
const maxLogMs = 2000;

/** The most renames of one file that are followed. */
const maxRenames = 5;

/**
 * Opens the history of a local folder's repository: of the commit that is checked out and its first parents. Runs none
 * of the programs that the repository's configuration names, writes nothing to the repository, and loads nothing from
 * others. `userPaths` are the paths of git that the user has set. Returns undefined if the folder is in no repository,
 * or if nothing has been committed. Rejects with the signal's reason, and with GitError.
 */
export async function openGitHistory(
  folder: string,
  userPaths: readonly string[],
  signal: AbortSignal,
): Promise<FileHistory | undefined> {
  const repository = await GitRepository.open(folder, userPaths);
  if (repository === undefined) return undefined;
  const args = ['--is-shallow-repository', '--show-prefix'];
  const { text, isComplete } = await repository.run('rev-parse', args, signal, maxOpenMs);
  if (!isComplete) throw repository.timedOut();
  // `true` and `packages/app/` in two lines.
  const [isShallow, prefix = ''] = text.split('\n');
  const objectFacts = new GitObjects(repository, 'batch-check');
  const timeout = AbortSignal.timeout(maxOpenMs);
  try {
    const [head] = await objectFacts.read(['HEAD^{commit}'], AbortSignal.any([signal, timeout]));
    if (head !== undefined)
      return new GitHistory(repository, objectFacts, { prefix, head: head.id, isShallow: isShallow === 'true' });
  } catch (error) {
    objectFacts.dispose();
    if (timeout.aborted && !signal.aborted) throw repository.timedOut();
    throw error;
  }
  objectFacts.dispose();
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

/**
 * The history by git. Public methods take paths in the folder. All other paths are in the repository, and differ from
 * those if the folder is below the repository's root. A blob is the id of a file's content.
 */
class GitHistory implements FileHistory {
  readonly #repository: GitRepository;
  readonly #prefix: string;
  readonly #head: string;
  readonly #isShallow: boolean;
  /** Finds objects by their names, without their contents. */
  readonly #objectFacts: GitObjects;
  readonly #contents: GitObjects;
  /** The sizes of blobs that were found, in bytes. */
  readonly #sizes = new Map<string, number>();
  /** By commit: earlier paths of the files that it renamed, by their later paths. */
  readonly #renames = new Map<string, ReadonlyMap<string, string>>();

  constructor(repository: GitRepository, objectFacts: GitObjects, { prefix, head, isShallow }: CheckedOut) {
    this.#repository = repository;
    this.#prefix = prefix;
    this.#head = head;
    this.#isShallow = isShallow;
    this.#objectFacts = objectFacts;
    this.#contents = new GitObjects(repository, 'batch');
  }

  async versions(path: string, limit: number, signal: AbortSignal): Promise<FileVersions> {
    const versions: FileVersion[] = [];
    let isComplete = !this.#isShallow;
    let pathInRepository: string | undefined = this.#prefix + path;
    let newestCommit = this.#head;
    // Newest first: each round reads the commits in which the file had one path, until it had another one.
    for (let renames = 0; pathInRepository !== undefined; renames += 1) {
      const limitOfPath = limit - versions.length;
      const { commits, isAll } = await this.#changes(pathInRepository, newestCommit, limitOfPath, signal);
      // A version lasts from the commit that made it to the parent (`^`) of the commit that replaced it.
      const lastCommits = [newestCommit, ...commits.map((commit) => `${commit}^`)];
      const blobs = await this.#blobs(pathInRepository, lastCommits, signal);
      for (const [index, blob] of blobs.entries()) {
        const commit = lastCommits[index];
        if (blob !== undefined && commit !== undefined && blob !== versions.at(-1)?.blob)
          versions.push({ commit, blob, path: pathInRepository });
      }
      isComplete &&= isAll;
      const oldestChange = commits.at(-1);
      const wasAdded = oldestChange !== undefined && blobs.at(-1) === undefined;
      if (!isAll || !wasAdded || renames === maxRenames) break;
      pathInRepository = (await this.#renamesIn(oldestChange, signal)).get(pathInRepository);
      newestCommit = `${oldestChange}^`;
    }
    return { versions, isComplete };
  }

  async blobsAt(
    path: string,
    commits: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly (string | undefined)[]> {
    const blobByCommit = new Map<string, string>();
    let pathInRepository: string | undefined = this.#prefix + path;
    for (let renames = 0; pathInRepository !== undefined && renames <= maxRenames; renames += 1) {
      const commitsWithout = commits.filter((commit) => !blobByCommit.has(commit));
      if (commitsWithout.length === 0) break;
      const blobs = await this.#blobs(pathInRepository, commitsWithout, signal);
      for (const [index, commit] of commitsWithout.entries()) {
        const blob = blobs[index];
        if (blob !== undefined) blobByCommit.set(commit, blob);
      }
      // Files are usually moved together with their source, whose renames are known.
      const laterPath: string = pathInRepository;
      pathInRepository = [...this.#renames.values()].find((renamed) => renamed.has(laterPath))?.get(laterPath);
    }
    return commits.map((commit) => blobByCommit.get(commit));
  }

  async contents(blobs: readonly string[], signal: AbortSignal): Promise<readonly (Uint8Array | undefined)[]> {
    const smallBlobs = blobs.filter((blob) => (this.#sizes.get(blob) ?? Infinity) <= maxBlobBytes);
    const objects = await this.#contents.read(smallBlobs, signal);
    const contents = new Map(smallBlobs.map((blob, index) => [blob, objects[index]?.content]));
    return blobs.map((blob) => contents.get(blob));
  }

  dispose(): void {
    this.#objectFacts.dispose();
    this.#contents.dispose();
  }

  /** Returns the commits that changed a file: those up to `newestCommit`, the newest first. */
  async #changes(
    path: string,
    newestCommit: string,
    limit: number,
    signal: AbortSignal,
  ): Promise<{ readonly commits: readonly string[]; readonly isAll: boolean }> {
    const options = ['--first-parent', '--format=%H', `--max-count=${limit + 1}`, '--no-renames'];
    // From the repository's root, without wildcards.
    const pathspec = `:(top,literal)${path}`;
    const args = [...options, newestCommit, '--', pathspec];
    const { text, isComplete } = await this.#repository.run('log', args, signal, maxLogMs);
    const commits = text.split('\n').filter((line) => /^[0-9a-f]{40,64}$/u.test(line));
    return { commits: commits.slice(0, limit), isAll: isComplete && commits.length <= limit };
  }

  /** Returns the blobs that a path had in these commits; undefined where it was no file. */
  async #blobs(
    path: string,
    commits: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly (string | undefined)[]> {
    const names = commits.map((commit) => `${commit}:${path}`);
    const objects = await this.#objectFacts.read(names, signal);
    return objects.map((object) => {
      if (object?.type !== 'blob') return undefined;
      this.#sizes.set(object.id, object.size);
      return object.id;
    });
  }

  /** Returns the earlier paths of files that a commit renamed, by their later paths. */
  async #renamesIn(commit: string, signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
    const knownRenames = this.#renames.get(commit);
    if (knownRenames !== undefined) return knownRenames;
    const args = ['--no-commit-id', ...changeOptions, `${commit}^`, commit];
    const output = this.#repository.run('diff-tree', args, signal, maxLogMs);
    const { text } = await output.catch(() => ({ text: '' }));
    signal.throwIfAborted();
    const { renames } = parseChanges(text);
    this.#renames.set(commit, renames);
    return renames;
  }
}
