/** The rows to render, and the heights of the space before and after them. `last` is exclusive. */
export interface RowWindow {
  readonly first: number;
  readonly last: number;
  readonly before: number;
  readonly after: number;
}

/** The height of a row that has not been rendered yet, in pixels. */
export const estimatedHeight = 64;

/** Returns the offset of each row from the top, and the total height as the last member. */
export function rowOffsets(ids: readonly string[], heights: ReadonlyMap<string, number>): Float64Array {
  const offsets = new Float64Array(ids.length + 1);
  for (let index = 0; index < ids.length; index += 1)
    offsets[index + 1] = (offsets[index] ?? 0) + (heights.get(ids[index] ?? '') ?? estimatedHeight);
  return offsets;
}

/** Returns the rows in view, and those up to `margin` pixels outside. */
export function rowWindow(
  offsets: Float64Array,
  { top, height, margin }: { readonly top: number; readonly height: number; readonly margin: number },
): RowWindow {
  const count = offsets.length - 1;
  const total = offsets[count] ?? 0;
  const first = Math.max(0, lastBefore(offsets, Math.min(top, total) - margin));
  const last = Math.min(count, lastBefore(offsets, top + height + margin) + 1);
  const before = offsets[first] ?? 0;
  return { first, last: Math.max(first, last), before, after: total - (offsets[Math.max(first, last)] ?? 0) };
}

/** The rows of a list, and the offsets of each from the top. */
export interface ListPlace {
  readonly ids: readonly string[];
  readonly offsets: Float64Array;
}

/**
 * Returns the scroll position after the list has changed, at which a row that was in view before is where it was: the
 * focused one if it is among them, else the first one that is still listed. Without such a row, the position is the same.
 */
export function scrollToKeep(
  before: ListPlace,
  after: ListPlace,
  { top, height, focused }: { readonly top: number; readonly height: number; readonly focused: string | undefined },
): number {
  const { first, last } = rowWindow(before.offsets, { top, height, margin: 0 });
  const indexAfter = new Map(after.ids.map((id, index) => [id, index]));
  const idsInView = before.ids.slice(first, last).filter((id) => indexAfter.has(id));
  const anchor = focused !== undefined && idsInView.includes(focused) ? focused : idsInView[0];
  if (anchor === undefined) return top;
  const offsetBefore = before.offsets[before.ids.indexOf(anchor)] ?? 0;
  const offsetAfter = after.offsets[indexAfter.get(anchor) ?? 0] ?? 0;
  return Math.max(0, top + (offsetAfter - offsetBefore));
}

/**
 * Returns the nearest scroll position at which a row is in view, with the rows before and after it if there is room;
 * undefined if it is.
 */
export function scrollToShow(
  offsets: Float64Array,
  index: number,
  { top, height }: { readonly top: number; readonly height: number },
): number | undefined {
  // `offsets[n]` is where row n begins and row n - 1 ends.
  const last = offsets.length - 1;
  const [rowStart = 0, rowEnd = 0] = [offsets[index], offsets[index + 1]];
  const [startBefore = 0, endAfter = 0] = [offsets[Math.max(0, index - 1)], offsets[Math.min(last, index + 2)]];
  const fitsWithNeighbors = endAfter - startBefore <= height;
  const [from, to] = fitsWithNeighbors ? [startBefore, endAfter] : [rowStart, rowEnd];
  if (from < top) return from;
  // A row that is higher than the view is shown from its beginning.
  if (to > top + height) return Math.min(from, to - height);
  return undefined;
}

/** Returns the index of the last offset that is not greater than `position`; 0 if there is none. */
function lastBefore(offsets: Float64Array, position: number): number {
  let low = 0;
  let high = offsets.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((offsets[middle] ?? 0) <= position) low = middle;
    else high = middle - 1;
  }
  return low;
}
