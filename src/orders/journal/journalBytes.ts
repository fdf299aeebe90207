import type { FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import type { EntryOf, JournalEntry } from './journalEntry.ts';
import { chunkBytes, readChunks } from './journalLines.ts';
import { readLine } from './journalLine.ts';

/** The beginning of a journal as it is on the disk: what is seldom looked at is not even parsed until then. */
export class JournalBytes {
  readonly #chunks: Buffer[] = [];
  #length = 0;
  #checksum = 0;

  /** Reads this many bytes. Returns undefined when the file has fewer. */
  static async read(file: FileHandle, length: number): Promise<JournalBytes | undefined> {
    const bytes = new JournalBytes();
    for await (const chunk of readChunks(file, 0, length)) bytes.append(chunk);
    return bytes.#length < length ? undefined : bytes;
  }

  /** Checksum of all of it. */
  get checksum(): number {
    return this.#checksum;
  }

  /** Adds the next chunk of the file. Throws an Error for one that follows a short one. */
  append(chunk: Buffer): void {
    if (this.#length % chunkBytes > 0) throw new Error('The journal could not be read: a part of it came short.');
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    this.#checksum = crc32(chunk, this.#checksum);
  }

  slice(offset: number, length: number): Buffer {
    const [first, last] = [Math.floor(offset / chunkBytes), Math.floor((offset + length) / chunkBytes)];
    const bytes =
      first === last ? (this.#chunks[first] ?? Buffer.alloc(0)) : Buffer.concat(this.#chunks.slice(first, last + 1));
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
    if (line.kind !== 'entry' || !isOfType(line.entry, this.#type))
      throw new Error(`The journal has no ${this.#type} at byte ${this.#offset}.`);
    return line.entry;
  }
}

function isOfType<Type extends JournalEntry['type']>(entry: JournalEntry, type: Type): entry is EntryOf<Type> {
  return entry.type === type;
}
