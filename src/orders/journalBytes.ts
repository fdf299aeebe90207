import type { FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import type { EntryOf, JournalEntry } from './journalEntry.ts';
import { chunkBytes, readChunks } from './journalLines.ts';
import { readLine } from './journalLine.ts';

/** The beginning of a journal as it is on the disk: what is seldom looked at is not even parsed until then. */
export class JournalBytes {
  readonly #chunks: readonly Buffer[];
  /** Checksum of all of it. */
  readonly checksum: number;

  private constructor(chunks: readonly Buffer[], checksum: number) {
    this.#chunks = chunks;
    this.checksum = checksum;
  }

  /** Reads this many bytes. Undefined when the file has fewer. */
  static async read(file: FileHandle, length: number): Promise<JournalBytes | undefined> {
    const chunks: Buffer[] = [];
    let [checksum, read] = [0, 0];
    for await (const chunk of readChunks(file, 0, length)) {
      // A chunk that came short would move all that follow it.
      if (chunk.length < Math.min(chunkBytes, length - read)) return undefined;
      checksum = crc32(chunk, checksum);
      read += chunk.length;
      chunks.push(chunk);
    }
    return read < length ? undefined : new JournalBytes(chunks, checksum);
  }

  slice(offset: number, length: number): Buffer {
    const [first, last] = [Math.floor(offset / chunkBytes), Math.floor((offset + length) / chunkBytes)];
    const bytes = first === last ? (this.#chunks[first] ?? Buffer.alloc(0)) : Buffer.concat(this.#chunks.slice(first, last + 1));
    const start = offset - first * chunkBytes;
    return bytes.subarray(start, start + length);
  }
}

/** A line that is parsed when somebody looks at it, and kept then. */
export class LazyLine<Type extends JournalEntry['type']> {
  readonly #type: Type;
  readonly #bytes: JournalBytes;
  readonly #offset: number;
  readonly #length: number;
  #entry: EntryOf<Type> | undefined;

  constructor(type: Type, bytes: JournalBytes, offset: number, length: number) {
    this.#type = type;
    this.#bytes = bytes;
    this.#offset = offset;
    this.#length = length;
  }

  get entry(): EntryOf<Type> {
    this.#entry ??= this.#read();
    return this.#entry;
  }

  #read(): EntryOf<Type> {
    const line = readLine(this.#bytes.slice(this.#offset, this.#length));
    // The snapshot was made of these very bytes.
    if (line.kind !== 'entry' || !isOfType(line.entry, this.#type)) throw new Error(`The journal has no ${this.#type} at byte ${this.#offset}.`);
    return line.entry;
  }
}

function isOfType<Type extends JournalEntry['type']>(entry: JournalEntry, type: Type): entry is EntryOf<Type> {
  return entry.type === type;
}
