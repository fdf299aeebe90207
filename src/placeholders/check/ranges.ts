/** A part of a text. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Returns the ranges that overlap another one. They are sorted and do not overlap each other. */
export function overlapping<Item extends Range>(ranges: readonly Item[], start: number, end: number): readonly Item[] {
  const firstIndex = countUntil(ranges, (range) => range.end <= start);
  let endIndex = firstIndex;
  while ((ranges[endIndex]?.start ?? end) < end) endIndex += 1;
  return ranges.slice(firstIndex, endIndex);
}

/** Returns a function that says whether an offset is in one of the parts of a text, in whatever order they are. */
export function coveredBy(
  parts: readonly { readonly start?: number; readonly text: string }[],
): (offset: number) => boolean {
  const sorted = parts
    .flatMap(({ start, text }): readonly Range[] => (start === undefined ? [] : [{ start, end: start + text.length }]))
    .sort((a, b) => a.start - b.start);
  let end = 0;
  // Of ranges that overlap, the end of the farthest one counts.
  const ranges = sorted.map((range): Range => {
    end = Math.max(end, range.end);
    return { start: range.start, end };
  });
  return (offset) => offset < (ranges[countUntil(ranges, ({ start }) => start <= offset) - 1]?.end ?? 0);
}

/** Returns how many of the sorted items come before the first one that does not satisfy the condition. */
export function countUntil<Item>(items: readonly Item[], isBefore: (item: Item) => boolean): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = items[middle];
    if (item !== undefined && isBefore(item)) low = middle + 1;
    else high = middle;
  }
  return low;
}
