import { createReadStream } from 'node:fs';
import { open, readdir, rename, rm, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { hasErrorCode } from '../../base/files/fileErrors.ts';
import { present } from '../../base/present.ts';
import type { Change, Storage } from '../records/change.ts';
import type { SandboxJob } from '../records/job.ts';
import type { SandboxGlossary } from '../records/glossary.ts';
import type { Account, SandboxOrder } from '../records/placedOrder.ts';
import type { PendingCallback } from '../records/pendingCallback.ts';
import type { KeptFile } from '../records/quotedFiles.ts';
import { syncFolder } from '../../base/files/syncFolder.ts';

/**
 * A file with several accounts has a different version number: a program that supports only one account would otherwise
 * assign all records to it.
 */
const headers = {
  oneAccount: JSON.stringify({ format: 'human-translation-sandbox', version: 1 }),
  severalAccounts: JSON.stringify({ format: 'human-translation-sandbox', version: 2 }),
} as const;
type Header = keyof typeof headers;
/** Jobs per line of a rewritten file; limits the length of lines. */
const jobsPerLine = 1000;
/**
 * The file is rewritten when it is this many times as large as its current records, and at least this many bytes
 * larger.
 */
const growthFactor = 3;
const defaultSlackBytes = 8 * 1024 * 1024;

/** Stores nothing, for a sandbox without a data file. */
export const memoryStorage: Storage = {
  append: () => undefined,
  flush: () => Promise.resolve(),
  close: () => Promise.resolve(),
};

/** The content of a data file. */
export interface Held {
  /** Everything except the jobs, orders, money and glossaries of additional accounts, as one change. */
  readonly held: Change;
  /** The jobs, orders, money and glossaries of each additional account, by its API key. */
  readonly further: ReadonlyMap<string, Change>;
}

export interface StorageOptions {
  /** Whether additional accounts may be written, even if the file has none yet. */
  readonly severalAccounts?: boolean;
  readonly slackBytes?: number;
}

/**
 * Opens or creates a data file and returns its content. A last line that was cut off by a kill is dropped; it was never
 * confirmed to a caller. The file is rewritten without superseded records before anything is appended, and again when
 * they have grown by more than `slackBytes`. Throws, without changing the file, if it is not a data file or is damaged
 * before its end.
 */
export async function openStorage(
  file: string,
  options: StorageOptions = {},
): Promise<Held & { readonly storage: Storage }> {
  const { severalAccounts = false, slackBytes = defaultSlackBytes } = options;
  const stored = await readHeld(file);
  await removeDrafts(file);
  const header = severalAccounts || stored.further.size > 0 ? 'severalAccounts' : 'oneAccount';
  const draft = await writeDraft(file, header, stored);
  await replaceWithDraft(draft, file);
  return { ...stored, storage: new FileStorage(file, header, draft, slackBytes) };
}

/** A replacement for the data file, written and synced, and open at its end. */
interface Draft {
  readonly path: string;
  readonly handle: FileHandle;
  readonly size: number;
}

/** Appends lines. Lines that arrive during a write are written together afterwards, with one sync. */
class FileStorage implements Storage {
  readonly #path: string;
  readonly #header: Header;
  readonly #slackBytes: number;
  #handle: FileHandle;
  #size: number;
  /** The size at which the file is rewritten. */
  #fullSize: number;
  #waiting: Change[] = [];
  #writing: Promise<void> = Promise.resolve();
  #failed = false;

  constructor(path: string, header: Header, file: Draft, slackBytes: number) {
    this.#path = path;
    this.#header = header;
    this.#slackBytes = slackBytes;
    this.#handle = file.handle;
    this.#size = file.size;
    this.#fullSize = file.size * growthFactor + slackBytes;
  }

  append(change: Change): void {
    if (!this.#failed) this.#waiting.push(change);
  }

  flush(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#writeWaiting());
    this.#writing.catch(() => undefined); // Callers of `flush` receive the error; there may be none.
    return this.#writing;
  }

  async close(): Promise<void> {
    try {
      await this.flush();
    } finally {
      await this.#handle.close();
    }
  }

  async #writeWaiting(): Promise<void> {
    if (this.#waiting.length === 0) return;
    const lines = Buffer.from(this.#waiting.splice(0).map(lineOf).join(''));
    try {
      await this.#handle.appendFile(lines);
      await this.#handle.datasync();
      this.#size += lines.length;
      if (this.#size > this.#fullSize) await this.#compact();
    } catch (error) {
      this.#failed = true;
      this.#waiting = [];
      throw error;
    }
  }

  async #compact(): Promise<void> {
    const draft = await writeDraft(this.#path, this.#header, await readHeld(this.#path)).catch(() => undefined);
    if (draft) {
      await this.#handle.close();
      await replaceWithDraft(draft, this.#path);
      this.#handle = draft.handle;
      this.#size = draft.size;
    }
    // Without disk space for a second file, the first one continues to grow.
    this.#fullSize = this.#size * growthFactor + this.#slackBytes;
  }
}

/** Reads everything from the file; the result is empty if there is no file. */
async function readHeld(file: string): Promise<Held> {
  const firstAccount = noRecords();
  const otherAccounts = new Map<string, AccountRecords>();
  const files = new Map<string, KeptFile>();
  const callbacks = new Map<number, PendingCallback>();
  let singleValues: Change = {};
  let lineNumber = 0;
  for await (const line of linesOf(file)) {
    lineNumber += 1;
    if (lineNumber === 1) {
      requireHeader(line, file);
      continue;
    }
    const change = parseLine(line, lineNumber, file);
    const records = change.owner === undefined ? firstAccount : (otherAccounts.get(change.owner) ?? noRecords());
    if (change.owner !== undefined) otherAccounts.set(change.owner, records);
    for (const job of change.jobs ?? []) records.jobs.set(job.id, job);
    for (const order of change.orders ?? []) records.orders.set(order.id, order);
    records.account = change.account ?? records.account;
    for (const glossary of change.glossaries ?? []) records.glossaries.set(glossary.id, glossary);
    for (const id of change.forgottenGlossaries ?? []) {
      records.glossaries.delete(id);
      records.forgottenGlossaries.add(id);
    }
    for (const file of change.files ?? []) files.set(file.identifier, file);
    for (const identifier of change.forgottenFiles ?? []) files.delete(identifier);
    for (const callback of change.callbacks ?? []) callbacks.set(callback.id, callback);
    for (const id of change.doneCallbacks ?? []) callbacks.delete(id);
    singleValues = { ...singleValues, ...withoutLists(change) };
  }
  if (lineNumber === 0) return { held: {}, further: new Map() };
  const held = {
    ...singleValues,
    ...heldOf(firstAccount),
    ...present({ files: listOf(files.values()), callbacks: listOf(callbacks.values()) }),
  };
  return { held, further: new Map([...otherAccounts].map(([owner, records]) => [owner, heldOf(records)])) };
}

/** The newest records of one account. */
interface AccountRecords {
  readonly jobs: Map<number, SandboxJob>;
  readonly orders: Map<number, SandboxOrder>;
  readonly glossaries: Map<number, SandboxGlossary>;
  readonly forgottenGlossaries: Set<number>;
  account: Account | undefined;
}

function noRecords(): AccountRecords {
  return {
    jobs: new Map(),
    orders: new Map(),
    glossaries: new Map(),
    forgottenGlossaries: new Set(),
    account: undefined,
  };
}

function heldOf({ jobs, orders, account, glossaries, forgottenGlossaries }: AccountRecords): Change {
  return {
    ...present({ account }),
    ...present({ glossaries: listOf(glossaries.values()), forgottenGlossaries: listOf(forgottenGlossaries) }),
    jobs: [...jobs.values()],
    orders: [...orders.values()],
  };
}

function withoutLists({ clockOffset, identity }: Change): Change {
  return present({ clockOffset, identity });
}

/** Returns the items as an array; undefined if there are none. */
function listOf<T>(items: Iterable<T>): readonly T[] | undefined {
  const list = [...items];
  return list.length === 0 ? undefined : list;
}

const lineBreak = 0x0a;

/**
 * Yields the complete lines of a file. Text after the last line break was cut off by a kill, unless there is no
 * complete line.
 */
async function* linesOf(file: string): AsyncGenerator<Buffer, void, undefined> {
  let pieces: Buffer[] = [];
  let hasCompleteLine = false;
  try {
    for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
      let start = 0;
      for (let end = chunk.indexOf(lineBreak); end >= 0; end = chunk.indexOf(lineBreak, start)) {
        hasCompleteLine = true;
        yield Buffer.concat([...pieces, chunk.subarray(start, end)]);
        pieces = [];
        start = end + 1;
      }
      if (start < chunk.length) pieces.push(chunk.subarray(start));
    }
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return;
    throw error;
  }
  if (!hasCompleteLine && pieces.length > 0) yield Buffer.concat(pieces);
}

function requireHeader(line: Buffer, file: string): void {
  const text = line.toString('utf8');
  if (!Object.values(headers).some((header) => header === text))
    throw new Error(`${file} is not a data file of this sandbox. Name another file, or one that does not exist yet.`);
}

function parseLine(line: Buffer, number: number, file: string): Change {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(line)) as Change;
  } catch (cause) {
    throw new Error(`Line ${number} of ${file} is damaged. Move the file away to start with an empty sandbox.`, {
      cause,
    });
  }
}

/** Writes a draft next to the file, and removes it on failure. */
async function writeDraft(file: string, header: Header, { held, further }: Held): Promise<Draft> {
  const draft = path.join(path.dirname(file), `${draftPrefix(file)}${process.pid}${draftSuffix}`);
  const handle = await open(draft, 'w', 0o600);
  try {
    await handle.appendFile(`${headers[header]}\n`);
    for (const change of inLines(held)) await handle.appendFile(lineOf(change));
    for (const [owner, records] of further)
      for (const change of inLines({ owner, ...records })) await handle.appendFile(lineOf(change));
    await handle.sync();
    return { path: draft, handle, size: (await handle.stat()).size };
  } catch (error) {
    await handle.close();
    await rm(draft, { force: true });
    throw error;
  }
}

/** Replaces the file by renaming the draft, so that a kill leaves either the old or the new file. */
async function replaceWithDraft(draft: Draft, file: string): Promise<void> {
  await rename(draft.path, file);
  await syncFolder(path.dirname(file));
}

function* inLines({ jobs = [], ...others }: Change): Generator<Change> {
  yield { ...others, jobs: jobs.slice(0, jobsPerLine) };
  const owner = present({ owner: others.owner });
  for (let start = jobsPerLine; start < jobs.length; start += jobsPerLine)
    yield { ...owner, jobs: jobs.slice(start, start + jobsPerLine) };
}

function lineOf(change: Change): string {
  return `${JSON.stringify(change)}\n`;
}

const draftSuffix = '.tmp';

function draftPrefix(file: string): string {
  return `.${path.basename(file)}.`;
}

/** Removes drafts of processes that were killed before they renamed them. */
async function removeDrafts(file: string): Promise<void> {
  const folder = path.dirname(file);
  const isDraft = (name: string): boolean =>
    name.startsWith(draftPrefix(file)) &&
    /^\d+$/u.test(name.slice(draftPrefix(file).length, -draftSuffix.length)) &&
    name.endsWith(draftSuffix);
  for (const name of await readdir(folder)) if (isDraft(name)) await rm(path.join(folder, name), { force: true });
}
