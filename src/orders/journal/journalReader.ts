import { open, readdir } from 'node:fs/promises';
import { hasErrorCode } from '../../base/files/fileErrors.ts';
import { JournalBytes } from './journalBytes.ts';
import type { JournalEntry, EntryOf } from './journalEntry.ts';
import { readLine } from './journalLine.ts';
import { readChunks, readLines, type JournalRange } from './journalLines.ts';
import { toLazyEntry } from './snapshotRow.ts';
import { readSnapshot, type SnapshotSink } from './snapshot.ts';
import { Ledger } from './ledger.ts';
import { dirname, basename, join } from 'node:path';
import { errorMessage } from '../../base/errorMessage.ts';

/** A line that cannot be read. */
export interface DamagedRange extends JournalRange {
  readonly bytes: Buffer;
}

/** Receives the lines of a journal, each once and in order, whichever window wrote it. */
export interface LineSink extends SnapshotSink {
  entry(entry: JournalEntry): void;
  damaged(range: DamagedRange): void;
  /** A line of a later version. */
  newer(range: JournalRange): void;
  /** Called before a file is read again that was deleted, is shorter than before, or is not that of its snapshot. */
  replaced(): void;
}

/** Entries of a journal of at least this many bytes are parsed lazily. */
const lazyFromBytes = 4 * 1024 * 1024;

/** Passes chunks on and appends each to `bytes`. */
async function* appendTo(chunks: AsyncIterable<Buffer>, bytes: JournalBytes | undefined): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    bytes?.append(chunk);
    yield chunk;
  }
}

/** Reads a journal's lines as they are appended. Yields to the event loop between chunks. Never writes. */
export class JournalReader {
  readonly #path: string;
  readonly #sink: LineSink;
  #offset = 0;
  #snapshotOffset: number | undefined;
  #reading: Promise<void> | undefined;

  constructor(path: string, sink: LineSink) {
    this.#path = path;
    this.#sink = sink;
  }

  /** Offset of the first line that has not been read. */
  get offset(): number {
    return this.#offset;
  }

  /** Offset up to which the journal was read from a snapshot; 0 without one. */
  get snapshotOffset(): number {
    return this.#snapshotOffset ?? 0;
  }

  /** Reads the lines that were appended since the last call. A concurrent call shares the same reading. */
  async readOn(): Promise<void> {
    this.#reading ??= this.#readOn().finally(() => {
      this.#reading = undefined;
    });
    await this.#reading;
  }

  async #readOn(): Promise<void> {
    let file;
    try {
      file = await open(this.#path, 'r');
    } catch (error) {
      if (!hasErrorCode(error, 'ENOENT')) throw error;
      if (this.#offset > 0) this.#startOver();
      return;
    }
    try {
      const { size } = await file.stat();
      if (this.#snapshotOffset === undefined) await this.#readSnapshot(file, size);
      if (size < this.#offset) this.#startOver();
      // Most entries of a long journal are never accessed.
      const bytes = this.#offset === 0 && size >= lazyFromBytes ? new JournalBytes() : undefined;
      await readLines(appendTo(readChunks(file, this.#offset, size), bytes), (line) => {
        this.#take(line, bytes);
      });
    } finally {
      await file.close();
    }
  }

  async #readSnapshot(file: Awaited<ReturnType<typeof open>>, size: number): Promise<void> {
    const result = await readSnapshot(this.#path, file, size, this.#sink);
    this.#snapshotOffset = result.kind === 'read' ? result.offset : 0;
    this.#offset = this.#snapshotOffset;
    if (result.kind === 'other-journal') this.#startOver();
  }

  #startOver(): void {
    this.#offset = 0;
    this.#snapshotOffset = 0;
    this.#sink.replaced();
  }

  /** Passes a line on. With `journalBytes`, the seldom needed parts of its entry are parsed on demand. */
  #take(lineBytes: Buffer, journalBytes: JournalBytes | undefined): void {
    const range = { offset: this.#offset, length: lineBytes.length };
    this.#offset += lineBytes.length + 1;
    if (lineBytes.length === 0) return;
    const line = readLine(lineBytes);
    if (line.kind === 'newer') this.#sink.newer(range);
    // Copied, so that the whole chunk is not kept in memory.
    else if (line.kind === 'damaged') this.#sink.damaged({ ...range, bytes: Buffer.from(lineBytes) });
    else if (journalBytes === undefined) this.#sink.entry(line.entry);
    else this.#sink.entry(toLazyEntry(line.entry, range, journalBytes));
  }
}

/** Another journal in the same folder, of another account, service or API key. It is only read. */
export interface Sibling {
  /** File name. */
  readonly name: string;
  readonly ledger: Ledger;
  /** Undefined for journals of earlier versions. */
  readonly header: EntryOf<'header'> | undefined;
  /** False if it has lines that cannot be read or that a later version wrote. */
  readonly isWhole: boolean;
}

/** The result of reading the other journals. */
export interface SiblingReport {
  readonly siblings: readonly Sibling[];
  /** Names of the files that could not be read this time. */
  readonly unreadable: readonly string[];
}

export const journalExtension = '.jsonl';

/** The other journals in a journal's folder. Each reading continues at the end of the previous one. */
export class Siblings {
  readonly #path: string;
  readonly #warn: (message: string) => void;
  readonly #openSiblings = new Map<string, OpenSibling>();
  /** Names of unreadable journals that have been logged, until they can be read again. */
  readonly #loggedNames = new Set<string>();

  /** `path` is the journal whose siblings these are. */
  constructor(path: string, warn: (message: string) => void) {
    this.#path = path;
    this.#warn = warn;
  }

  /** Reads the new lines of all of them. A journal that cannot be read is logged once and skipped. */
  async read(): Promise<SiblingReport> {
    const folder = dirname(this.#path);
    const names = (await readdir(folder).catch(() => []))
      .filter((name) => name.endsWith(journalExtension) && name !== basename(this.#path))
      .sort();
    for (const name of this.#openSiblings.keys()) if (!names.includes(name)) this.#openSiblings.delete(name);
    const siblings: Sibling[] = [];
    const unreadable: string[] = [];
    for (const name of names) {
      const sibling = this.#openSiblings.get(name) ?? new OpenSibling(name, join(folder, name));
      this.#openSiblings.set(name, sibling);
      try {
        siblings.push(await sibling.read());
        this.#loggedNames.delete(name);
      } catch (error) {
        unreadable.push(name);
        if (!this.#loggedNames.has(name))
          this.#warn(`The journal ${name} cannot be read; it was skipped: ${errorMessage(error)}`);
        this.#loggedNames.add(name);
      }
    }
    return { siblings, unreadable };
  }
}

/** Another journal that is read on with each call of `read`. */
class OpenSibling {
  readonly #name: string;
  readonly #reader: JournalReader;
  #ledger = new Ledger();
  #isWhole = true;

  constructor(name: string, path: string) {
    this.#name = name;
    this.#reader = new JournalReader(path, {
      entry: (entry) => {
        this.#ledger.apply(entry);
      },
      damaged: () => {
        this.#isWhole = false;
      },
      newer: () => {
        this.#isWhole = false;
      },
      undelivered: (jobIds) => {
        this.#ledger.limitUndelivered(jobIds);
      },
      replaced: () => {
        this.#ledger = new Ledger();
        this.#isWhole = true;
      },
    });
  }

  async read(): Promise<Sibling> {
    await this.#reader.readOn();
    return { name: this.#name, ledger: this.#ledger, header: this.#ledger.header, isWhole: this.#isWhole };
  }
}
