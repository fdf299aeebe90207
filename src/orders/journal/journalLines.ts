import type { FileHandle } from 'node:fs/promises';
import { TimeSlice } from '../../base/timeSlice.ts';

/** Bytes of a journal: both numbers count from its beginning. */
export interface JournalRange {
  readonly offset: number;
  readonly length: number;
}

/** Enough that reading is fast, little enough that one chunk blocks nothing. */
export const chunkBytes = 1 << 20;

/** Reads the bytes from one offset to the one before another, in chunks of the same length but for the last. Ends early where the file does. */
export async function* readChunks(file: FileHandle, from: number, to: number): AsyncGenerator<Buffer> {
  for (let position = from; position < to;) {
    const chunk = Buffer.allocUnsafeSlow(Math.min(chunkBytes, to - position));
    const bytesRead = await fill(chunk, file, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield chunk.subarray(0, bytesRead);
  }
}

/** A network folder may give fewer bytes than were asked for, although there are more. */
async function fill(chunk: Buffer, file: FileHandle, position: number): Promise<number> {
  let filled = 0;
  while (filled < chunk.length) {
    const { bytesRead } = await file.read(chunk, filled, chunk.length - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return filled;
}

/**
 * Calls `take` with each line between two offsets, without its line break. Bytes after the last line break are a line that
 * is still being written, or was torn. Everything else gets its turn in between.
 */
export async function readLines(
  chunks: AsyncIterable<Buffer>,
  take: (line: Buffer) => void,
  slice = new TimeSlice(),
): Promise<void> {
  let unread: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = unread.length === 0 ? chunk : Buffer.concat([unread, chunk]);
    let start = 0;
    for (let end = bytes.indexOf(0x0a); end >= 0; end = bytes.indexOf(0x0a, start)) {
      take(bytes.subarray(start, end));
      start = end + 1;
      if (slice.isOver) await slice.rest();
    }
    unread = bytes.subarray(start);
  }
}
