import type { FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import type { EntryOf, JournalEntry } from './journalEntry.ts';
import { chunkBytes, readChunks } from './journalLines.ts';
import { readLine } from './journalLine.ts';

/** The bytes of the beginning of a journal. Parts that are seldom needed are only parsed on demand. */
export class JournalBytes {
  readonly #chunks: Buffer[] = [];
  #length = 0;
  #checksum = 0;

  /** Reads the first `length` bytes of a file. Returns undefined if the file has fewer. */
  static async read(file: FileHandle, length: number): Promise<JournalBytes | undefined> {
    const bytes = new JournalBytes();
    for await (const chunk of readChunks(file, 0, length)) bytes.append(chunk);
    return bytes.#length < length ? undefined : bytes;
  }

  /** CRC-32 of all bytes. */
  get checksum(): number {
    return this.#checksum;
  }

  /** Adds the next chunk of the file. Throws an Error if the previous chunk was shorter than `chunkBytes`. */
  append(chunk: Buffer): void {
    if (this.#length % chunkBytes > 0) throw new Error('The journal could not be read: a chunk of it was too short.');
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    this.#checksum = crc32(chunk, this.#checksum);
  }

  slice(offset: number, length: number): Buffer {
    const firstChunk = Math.floor(offset / chunkBytes);
    const lastChunk = Math.floor((offset + length) / chunkBytes);
    const chunks = this.#chunks.slice(firstChunk, lastChunk + 1);
    const bytes = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
    const start = offset - firstChunk * chunkBytes;
    return (bytes ?? Buffer.alloc(0)).subarray(start, start + length);
  }
}

/** A line that is parsed on first access. */
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
    // Cannot happen: the bytes were verified with the snapshot's checksum.
    if (line.kind !== 'entry' || !isOfType(line.entry, this.#type))
      throw new Error(`The journal has no ${this.#type} at byte ${this.#offset}.`);
    return line.entry;
  }
}

function isOfType<Type extends JournalEntry['type']>(entry: JournalEntry, type: Type): entry is EntryOf<Type> {
  return entry.type === type;
}
