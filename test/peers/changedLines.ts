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

/** A line that differs in its line end differs. */
export function linesOf(text: string): readonly string[] {
  return text.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? [];
}

/** The lines that `[start, end)` touches. */
export function spanOf(text: string, start: number, end: number): LineSpan {
  const from = linesOf(text.slice(0, start) + 'x').length - 1;
  return { from, to: from + linesOf(text.slice(start, Math.max(start + 1, end))).length };
}

/** Longer searches for the shortest difference give nothing for a file that is another one altogether. */
const patienceMs = 3000;

/** How many lines differ that are not the edited unit's own, which are given for both texts. */
export function changedOutside(before: string, after: string, ownBefore: LineSpan, ownAfter: LineSpan): ChangedLines {
  const [old, now] = [linesOf(before), linesOf(after)];
  const parts = diffArrays([...old], [...now], { timeout: patienceMs });
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
