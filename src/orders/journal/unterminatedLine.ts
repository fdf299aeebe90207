import type { FileHandle } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { readLine } from './journalLine.ts';
import { lineBreak, type JournalRange } from './journalLines.ts';

/** A last line without a line break, whose writer crashed. */
export interface UnterminatedLine extends JournalRange {
  /** True if only the line break is missing. */
  readonly isComplete: boolean;
}

/** The end of a file is read in blocks of this size. */
const blockBytes = 65_536;

/** Time in milliseconds within which a running writer finishes its line. */
const writingMs = 200;

/**
 * Returns the unterminated line at the end of a file; undefined if the file ends in a line break. Waits while another
 * process is writing the line.
 */
export async function findUnterminatedLine(file: FileHandle): Promise<UnterminatedLine | undefined> {
  for (;;) {
    const { size } = await file.stat();
    const line = await lastLine(file, size);
    if (line === undefined) return undefined;
    await setTimeout(writingMs);
    if ((await file.stat()).size === size) return line;
  }
}

async function lastLine(file: FileHandle, size: number): Promise<UnterminatedLine | undefined> {
  // Blocks are read backward, until one has a line break.
  let line: Buffer = Buffer.alloc(0);
  for (let start = size; start > 0;) {
    // The last byte is usually a line break, so it is read first.
    const length = Math.min(start, line.length === 0 ? 1 : blockBytes);
    const block = Buffer.alloc(length);
    await file.read(block, 0, length, start - length);
    start -= length;
    const lineBreakIndex = block.lastIndexOf(lineBreak);
    line = Buffer.concat([block.subarray(lineBreakIndex + 1), line]);
    if (lineBreakIndex >= 0) break;
  }
  if (line.length === 0) return undefined;
  return { offset: size - line.length, length: line.length, isComplete: readLine(line).kind !== 'damaged' };
}
