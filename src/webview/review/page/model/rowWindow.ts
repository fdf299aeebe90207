/** The rows to render, from index `first` to before index `last`. */
export interface RowWindow {
  readonly first: number;
  readonly last: number;
  /** The heights of the rows before and after them, in pixels. */
  readonly before: number;
  readonly after: number;
}

/** The height of a row that has not been rendered yet, in pixels. */
export const estimatedHeight = 64;

/** Returns the offset of each row from the top in pixels, and the total height: two rows of 64 → 0, 64, 128. */
export function rowOffsets(ids: readonly string[], heights: ReadonlyMap<string, number>): Float64Array {
  const offsets = new Float64Array(ids.length + 1);
  let end = 0;
  ids.forEach((id, index) => {
    end += heights.get(id) ?? estimatedHeight;
    offsets[index + 1] = end;
  });
  return offsets;
}

/** Returns the rows in view, and those up to `margin` pixels outside. */
export function rowWindow(
  offsets: Float64Array,
  { top, height, margin }: { readonly top: number; readonly height: number; readonly margin: number },
): RowWindow {
  const count = offsets.length - 1;
  const total = offsets[count] ?? 0;
  const first = lastIndexUpTo(offsets, Math.min(top, total) - margin);
  const rowAtEnd = lastIndexUpTo(offsets, top + height + margin);
  const last = Math.max(first, Math.min(count, rowAtEnd + 1));
  return { first, last, before: offsets[first] ?? 0, after: total - (offsets[last] ?? 0) };
}

/** The rows of a list, with the result of `rowOffsets`. */
export interface RowPositions {
  readonly ids: readonly string[];
  readonly offsets: Float64Array;
}

/**
 * Returns the scroll position after a list has changed, so that a row which was in view doesn't move: the focused one
 * if it was in view, else the first one that is still listed. Without such a row, the position is the same.
 */
export function scrollToKeep(
  before: RowPositions,
  after: RowPositions,
  { top, height, focused }: { readonly top: number; readonly height: number; readonly focused: string | undefined },
): number {
  const { first, last } = rowWindow(before.offsets, { top, height, margin: 0 });
  const indexAfter = new Map(after.ids.map((id, index) => [id, index]));
  const idsInView = before.ids.slice(first, last).filter((id) => indexAfter.has(id));
  const anchorId = idsInView.find((id) => id === focused) ?? idsInView[0];
  if (anchorId === undefined) return top;
  const offsetBefore = before.offsets[before.ids.indexOf(anchorId)] ?? 0;
  const offsetAfter = after.offsets[indexAfter.get(anchorId) ?? 0] ?? 0;
  return Math.max(0, top + (offsetAfter - offsetBefore));
}

/**
 * Returns the nearest scroll position at which a row is in view, with the rows before and after it if there is room;
 * undefined if it is in view already.
 */
export function scrollToShow(
  offsets: Float64Array,
  index: number,
  { top, height }: { readonly top: number; readonly height: number },
): number | undefined {
  // `offsets[n]` is where row n begins and row n - 1 ends. The last one is where the last row ends.
  const lastOffsetIndex = offsets.length - 1;
  const startOfPrevious = offsets[Math.max(0, index - 1)] ?? 0;
  const endOfNext = offsets[Math.min(lastOffsetIndex, index + 2)] ?? 0;
  const fitsWithNeighbors = endOfNext - startOfPrevious <= height;
  const [rowStart = 0, rowEnd = 0] = [offsets[index], offsets[index + 1]];
  const [start, end] = fitsWithNeighbors ? [startOfPrevious, endOfNext] : [rowStart, rowEnd];
  if (start < top) return start;
  // A row that is higher than the view is shown from its beginning.
  if (end > top + height) return Math.min(start, end - height);
  return undefined;
}

/** Returns the index of the last offset that is not greater than `position`, by binary search; 0 if there is none. */
function lastIndexUpTo(offsets: Float64Array, position: number): number {
  let low = 0;
  let high = offsets.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((offsets[middle] ?? 0) <= position) low = middle;
    else high = middle - 1;
  }
  return low;
}
