import { open } from 'node:fs/promises';
import { TimeSlice } from '../base/timeSlice.ts';
import type { JournalEntry } from './journalEntry.ts';
import { readLine } from './journalLine.ts';

/** Bytes of a journal: both numbers count from its beginning. */
export interface JournalRange {
  readonly offset: number;
  readonly length: number;
}

/** Lines that cannot be read. */
export interface DamagedRange extends JournalRange {
  readonly bytes: Buffer;
}

/** Receives what a journal holds, each line once and in order, whichever window wrote it. */
export interface LineSink {
  entry(entry: JournalEntry): void;
  damaged(range: DamagedRange): void;
  /** A line of a later version. */
  newer(range: JournalRange): void;
  /** The file is shorter than it was, or gone: somebody replaced it. It is read again from its beginning. */
  replaced(): void;
}

const chunkBytes = 1 << 20;

/** Reads a journal's lines as they come, in chunks between which everything else gets its turn. Never writes. */
export class JournalReader {
  readonly #path: string;
  readonly #sink: LineSink;
  #offset = 0;
  #reading: Promise<void> | undefined;

  constructor(path: string, sink: LineSink) {
    this.#path = path;
    this.#sink = sink;
  }

  /** Where the first line begins that has not been read. */
  get offset(): number {
    return this.#offset;
  }

  /** Reads what was appended since the last time. A reading under way is shared. */
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
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
      if (this.#offset > 0) this.#startOver();
      return;
    }
    try {
      const { size } = await file.stat();
      if (size < this.#offset) this.#startOver();
      await this.#readLines(file, size);
    } finally {
      await file.close();
    }
  }

  #startOver(): void {
    this.#offset = 0;
    this.#sink.replaced();
  }

  async #readLines(file: Awaited<ReturnType<typeof open>>, size: number): Promise<void> {
    const slice = new TimeSlice();
    let unread: Buffer = Buffer.alloc(0);
    let position = this.#offset;
    while (position < size) {
      const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, size - position));
      const { bytesRead } = await file.read(chunk, 0, chunk.length, position);
      if (bytesRead === 0) return;
      position += bytesRead;
      const bytes = unread.length === 0 ? chunk.subarray(0, bytesRead) : Buffer.concat([unread, chunk.subarray(0, bytesRead)]);
      let start = 0;
      // Bytes after the last line break are a line that is still being written, or was torn.
      for (let end = bytes.indexOf(0x0a); end >= 0; end = bytes.indexOf(0x0a, start)) {
        this.#take(bytes.subarray(start, end));
        start = end + 1;
        if (slice.isOver) await slice.rest();
      }
      unread = bytes.subarray(start);
    }
  }

  #take(bytes: Buffer): void {
    const range = { offset: this.#offset, length: bytes.length };
    this.#offset += bytes.length + 1;
    if (bytes.length === 0) return;
    const line = readLine(bytes);
    if (line.kind === 'entry') this.#sink.entry(line.entry);
    else if (line.kind === 'newer') this.#sink.newer(range);
    // Its chunk is about to be dropped.
    else this.#sink.damaged({ ...range, bytes: Buffer.from(bytes) });
  }
}
