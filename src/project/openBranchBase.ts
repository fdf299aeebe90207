import { BranchError } from '../orders/model/errors/branchError.ts';
import { GitError } from '../orders/model/errors/gitError.ts';
import type { BranchBase } from '../orders/model/plan/branchBase.ts';
import { changeOptions, parseChanges, type ChangedPaths } from './git/changedPaths.ts';
import { GitRepository } from './git/git.ts';
import { GitObjects } from './git/gitObjects.ts';

/** How long a command of git may take. */
const maxCommandMs = 20_000;

/** Larger files are not compared, in bytes. */
const maxBlobBytes = 50_000_000;

/**
 * Names of default branches, the likeliest first. A clone has `origin/HEAD` if the remote says which one is its default
 * branch (git-scm.com/docs/git-remote, "set-head").
 */
const usualDefaultBranches: readonly string[] = [
  ...['refs/remotes/origin/HEAD', 'refs/remotes/upstream/HEAD'],
  ...['refs/remotes/origin/main', 'refs/remotes/origin/master'],
  ...['refs/remotes/upstream/main', 'refs/remotes/upstream/master'],
  ...['refs/heads/main', 'refs/heads/master'],
];

/** Which branch is compared with which one. */
export interface BranchRequest {
  readonly folder: string;
  /** The user's paths of git. */
  readonly userPaths: readonly string[];
  /** The branch or commit to compare with, as git names it; undefined for the default branch. */
  readonly base: string | undefined;
}

/**
 * Opens the commit from which the branch of a local folder was made, to be disposed by the caller: the merge base of the
 * commit that is checked out and the default branch. On the default branch itself, it is compared with its upstream.
 * Runs and writes nothing, and loads nothing from others, as `openGitHistory`. Rejects with BranchError, with GitError
 * and with the signal's reason.
 */
export async function openBranchBase(
  { folder, userPaths, base }: BranchRequest,
  signal: AbortSignal,
): Promise<BranchBase> {
  const repository = await GitRepository.open(folder, userPaths);
  if (repository === undefined) throw new BranchError('no-repository');
  const objects = new GitObjects(repository, 'batch');
  const objectFacts = new GitObjects(repository, 'batch-check');
  try {
    const refs = new BranchRefs(repository, objectFacts, signal);
    const prefix = await refs.folderInRepository();
    const head = await refs.commitOf('HEAD');
    if (head === undefined) throw new BranchError('no-repository');
    const baseBranch = await (base === undefined ? refs.defaultBranch() : refs.named(base));
    const commit = await refs.mergeBase(head, baseBranch);
    const changes = await whereComplete(baseBranch.name, () =>
      changesBetween(repository, objectFacts, [commit, head], signal),
    );
    return new GitBranchBase(repository, { objects, objectFacts }, { name: baseBranch.name, commit, prefix, changes });
  } catch (error) {
    objects.dispose();
    objectFacts.dispose();
    throw error;
  }
}

/** Returns the files that one of two commits lacks. */
async function changesBetween(
  repository: GitRepository,
  objectFacts: GitObjects,
  [earlier, later]: readonly [string, string],
  signal: AbortSignal,
): Promise<ChangedPaths> {
  // Without its tree, every file would seem to be new.
  const [tree] = await objectFacts.read([`${earlier}^{tree}`], signal);
  if (tree === undefined) throw repository.ended();
  const { text, isComplete } = await repository.run(
    'diff-tree',
    [...changeOptions, earlier, later],
    signal,
    maxCommandMs,
  );
  if (!isComplete) throw repository.timedOut();
  return parseChanges(text);
}

/** Runs a step that reads earlier contents. Git ends if a partial clone lacks them, since it may not load them. */
async function whereComplete<T>(branch: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    throw error instanceof GitError && error.reason === 'refused' ? new BranchError('partial', branch) : error;
  }
}

/** A branch to compare with. */
interface ComparedBranch {
  /** As users write it: `origin/main`. */
  readonly name: string;
  /** The id of its newest commit. */
  readonly commit: string;
}

/** Finds branches and commits. */
class BranchRefs {
  readonly #repository: GitRepository;
  readonly #objectFacts: GitObjects;
  readonly #signal: AbortSignal;

  constructor(repository: GitRepository, objectFacts: GitObjects, signal: AbortSignal) {
    this.#repository = repository;
    this.#objectFacts = objectFacts;
    this.#signal = signal;
  }

  /** Returns the path of the folder in the repository; '' for its root. Rejects for a clone without earlier commits. */
  async folderInRepository(): Promise<string> {
    // `true` and `packages/app/` in two lines.
    const [isShallow, prefix = ''] = (await this.#revParse('--is-shallow-repository', '--show-prefix')).split('\n');
    if (isShallow === 'true') throw new BranchError('shallow');
    return prefix;
  }

  /** Returns the id of a commit; undefined if there is none of this name. */
  async commitOf(name: string): Promise<string | undefined> {
    const [commit] = await this.#objectFacts.read([`${name}^{commit}`], this.#signal);
    return commit?.id;
  }

  /** Returns the branch or commit that a setting names. */
  async named(name: string): Promise<ComparedBranch> {
    const commit = await this.commitOf(name);
    if (commit === undefined) throw new BranchError('branch-not-found', name);
    return { name, commit };
  }

  /** Returns the default branch or, if it is checked out, its upstream. */
  async defaultBranch(): Promise<ComparedBranch> {
    const defaultRef = await this.#firstRef(usualDefaultBranches);
    if (defaultRef === undefined) throw new BranchError('no-default-branch');
    const current = await this.#fullName('HEAD');
    if (defaultRef.name !== current && localNameOf(defaultRef.name) !== current)
      return { ...defaultRef, name: shortName(defaultRef.name) };
    const upstream = await this.#upstreamOf(current);
    if (upstream !== undefined) return { ...upstream, name: shortName(upstream.name) };
    if (defaultRef.name === current) throw new BranchError('no-upstream', shortName(current));
    return { ...defaultRef, name: shortName(defaultRef.name) };
  }

  /** Returns the commit from which two branches were made. */
  async mergeBase(head: string, branch: ComparedBranch): Promise<string> {
    try {
      const { text, isComplete } = await this.#repository.run(
        'merge-base',
        [head, branch.commit],
        this.#signal,
        maxCommandMs,
      );
      if (!isComplete) throw this.#repository.timedOut();
      return text.trim();
    } catch (error) {
      // Git ends with the exit code 1, and says nothing.
      if (error instanceof GitError && error.detail === 'exit code 1') throw new BranchError('unrelated', branch.name);
      throw error;
    }
  }

  /** Returns the first of these names that exists, with its full name: `refs/remotes/origin/main`. */
  async #firstRef(names: readonly string[]): Promise<ComparedBranch | undefined> {
    for (const name of names) {
      const commit = await this.commitOf(name);
      if (commit !== undefined) return { name: await this.#fullName(name), commit };
    }
    return undefined;
  }

  /** Returns the branch that another one is pushed to; undefined if there is none, or if it was never fetched. */
  async #upstreamOf(branch: string): Promise<ComparedBranch | undefined> {
    try {
      return await this.#firstRef([await this.#fullName(`${branch}@{upstream}`)]);
    } catch (error) {
      if (error instanceof GitError && error.reason === 'refused') return undefined;
      throw error;
    }
  }

  /** Returns a branch's full name, also for one that stands for another: `refs/heads/main`; `HEAD` without a branch. */
  async #fullName(name: string): Promise<string> {
    return (await this.#revParse('--symbolic-full-name', name)).trim();
  }

  async #revParse(...args: readonly string[]): Promise<string> {
    const { text, isComplete } = await this.#repository.run('rev-parse', args, this.#signal, maxCommandMs);
    if (!isComplete) throw this.#repository.timedOut();
    return text;
  }
}

/** `refs/remotes/origin/main → refs/heads/main`. */
function localNameOf(name: string): string {
  return name.replace(/^refs\/remotes\/[^/]+\//u, 'refs/heads/');
}

/** `refs/heads/main → main`, `refs/remotes/origin/main → origin/main`. */
function shortName(name: string): string {
  return name.replace(/^refs\/(?:heads|remotes)\//u, '');
}

interface BaseFacts {
  readonly name: string;
  readonly commit: string;
  /** The path of the folder in the repository. */
  readonly prefix: string;
  /** The changes from the base to the commit that is checked out. */
  readonly changes: ChangedPaths;
}

class GitBranchBase implements BranchBase {
  readonly name: string;
  readonly #repository: GitRepository;
  readonly #facts: BaseFacts;
  readonly #objects: GitObjects;
  readonly #objectFacts: GitObjects;

  constructor(
    repository: GitRepository,
    { objects, objectFacts }: { readonly objects: GitObjects; readonly objectFacts: GitObjects },
    facts: BaseFacts,
  ) {
    this.name = facts.name;
    this.#repository = repository;
    this.#facts = facts;
    this.#objects = objects;
    this.#objectFacts = objectFacts;
  }

  contentOf(path: string, signal: AbortSignal): Promise<Uint8Array | undefined> {
    return whereComplete(this.name, () => this.#contentOf(path, signal));
  }

  dispose(): void {
    this.#objects.dispose();
    this.#objectFacts.dispose();
  }
  async #contentOf(path: string, signal: AbortSignal): Promise<Uint8Array | undefined> {
    const { commit, prefix, changes } = this.#facts;
    const presentPath = prefix + path;
    if (changes.added.has(presentPath)) return undefined;
    const earlierName = `${commit}:${changes.renames.get(presentPath) ?? presentPath}`;
    const [facts, present] = await this.#objectFacts.read([earlierName, `HEAD:${presentPath}`], signal);
    if (facts === undefined) {
      // The file was committed, and the branch has not added it: so the clone lacks its earlier content.
      if (present !== undefined) throw this.#repository.ended();
      return undefined;
    }
    if (facts.type !== 'blob') return undefined;
    if (facts.size > maxBlobBytes) throw new BranchError('too-large', this.name);
    const [object] = await this.#objects.read([facts.id], signal);
    return object?.content;
  }
}
