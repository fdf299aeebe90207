import { open, readFile, rename, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import type { SandboxJob } from './job.ts';
import type { Account, SandboxOrder } from './ledger.ts';

/** What changed: whole records, newest wins. One change is one line of the file, so it is there whole or not at all. */
export interface Change {
  readonly jobs?: readonly SandboxJob[];
  readonly orders?: readonly SandboxOrder[];
  readonly account?: Account;
  /** Milliseconds that the clock was moved forward. */
  readonly clockOffset?: number;
  readonly identity?: Identity;
}

/** What a sandbox has to be recognised by when it starts again on the same file. */
export interface Identity {
  readonly apiKey: string;
  readonly privateKey: string;
  readonly port: number;
}

export interface Storage {
  /** Takes note of a change; `flush` resolves when it and all before it are on disk. */
  append(change: Change): void;
  flush(): Promise<void>;
  close(): Promise<void>;
}

const header = JSON.stringify({ format: 'human-translation-sandbox', version: 1 });

/** Keeps nothing: a sandbox without a data file. */
export const memoryStorage: Storage = {
  append: () => undefined,
  flush: () => Promise.resolve(),
  close: () => Promise.resolve(),
};

/**
 * Opens or creates a data file and gives what it holds, as one change. A last line that was cut off by a kill is dropped:
 * nobody was told of it. The file is written anew, without what has been superseded, before anything is appended.
 * Throws when the file is something else or is damaged before its end; it is then left as it is.
 */
export async function openStorage(file: string): Promise<{ readonly held: Change; readonly storage: Storage }> {
  const held = mergeLines(await readIfThere(file), file);
  await writeAnew(file, held);
  return { held, storage: new FileStorage(await open(file, 'a', 0o600)) };
}

/** Appends lines. What comes while a write is under way goes out with the next one, in one write and one sync. */
class FileStorage implements Storage {
  readonly #file: FileHandle;
  #waiting: Change[] = [];
  #writing: Promise<void> = Promise.resolve();

  constructor(file: FileHandle) {
    this.#file = file;
  }

  append(change: Change): void {
    this.#waiting.push(change);
  }

  flush(): Promise<void> {
    // A write that failed stays failed: what is in memory and what is on disk differ from then on.
    this.#writing = this.#writing.then(() => this.#writeWaiting());
    return this.#writing;
  }

  async close(): Promise<void> {
    try {
      await this.flush();
    } finally {
      await this.#file.close();
    }
  }

  async #writeWaiting(): Promise<void> {
    if (this.#waiting.length === 0) return;
    const lines = this.#waiting.splice(0).map((change) => `${JSON.stringify(change)}\n`);
    await this.#file.appendFile(lines.join(''));
    await this.#file.datasync();
  }
}

async function readIfThere(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
}

function mergeLines(text: string, file: string): Change {
  if (text === '') return {};
  const lines = text.split('\n');
  lines.pop(); // What follows the last line break: nothing, or a line that was cut off.
  if (lines[0] !== header) throw new Error(`${file} is not a data file of this sandbox. Name another file, or one that does not exist yet.`);
  const jobs = new Map<number, SandboxJob>();
  const orders = new Map<number, SandboxOrder>();
  let rest: Omit<Change, 'jobs' | 'orders'> = {};
  for (const [index, line] of lines.entries()) {
    if (index === 0) continue;
    const { jobs: changedJobs = [], orders: changedOrders = [], ...others } = parseLine(line, index + 1, file);
    for (const job of changedJobs) jobs.set(job.id, job);
    for (const order of changedOrders) orders.set(order.id, order);
    rest = { ...rest, ...others };
  }
  return { ...rest, jobs: [...jobs.values()], orders: [...orders.values()] };
}

function parseLine(line: string, number: number, file: string): Change {
  try {
    return JSON.parse(line) as Change;
  } catch (cause) {
    throw new Error(`Line ${number} of ${file} is damaged. Move the file away to start with an empty sandbox.`, { cause });
  }
}

/** Written beside the file and moved over it, so that a kill leaves the old or the new one. */
async function writeAnew(file: string, held: Change): Promise<void> {
  const draft = path.join(path.dirname(file), `.${path.basename(file)}.${process.pid}.tmp`);
  const handle = await open(draft, 'w', 0o600);
  try {
    await handle.writeFile(`${header}\n${JSON.stringify(held)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, file);
}
