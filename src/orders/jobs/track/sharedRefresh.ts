import { randomUUID } from 'node:crypto';
import { appendFile, mkdir, open, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { LockBusyError, withFileLock } from '../../../base/fileLock.ts';
import { isRecord } from '../../../base/isRecord.ts';
import { present } from '../../../base/present.ts';
import type { Job } from '../../../service/interface/records.ts';

/** The jobs that a refresh of some window has changed. */
export interface SharedChanges {
  /** When the refresh began, in milliseconds since the epoch. */
  readonly at: number;
  readonly jobs: readonly Job[];
}

export interface RefreshWork {
  /** The refresh of another window is used if it began at most this many milliseconds ago; 0 for none. */
  readonly maxAgeMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Stores what other windows have fetched. Called before `fetch`, and instead of it if that suffices. */
  readonly adopt: (changes: readonly SharedChanges[]) => Promise<void>;
  /** Asks the service. */
  readonly fetch: () => Promise<void>;
  /** Returns the jobs that have changed in this window since the last call. */
  readonly takeChanges: () => readonly Job[];
}

/** The file is begun again above this size. */
const maxBytes = 4 * 1024 * 1024;

/** A window asks the service itself at least this often, because missing and unreadable jobs are not shared. */
const ownRefreshMs = 2 * 60 * 60_000;

/** Changes with the shape of a line. */
const version = 1;

/**
 * Lets only one window of a machine refresh at a time, and gives the others what it has fetched, so that each change is
 * requested once. Windows append the changed jobs to a file with one line for each refresh; each window remembers how
 * far it has read. Anything unexpected in the file makes a window ask the service itself.
 */
export class SharedRefresh {
  readonly #path: string;
  readonly #now: () => number;
  readonly #patienceMs: number;
  /** How far this window has read, in bytes, and the first line of that file, which no other file has. */
  #position: { readonly head: string; readonly offset: number } | undefined;
  /** When this window last asked the service itself. */
  #ownRefreshAt = -Infinity;

  /** `patienceMs`: how long to wait for the refresh of another window. */
  constructor(path: string, now: () => number, patienceMs = 15_000) {
    this.#path = path;
    this.#now = now;
    this.#patienceMs = patienceMs;
  }

  /**
   * Refreshes, or uses the refresh of another window. If that takes long, a refresh by the user does not wait for it,
   * and polling leaves it to the other window. Rejects as `fetch`.
   */
  async run(work: RefreshWork): Promise<void> {
    const lockFile = `${this.#path}.lock`;
    await mkdir(dirname(this.#path), { recursive: true });
    try {
      await withFileLock(lockFile, () => this.#runLocked(work), {
        patienceMs: this.#patienceMs,
        ...present({ signal: work.signal }),
      });
    } catch (error) {
      if (!(error instanceof LockBusyError) || error.path !== lockFile) throw error;
      if (work.maxAgeMs === 0) await work.fetch();
    }
  }

  async #runLocked({ maxAgeMs, adopt, fetch, takeChanges }: RefreshWork): Promise<void> {
    const now = this.#now();
    const changes = await this.#readNew();
    if (changes !== undefined && changes.length > 0) await adopt(changes);
    const lastRefreshAt = changes?.at(-1)?.at ?? -Infinity;
    const isLastRecent = now >= lastRefreshAt && now - lastRefreshAt <= maxAgeMs;
    const isFetchNeeded = !isLastRecent || now - this.#ownRefreshAt >= ownRefreshMs;
    if (isFetchNeeded) {
      await fetch();
      this.#ownRefreshAt = now;
    }
    const jobs = takeChanges();
    if (isFetchNeeded || jobs.length > 0) await this.#append({ at: now, jobs });
  }

  /** Returns the lines that other windows have added; undefined if this window may have missed some. */
  async #readNew(): Promise<readonly SharedChanges[] | undefined> {
    const position = this.#position;
    let bytes: Buffer;
    try {
      bytes = await this.#readFrom(position?.offset ?? 0, position?.head);
    } catch {
      this.#position = undefined;
      return undefined;
    }
    if (position === undefined) return undefined;
    this.#position = { ...position, offset: position.offset + bytes.length };
    const lines = bytes.toString('utf8').split('\n').slice(0, -1);
    const changes = lines.map(parseLine);
    return changes.every((change) => change !== undefined) ? changes : undefined;
  }

  /**
   * Returns the bytes after `offset`. Throws if the file does not begin with `expectedHead`. If that is undefined, the
   * position is set to the end of the file, and no bytes are returned.
   */
  async #readFrom(offset: number, expectedHead: string | undefined): Promise<Buffer> {
    const file = await open(this.#path, 'r');
    try {
      const beginning = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
      const head = beginning.buffer.toString('utf8', 0, beginning.bytesRead);
      if (!isHead(head)) throw new Error('The file has no head.');
      const { size } = await file.stat();
      if (expectedHead === undefined) {
        this.#position = { head, offset: size };
        return Buffer.alloc(0);
      }
      if (head !== expectedHead || size < offset) throw new Error('The file was begun again.');
      const { buffer, bytesRead } = await file.read(Buffer.alloc(size - offset), 0, size - offset, offset);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  }

  async #append(changes: SharedChanges): Promise<void> {
    // The address of a callback is a secret of its window.
    const withoutCallback = (name: string, value: unknown): unknown => (name === 'callbackUrl' ? undefined : value);
    const line = Buffer.from(`${JSON.stringify(changes, withoutCallback)}\n`);
    const position = this.#position;
    if (position === undefined || position.offset + line.length > maxBytes) {
      const head = newHead();
      // The changes are not written, because a window that finds a new file asks the service.
      await writeFile(this.#path, head, { mode: 0o600 });
      this.#position = { head, offset: head.length };
      return;
    }
    await appendFile(this.#path, line, { mode: 0o600 });
    this.#position = { ...position, offset: position.offset + line.length };
  }
}

/** The first line of a file: `v1 ` and a UUID. */
function newHead(): string {
  return `v${version} ${randomUUID()}\n`;
}

const headBytes = newHead().length;

function isHead(text: string): boolean {
  return text.length === headBytes && text.startsWith(`v${version} `) && text.endsWith('\n');
}

function parseLine(line: string): SharedChanges | undefined {
  try {
    const value: unknown = JSON.parse(line);
    if (!isRecord(value) || typeof value['at'] !== 'number' || !Array.isArray(value['jobs'])) return undefined;
    if (value['jobs'].every(isJob)) return { at: value['at'], jobs: value['jobs'] };
    return undefined;
  } catch {
    return undefined;
  }
}

/** Whether a value has the members of a job that are always present. */
function isJob(value: unknown): value is Job {
  return (
    isRecord(value) && ['id', 'status', 'sourceText', 'sourceLanguage'].every((name) => typeof value[name] === 'string')
  );
}
