import { abortReason } from '../../base/clock.ts';
import { onlyItem } from '../../base/onlyItem.ts';
import type { GitRepository } from './git.ts';

type GitProcess = ReturnType<GitRepository['start']>;

/** An object of a repository, and its content if it was requested. */
export interface GitObject {
  readonly id: string;
  readonly type: string;
  readonly size: number;
  readonly content: Uint8Array;
}

/** A request that git has not answered yet. */
interface PendingRequest {
  readonly resolve: (object: GitObject | undefined) => void;
  readonly reject: (error: Error) => void;
}

const lineFeed = 0x0a;

/** One `git cat-file` process that answers any number of requests, one after the other. */
export class GitObjects {
  readonly #repository: GitRepository;
  readonly #kind: 'batch' | 'batch-check';
  #process: GitProcess | undefined;
  /** In the order in which git answers them. */
  #pendingRequests: PendingRequest[] = [];
  /** Output of git that is not used yet. */
  #received: Buffer[] = [];
  #receivedBytes = 0;
  /** The least number of bytes that the next answer has. */
  #neededBytes = 1;

  /** `batch-check` answers without contents. */
  constructor(repository: GitRepository, kind: 'batch' | 'batch-check') {
    this.#repository = repository;
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
      const byName = new Map(readable.map((name, index) => [name, objects[index]]));
      return names.map((name) => byName.get(name));
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
          this.#pendingRequests.push({ resolve, reject });
        }),
    );
    process.stdin.write(names.map((name) => `${name}\n`).join(''));
    return Promise.all(answers);
  }

  #start(): GitProcess {
    const newProcess = this.#repository.start('cat-file', [`--${this.#kind}`]);
    const fail = (): void => {
      if (this.#process === newProcess) this.#stop(this.#repository.ended());
    };
    newProcess.on('error', fail);
    newProcess.on('exit', fail);
    newProcess.stdin.on('error', fail);
    newProcess.stderr.resume();
    newProcess.stdout.on('data', (chunk: Buffer) => {
      if (this.#process !== newProcess) return;
      this.#received.push(chunk);
      this.#receivedBytes += chunk.length;
      if (this.#receivedBytes >= this.#neededBytes) this.#resolveAnswered();
    });
    return newProcess;
  }

  #stop(reason: Error): void {
    const rejectedRequests = this.#pendingRequests;
    this.#process?.kill();
    this.#process = undefined;
    this.#pendingRequests = [];
    this.#received = [];
    this.#receivedBytes = 0;
    this.#neededBytes = 1;
    for (const { reject } of rejectedRequests) reject(reason);
  }

  /** Resolves the requests whose answers have been received completely. */
  #resolveAnswered(): void {
    let bytes = onlyItem(this.#received) ?? Buffer.concat(this.#received);
    this.#neededBytes = 1;
    while (this.#pendingRequests.length > 0) {
      const lineEnd = bytes.indexOf(lineFeed);
      if (lineEnd < 0) break;
      // `9a0b… blob 1234`, or `HEAD:missing.json missing`.
      const header = /^([0-9a-f]{40,64}) ([a-z]+) (\d+)$/u.exec(bytes.toString('latin1', 0, lineEnd));
      const [, id = '', type = '', sizeText = '0'] = header ?? [];
      const size = Number(sizeText);
      const contentStart = lineEnd + 1;
      const hasContent = header !== null && this.#kind === 'batch';
      const contentEnd = contentStart + size;
      // A content is followed by a line feed.
      const answerEnd = hasContent ? contentEnd + 1 : contentStart;
      if (bytes.length < answerEnd) {
        this.#neededBytes = answerEnd;
        break;
      }
      const content = hasContent ? bytes.subarray(contentStart, contentEnd) : new Uint8Array();
      this.#pendingRequests.shift()?.resolve(header === null ? undefined : { id, type, size, content });
      bytes = bytes.subarray(answerEnd);
    }
    this.#received = [bytes];
    this.#receivedBytes = bytes.length;
  }
}
