import { diffArrays } from 'diff';

/** A half-open range of lines, counted from 0. */
export interface LineSpan {
  readonly from: number;
  readonly to: number;
}

export interface ChangedLines {
  readonly removed: number;
  readonly added: number;
}

/** Splits a text into lines, each with its line end, so that lines with different line ends differ. */
export function linesOf(text: string): readonly string[] {
  return text.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? [];
}

/** Returns the lines that overlap `[start, end)`. */
export function spanOf(text: string, start: number, end: number): LineSpan {
  const from = linesOf(text.slice(0, start) + 'x').length - 1;
  return { from, to: from + linesOf(text.slice(start, Math.max(start + 1, end))).length };
}

/** Time limit for finding the shortest difference, in milliseconds. Entirely different files take longer. */
const diffTimeoutMs = 3000;

/** Counts the lines that differ outside the edited unit, whose lines are given for both texts. */
export function changedOutside(before: string, after: string, ownBefore: LineSpan, ownAfter: LineSpan): ChangedLines {
  const [old, now] = [linesOf(before), linesOf(after)];
  const parts = diffArrays([...old], [...now], { timeout: diffTimeoutMs });
  if (parts === undefined) return { removed: old.length - sizeOf(ownBefore), added: now.length - sizeOf(ownAfter) };
  const changed = { removed: 0, added: 0 };
  let [oldLine, newLine] = [0, 0];
  for (const { removed, added, value } of parts) {
    if (removed) changed.removed += value.filter((_, index) => !isWithin(oldLine + index, ownBefore)).length;
    if (added) changed.added += value.filter((_, index) => !isWithin(newLine + index, ownAfter)).length;
    if (!added) oldLine += value.length;
    if (!removed) newLine += value.length;
  }
  return changed;
}

function isWithin(line: number, { from, to }: LineSpan): boolean {
  return line >= from && line < to;
}

function sizeOf({ from, to }: LineSpan): number {
  return to - from;
}
