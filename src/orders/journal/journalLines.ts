import type { FileHandle } from 'node:fs/promises';
import { TimeSlice } from '../../base/timeSlice.ts';

/** A range of bytes of a journal. `offset` counts from the beginning of the file. */
export interface JournalRange {
  readonly offset: number;
  readonly length: number;
}

/** Large enough for fast reading, small enough that a chunk does not block the thread noticeably. */
export const chunkBytes = 1024 * 1024;
export const lineBreak = 0x0a;

/** Yields the bytes from `start` up to, excluding, `end` or the file's end in chunks of `chunkBytes`. */
export async function* readChunks(file: FileHandle, start: number, end: number): AsyncGenerator<Buffer> {
  let offset = start;
  while (offset < end) {
    const chunk = Buffer.allocUnsafeSlow(Math.min(chunkBytes, end - offset));
    const bytesRead = await fill(chunk, file, offset);
    if (bytesRead === 0) return;
    offset += bytesRead;
    yield chunk.subarray(0, bytesRead);
  }
}

/** Fills a buffer from a file. A network folder may return fewer bytes than requested although there are more. */
async function fill(chunk: Buffer, file: FileHandle, offset: number): Promise<number> {
  let filledBytes = 0;
  while (filledBytes < chunk.length) {
    const { bytesRead } = await file.read(chunk, filledBytes, chunk.length - filledBytes, offset + filledBytes);
    if (bytesRead === 0) break;
    filledBytes += bytesRead;
  }
  return filledBytes;
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
  let beginningOfLine: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = beginningOfLine.length === 0 ? chunk : Buffer.concat([beginningOfLine, chunk]);
    let lineStart = 0;
    for (let lineEnd = bytes.indexOf(lineBreak); lineEnd >= 0; lineEnd = bytes.indexOf(lineBreak, lineStart)) {
      take(bytes.subarray(lineStart, lineEnd));
      lineStart = lineEnd + 1;
      if (slice.isOver) await slice.rest();
    }
    beginningOfLine = bytes.subarray(lineStart);
  }
}
