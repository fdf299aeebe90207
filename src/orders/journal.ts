import { mkdir, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import * as v from 'valibot';
import { openBackups, type Backups } from './backups.ts';
import type { HeldLock, LockOptions } from '../base/fileLock.ts';
import { withFileLock } from './fileLock.ts';
import { journalEntrySchema, type JournalEntry } from './journalEntry.ts';

/** A file of this extension beside the journal while some job is not finished: what activation looks for before it loads anything. */
export const watchMarkerExtension = '.watching'; // known to editor/openWork.ts too, which must not load this file

/** One journal an origin and account, so that two accounts never see each other's orders. */
export function journalPath(folder: string, origin: string, account: string): string {
  const name = createHash('sha256').update(`${origin}\n${account}`).digest('hex').slice(0, 16);
  return join(folder, `${name}.jsonl`);
}

/**
 * An append-only file of entries, one JSON object a line, shared by every window of the machine.
 * An entry is on the disk when `append` resolves. A line that a crash tore is skipped and reported, never repaired.
 */
export class Journal {
  /** Files that were replaced, kept beside the journal. */
  readonly backups: Backups;
  readonly #path: string;
  readonly #onEntry: (entry: JournalEntry) => void;
  readonly #warn: (message: string) => void;
  readonly #lockOptions: LockOptions;
  #offset = 0;
  #reading: Promise<void> | undefined;
  readonly #writing = new Set<Promise<void>>();

  /** `onEntry` is told every entry once, in order, whichever window wrote it. `lockOptions` are the same in all processes that share the journal. */
  constructor(path: string, onEntry: (entry: JournalEntry) => void, warn: (message: string) => void, lockOptions: LockOptions = {}) {
    this.backups = openBackups(path);
    this.#path = path;
    this.#onEntry = onEntry;
    this.#warn = warn;
    this.#lockOptions = lockOptions;
  }

  /** Reads what any window has appended since the last look. */
  async sync(): Promise<void> {
    this.#reading ??= this.#readOn().finally(() => {
      this.#reading = undefined;
    });
    await this.#reading;
  }

  /** Writes entries, forces them onto the disk, and takes them in. */
  async append(...entries: readonly JournalEntry[]): Promise<void> {
    if (entries.length === 0) return;
    const writing = this.#write(entries).finally(() => this.#writing.delete(writing));
    this.#writing.add(writing);
    await writing;
    // Two rounds: the first may have begun before the lines were there.
    await this.sync();
    await this.sync();
  }

  /** Resolves when all that is being written now is on the disk, or could not be written. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#writing);
  }

  async #write(entries: readonly JournalEntry[]): Promise<void> {
    await mkdir(dirname(this.#path), { recursive: true });
    const file = await open(this.#path, 'a+', 0o600);
    try {
      const lines = entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
      const { size } = await file.stat();
      // One write at the end of the file, so that windows do not mix their lines; a torn line before it is closed first.
      const bytes = Buffer.from((await endsInsideLine(file, size)) ? `\n${lines}` : lines);
      const { bytesWritten } = await file.write(bytes);
      if (bytesWritten < bytes.length) throw new Error(`The journal ${this.#path} could not be written: the disk is full.`);
      await file.sync();
      if (size === 0) await syncFolder(dirname(this.#path));
    } finally {
      await file.close();
    }
  }

  /** Runs `work` with all entries of all windows taken in, and nobody else doing the same. `work` may append, but not call this again. */
  async exclusively<T>(work: (lock: HeldLock) => Promise<T>): Promise<T> {
    await mkdir(dirname(this.#path), { recursive: true });
    const syncAndWork = async (lock: HeldLock): Promise<T> => {
      await this.sync();
      await this.sync();
      return work(lock);
    };
    return withFileLock(`${this.#path}.lock`, syncAndWork, this.#lockOptions);
  }

  /** Entries of the other journals beside this one: deliveries count whatever service they came from. */
  async readOthers(): Promise<readonly JournalEntry[]> {
    const folder = dirname(this.#path);
    const names = await readdir(folder).catch(() => []);
    const entries: JournalEntry[] = [];
    for (const name of names) {
      if (!name.endsWith('.jsonl') || name === basename(this.#path)) continue;
      const text = await readFile(join(folder, name), 'utf8');
      for (const line of text.split('\n')) {
        const entry = parseLine(line);
        if (entry !== undefined) entries.push(entry);
      }
    }
    return entries;
  }

  /** Tells the next start whether there is something to look after. */
  async markWatched(watched: boolean): Promise<void> {
    const marker = `${this.#path}${watchMarkerExtension}`;
    if (watched) {
      await mkdir(dirname(marker), { recursive: true });
      await writeFile(marker, '');
    } else {
      await rm(marker, { force: true });
    }
  }

  async #readOn(): Promise<void> {
    let file;
    try {
      file = await open(this.#path, 'r');
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return;
      throw error;
    }
    try {
      const { size } = await file.stat();
      if (size < this.#offset) {
        this.#warn('The journal is shorter than it was: somebody replaced it. It is read from its beginning.');
        this.#offset = 0;
      }
      if (size === this.#offset) return;
      const bytes = Buffer.alloc(size - this.#offset);
      const { bytesRead } = await file.read(bytes, 0, bytes.length, this.#offset);
      // What stands behind the last line break is a line that is still being written, or was torn.
      const end = bytes.subarray(0, bytesRead).lastIndexOf(0x0a) + 1;
      this.#offset += end;
      for (const line of bytes.toString('utf8', 0, end).split('\n')) {
        if (line === '') continue;
        const entry = parseLine(line);
        if (entry === undefined) this.#warn(`The journal has a line that cannot be read; it was skipped: ${line.slice(0, 80)}`);
        else this.#onEntry(entry);
      }
    } finally {
      await file.close();
    }
  }
}

function parseLine(line: string): JournalEntry | undefined {
  if (line === '') return undefined;
  try {
    const parsed = v.safeParse(journalEntrySchema, JSON.parse(line));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}

async function endsInsideLine(file: Awaited<ReturnType<typeof open>>, size: number): Promise<boolean> {
  if (size === 0) return false;
  const last = Buffer.alloc(1);
  await file.read(last, 0, 1, size - 1);
  return last[0] !== 0x0a;
}

/** Makes a new file's name as durable as its content. */
async function syncFolder(path: string): Promise<void> {
  let folder;
  try {
    folder = await open(path, 'r');
    await folder.sync();
  } catch {
    // Windows does not open folders; there the file's own flush is all that can be had.
  } finally {
    await folder?.close();
  }
}
