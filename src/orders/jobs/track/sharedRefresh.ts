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

/** A window asks the service itself at least this often: what could not be read or found is not shared. */
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
  /** The file that this window has read, and up to which byte. */
  #position: { readonly generation: string; readonly offset: number } | undefined;
  #ownAt = -Infinity;

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
    const at = this.#now();
    const changes = await this.#readNew();
    if (changes !== undefined && changes.length > 0) await adopt(changes);
    const lastAt = changes?.at(-1)?.at ?? -Infinity;
    const isRecent = at >= lastAt && at - lastAt <= maxAgeMs && at - this.#ownAt < ownRefreshMs;
    if (!isRecent) {
      await fetch();
      this.#ownAt = at;
    }
    const changed = takeChanges();
    if (!isRecent || changed.length > 0) await this.#append({ at, jobs: changed });
  }

  /** Returns the lines that other windows have added; undefined if this window may have missed some. */
  async #readNew(): Promise<readonly SharedChanges[] | undefined> {
    const position = this.#position;
    let bytes: Buffer;
    try {
      bytes = await this.#readFrom(position?.offset ?? 0, position?.generation);
    } catch {
      this.#position = undefined;
      return undefined;
    }
    if (position === undefined) return undefined;
    this.#position = { ...position, offset: position.offset + bytes.length };
    const changes = bytes.toString('utf8').split('\n').slice(0, -1).map(parseLine);
    return changes.every((one) => one !== undefined) ? changes : undefined;
  }

  /** Returns the bytes after `offset`. Throws if the file is not that of the generation. */
  async #readFrom(offset: number, generation: string | undefined): Promise<Buffer> {
    const file = await open(this.#path, 'r');
    try {
      const head = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
      const foundHead = head.buffer.toString('utf8', 0, head.bytesRead);
      if (!isHead(foundHead)) throw new Error('The file has no head.');
      const { size } = await file.stat();
      if (generation === undefined) {
        this.#position = { generation: foundHead, offset: size };
        return Buffer.alloc(0);
      }
      if (foundHead !== generation || size < offset) throw new Error('The file was begun again.');
      const { buffer, bytesRead } = await file.read(Buffer.alloc(size - offset), 0, size - offset, offset);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  }

  async #append(changes: SharedChanges): Promise<void> {
    // The address of a callback is a secret of its window.
    const line = Buffer.from(
      `${JSON.stringify(changes, (name, value: unknown) => (name === 'callbackUrl' ? undefined : value))}\n`,
    );
    const position = this.#position;
    if (position === undefined || position.offset + line.length > maxBytes) {
      const generation = newHead();
      // The changes are not written: whoever finds a new file asks the service.
      await writeFile(this.#path, generation, { mode: 0o600 });
      this.#position = { generation, offset: generation.length };
      return;
    }
    await appendFile(this.#path, line, { mode: 0o600 });
    this.#position = { ...position, offset: position.offset + line.length };
  }
}

/** `v1 ` and a UUID in a line. */
const headBytes = `v${version} `.length + 36 + 1;

function newHead(): string {
  return `v${version} ${randomUUID()}\n`;
}

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

function isJob(value: unknown): value is Job {
  return (
    isRecord(value) && ['id', 'status', 'sourceText', 'sourceLanguage'].every((key) => typeof value[key] === 'string')
  );
}
