import type { FileHandle } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { readLine } from './journalLine.ts';
import type { JournalRange } from './journalLines.ts';

/** A last line without a line break: its writer crashed. */
export interface TornLine extends JournalRange {
  /** Only the line break is missing. */
  readonly isWhole: boolean;
}

const blockBytes = 1 << 16;

/** A living writer finishes its line within this time, in milliseconds. */
const writingMs = 200;

/** Finds the line that a file ends in, unless somebody is still writing it; undefined when the last line has its line break. */
export async function findTornLine(file: FileHandle): Promise<TornLine | undefined> {
  for (;;) {
    const { size } = await file.stat();
    const line = await lastLine(file, size);
    if (line === undefined) return undefined;
    await setTimeout(writingMs);
    if ((await file.stat()).size === size) return line;
  }
}

async function lastLine(file: FileHandle, size: number): Promise<TornLine | undefined> {
  let tail: Buffer = Buffer.alloc(0);
  for (let start = size; start > 0;) {
    const length = Math.min(start, tail.length === 0 ? 1 : blockBytes);
    const block = Buffer.alloc(length);
    await file.read(block, 0, length, start - length);
    start -= length;
    const lineBreak = block.lastIndexOf(0x0a);
    tail = Buffer.concat([block.subarray(lineBreak + 1), tail]);
    if (lineBreak >= 0 || start === 0) break;
  }
  if (tail.length === 0) return undefined;
  return { offset: size - tail.length, length: tail.length, isWhole: readLine(tail).kind !== 'damaged' };
}
