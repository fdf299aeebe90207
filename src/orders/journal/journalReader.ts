import { open } from 'node:fs/promises';
import { hasErrorCode } from '../../base/files/fileErrors.ts';
import { JournalBytes } from './journalBytes.ts';
import type { JournalEntry } from './journalEntry.ts';
import { readLine } from './journalLine.ts';
import { readChunks, readLines, type JournalRange } from './journalLines.ts';
import { toLazyEntry } from './snapshotRow.ts';
import { readSnapshot, type SnapshotSink } from './snapshot.ts';

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
  /**
   * Called if the file is shorter than before, was deleted, or is not the one that its snapshot was made of. It is read
   * again from the beginning.
   */
  replaced(): void;
}

/** Entries of a journal of at least this many bytes are parsed lazily. */
const lazyFromBytes = 1 << 22;

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

  #take(bytes: Buffer, all: JournalBytes | undefined): void {
    const range = { offset: this.#offset, length: bytes.length };
    this.#offset += bytes.length + 1;
    if (bytes.length === 0) return;
    const line = readLine(bytes);
    if (line.kind === 'entry') this.#sink.entry(all === undefined ? line.entry : toLazyEntry(line.entry, range, all));
    else if (line.kind === 'newer') this.#sink.newer(range);
    // Copied, so that the whole chunk is not kept in memory.
    else this.#sink.damaged({ ...range, bytes: Buffer.from(bytes) });
  }
}
