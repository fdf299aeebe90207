import type { FileHandle } from 'node:fs/promises';
import { TimeSlice } from '../../base/timeSlice.ts';

/** A range of bytes of a journal. `offset` counts from the beginning of the file. */
export interface JournalRange {
  readonly offset: number;
  readonly length: number;
}

/** In bytes. Large enough for fast reading, small enough that a chunk does not block the thread noticeably. */
export const chunkBytes = 1 << 20;

/**
 * Yields the bytes from `from` up to, excluding, `to` in chunks of `chunkBytes`; the last may be shorter. Stops at the
 * file's end.
 */
export async function* readChunks(file: FileHandle, from: number, to: number): AsyncGenerator<Buffer> {
  for (let position = from; position < to;) {
    const chunk = Buffer.allocUnsafeSlow(Math.min(chunkBytes, to - position));
    const bytesRead = await fill(chunk, file, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield chunk.subarray(0, bytesRead);
  }
}

/** Fills a buffer from a file. A network folder may return fewer bytes than requested although there are more. */
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
 * Calls `take` with each line, without its line break. Bytes after the last line break are ignored: they are a line
 * that is still being written, or was not written to its end. Yields to the event loop regularly.
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
