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
