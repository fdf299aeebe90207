import { execFile, spawn, type ChildProcessWithoutNullStreams, type ExecFileException } from 'node:child_process';
import { constants } from 'node:fs';
import { access, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { abortReason } from '../../base/clock.ts';
import { present } from '../../base/present.ts';
import { findGit, type FoundGit, type Machine } from './findGit.ts';
import { findRepository, type FoundRepository } from './findRepository.ts';
import { commandOptions, gitEnvironment, safeOptions, type GitCommand } from './gitEnvironment.ts';
import { GitError } from '../../orders/model/errors/gitError.ts';

/** In UTF-16 units. */
const maxOutput = 64_000_000;

/** The output of git, and whether it ran to its end. */
export interface GitOutput {
  readonly text: string;
  readonly isComplete: boolean;
}

/**
 * A repository whose configuration and contents are not trusted. All processes of git are started here, and only these
 * (`test/unit/architecture.test.ts`): they run no other program, load nothing, write nothing, and inherit only the
 * variables that `gitEnvironment.ts` lists.
 */
export class GitRepository {
  readonly #location: FoundRepository;
  readonly #git: FoundGit;

  private constructor(location: FoundRepository, git: FoundGit) {
    this.#location = location;
    this.#git = git;
  }

  /**
   * Opens the repository that a folder is in; undefined if it is in none. `userPaths` are the paths of git that the
   * user has set. Rejects with GitError.
   */
  static async open(folder: string, userPaths: readonly string[]): Promise<GitRepository | undefined> {
    const repository = await findRepository(folder, process.env);
    if (repository === undefined) return undefined;
    const git = await findGit(userPaths, await excludedFolders(folder, repository), thisMachine());
    if (git === undefined) throw new GitError('not-found', repository.root);
    return new GitRepository(repository, git);
  }

  /**
   * Runs a command for the folder. After `maxMs`, returns what git has written until then. Rejects with the signal's
   * reason, and with GitError.
   */
  run(command: GitCommand, args: readonly string[], signal: AbortSignal, maxMs: number): Promise<GitOutput> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const options = { ...this.#options(), maxBuffer: maxOutput, timeout: maxMs, signal };
      execFile(this.#git.program, [...this.#arguments(command, args)], options, (error, text, message) => {
        if (signal.aborted) reject(abortReason(signal));
        else if (error === null) resolve({ text, isComplete: true });
        // Stopped after `maxMs`.
        else if (error.killed === true && error.code !== outputTooLong) resolve({ text, isComplete: false });
        else reject(this.#errorOf(error, message));
      });
    });
  }

  /** Starts a command for the folder that answers requests. */
  start(command: GitCommand, args: readonly string[]): ChildProcessWithoutNullStreams {
    return spawn(this.#git.program, [...this.#arguments(command, args)], this.#options());
  }

  /** Returns the error of a command that did not finish in time. */
  timedOut(): GitError {
    return new GitError('timed-out', this.#location.root);
  }

  /** Returns the error of a command that ended although requests were waiting. */
  ended(): GitError {
    return new GitError('refused', this.#location.root, 'Git ended unexpectedly.');
  }

  #arguments(command: GitCommand, args: readonly string[]): readonly string[] {
    return [...safeOptions, '-C', this.#location.folder, command, ...commandOptions[command], ...args];
  }

  #options() {
    const { root } = this.#location;
    const parent = path.dirname(root);
    return {
      // A folder that no repository controls: Windows searches for programs in the working folder first.
      cwd: path.dirname(this.#git.program),
      env: gitEnvironment(process.env, {
        programFolders: this.#git.programFolders,
        topFolder: parent === root ? undefined : parent,
      }),
      windowsHide: true,
    };
  }

  #errorOf({ code }: ExecFileException, message: string): GitError {
    const { root } = this.#location;
    if (code === outputTooLong) return new GitError('too-long', root);
    if (code === 'ENOENT') return new GitError('not-found', root);
    const detail = message
      .replace(/^fatal: /mu, '')
      .replace(/\s+/gu, ' ')
      .trim();
    return new GitError('refused', root, detail || `exit code ${String(code)}`);
  }
}

/** The code of Node's error for a process that writes more than `maxBuffer`. */
const outputTooLong = 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER';

/**
 * Returns the folders whose programs are not run: the project, its repository, and the one of the current folder.
 * Except a disk's root, which contains all programs.
 */
async function excludedFolders(folder: string, location: FoundRepository): Promise<readonly string[]> {
  const folders = [folder, location.folder, location.root];
  const workingFolder = currentFolder();
  const otherRepository = workingFolder && (await findRepository(workingFolder, process.env).catch(() => undefined));
  if (otherRepository) folders.push(otherRepository.root);
  const isRootOfDisk = (name: string): boolean => path.dirname(name) === name;
  return folders.filter((name) => !isRootOfDisk(name));
}

function thisMachine(): Machine {
  const { platform, env } = process;
  return { platform, env, currentFolder: currentFolder(), realProgram, hasDeveloperTools };
}

function currentFolder(): string | undefined {
  try {
    return process.cwd();
  } catch {
    return undefined;
  }
}

async function realProgram(file: string): Promise<string | undefined> {
  try {
    if (!(await stat(file)).isFile()) return undefined;
    await access(file, constants.X_OK);
    return await realpath(file);
  } catch {
    return undefined;
  }
}

async function hasDeveloperTools(): Promise<boolean> {
  const { DEVELOPER_DIR } = process.env;
  const env = present({ DEVELOPER_DIR });
  return new Promise((resolve) => {
    execFile('/usr/bin/xcode-select', ['-p'], { cwd: '/', env }, (error) => {
      resolve(error === null);
    });
  });
}
