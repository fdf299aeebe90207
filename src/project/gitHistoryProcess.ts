import { execFile, spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { devNull, homedir } from 'node:os';

/** The variables that say how git was installed. All others could name another repository, programs or files. */
const keptVariables = /^GIT_(?:EXEC_PATH|CONFIG_(?:NOSYSTEM|SYSTEM|GLOBAL)|CEILING_DIRECTORIES)$/u;

/**
 * Options for commands that read a repository whose configuration is not trusted: they run none of its programs (file
 * system monitor, hooks, signature checks, pagers), and their output is the same everywhere.
 */
const safeOptions: readonly string[] = [
  '--no-pager',
  ...[
    'core.fsmonitor=false',
    `core.hooksPath=${devNull}`,
    'log.showSignature=false',
    'log.follow=false',
    'color.ui=false',
  ].flatMap((setting) => ['-c', setting]),
];

/** Options for `log` and `diff-tree`: no external programs that show differences, and no conversion of contents. */
export const safeDiffOptions: readonly string[] = ['--no-ext-diff', '--no-textconv', '--ignore-submodules=all'];

function processOptions() {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('GIT_') || keptVariables.test(name),
  );
  return {
    // Windows searches for programs in the working folder first, so this must not be the repository.
    cwd: homedir(),
    env: {
      ...Object.fromEntries(inherited),
      GIT_OPTIONAL_LOCKS: '0',
      GIT_TERMINAL_PROMPT: '0',
      // A partial clone would load what it lacks. Versions of git that ignore the first variable obey the second one.
      GIT_NO_LAZY_FETCH: '1',
      GIT_ALLOW_PROTOCOL: 'none',
      LC_ALL: 'C',
    },
    windowsHide: true,
  };
}

function gitArguments(folder: string, command: readonly string[]): readonly string[] {
  return [...safeOptions, '-C', folder, ...command];
}

/** In UTF-16 units. */
const maxOutput = 64_000_000;

/** The output of git, and whether it ran to its end. */
export interface GitOutput {
  readonly text: string;
  readonly isComplete: boolean;
}

/**
 * Runs a git command that reads the repository of a folder. After `maxMs`, returns what git has written until then.
 * Rejects with the signal's reason, or if git can't be run or reports an error.
 */
export function runGit(
  folder: string,
  command: readonly string[],
  signal: AbortSignal,
  maxMs = 60_000,
): Promise<GitOutput> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const options = { ...processOptions(), maxBuffer: maxOutput, timeout: maxMs, signal };
    execFile('git', [...gitArguments(folder, command)], options, (error, text) => {
      if (signal.aborted) reject(abortReason(signal));
      else if (error === null) resolve({ text, isComplete: true });
      else if (error.killed === true) resolve({ text, isComplete: false });
      else reject(new Error(`Git failed: ${String(error.code)}`));
    });
  });
}

/** An object of a repository, and its content if it was requested. */
export interface GitObject {
  readonly id: string;
  readonly type: string;
  readonly size: number;
  readonly content: Uint8Array;
}

interface Waiting {
  readonly resolve: (object: GitObject | undefined) => void;
  readonly reject: (error: Error) => void;
}

/** One `git cat-file` process that answers any number of requests, one after the other. */
export class GitObjects {
  readonly #folder: string;
  readonly #kind: 'batch' | 'batch-check';
  #process: ChildProcessWithoutNullStreams | undefined;
  #waiting: Waiting[] = [];
  #received: Buffer[] = [];
  #receivedBytes = 0;
  /** Bytes that the next answer needs at least. */
  #neededBytes = 1;

  /** `batch-check` answers without contents. */
  constructor(folder: string, kind: 'batch' | 'batch-check') {
    this.#folder = folder;
    this.#kind = kind;
  }

  /**
   * Returns objects by their names, as `git rev-parse` reads them; undefined for those that don't exist. Rejects with
   * the signal's reason, or if git fails.
   */
  async read(names: readonly string[], signal: AbortSignal): Promise<readonly (GitObject | undefined)[]> {
    signal.throwIfAborted();
    const stop = (): void => {
      this.#stop(abortReason(signal));
    };
    signal.addEventListener('abort', stop, { once: true });
    try {
      // Git reads one name per line.
      const readable = names.filter((name) => !/[\n\r\0]/u.test(name));
      const objects = await this.#request(readable);
      const found = new Map(readable.map((name, index) => [name, objects[index]]));
      return names.map((name) => found.get(name));
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  dispose(): void {
    this.#stop(new Error('Git was stopped.'));
  }

  #request(names: readonly string[]): Promise<readonly (GitObject | undefined)[]> {
    if (names.length === 0) return Promise.resolve([]);
    const process = (this.#process ??= this.#start());
    const answers = names.map(
      () =>
        new Promise<GitObject | undefined>((resolve, reject) => {
          this.#waiting.push({ resolve, reject });
        }),
    );
    process.stdin.write(names.map((name) => `${name}\n`).join(''));
    return Promise.all(answers);
  }

  #start(): ChildProcessWithoutNullStreams {
    const started = spawn('git', [...gitArguments(this.#folder, ['cat-file', `--${this.#kind}`])], processOptions());
    const fail = (): void => {
      if (this.#process === started) this.#stop(new Error('Git ended unexpectedly.'));
    };
    started.on('error', fail);
    started.on('exit', fail);
    started.stdin.on('error', fail);
    started.stderr.resume();
    started.stdout.on('data', (chunk: Buffer) => {
      if (this.#process !== started) return;
      this.#received.push(chunk);
      this.#receivedBytes += chunk.length;
      if (this.#receivedBytes >= this.#neededBytes) this.#answer();
    });
    return started;
  }

  #stop(reason: Error): void {
    const waiting = this.#waiting;
    this.#process?.kill();
    this.#process = undefined;
    this.#waiting = [];
    this.#received = [];
    this.#receivedBytes = 0;
    this.#neededBytes = 1;
    for (const { reject } of waiting) reject(reason);
  }

  /** Resolves the requests whose answers have been received completely. */
  #answer(): void {
    let bytes = this.#received.length === 1 ? (this.#received[0] ?? Buffer.alloc(0)) : Buffer.concat(this.#received);
    this.#neededBytes = 1;
    while (this.#waiting.length > 0) {
      const lineEnd = bytes.indexOf(0x0a);
      if (lineEnd < 0) break;
      const header = /^([0-9a-f]{40,64}) ([a-z]+) (\d+)$/u.exec(bytes.toString('latin1', 0, lineEnd));
      const size = Number(header?.[3] ?? 0);
      const contentStart = lineEnd + 1;
      // A content is followed by a line break.
      const hasContent = header !== null && this.#kind === 'batch';
      const end = hasContent ? contentStart + size + 1 : contentStart;
      if (bytes.length < end) {
        this.#neededBytes = end;
        break;
      }
      const content = hasContent ? bytes.subarray(contentStart, end - 1) : new Uint8Array();
      this.#waiting
        .shift()
        ?.resolve(header === null ? undefined : { id: header[1] ?? '', type: header[2] ?? '', size, content });
      bytes = bytes.subarray(end);
    }
    this.#received = bytes.length === 0 ? [] : [bytes];
    this.#receivedBytes = bytes.length;
  }
}

function abortReason(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new DOMException('This operation was aborted', 'AbortError');
}
