import type { Span } from '../pattern/compileUserPattern.ts';

/** Returns those ranges that overlap the one from `start` to `end`. They are sorted and do not overlap each other. */
export function overlapping<Item extends Span>(ranges: readonly Item[], start: number, end: number): readonly Item[] {
  const firstIndex = countUntil(ranges, (range) => range.end <= start);
  let endIndex = firstIndex;
  while ((ranges[endIndex]?.start ?? end) < end) endIndex += 1;
  return ranges.slice(firstIndex, endIndex);
}

/**
 * Returns a function that tells whether an offset is in one of the parts of a text. Parts may have any order, and those
 * without a start are ignored.
 */
export function coveredBy(
  parts: readonly { readonly start?: number; readonly text: string }[],
): (offset: number) => boolean {
  const ranges: Span[] = [];
  for (const { start, text } of parts) if (start !== undefined) ranges.push({ start, end: start + text.length });
  ranges.sort((a, b) => a.start - b.start);
  /** For each range, the farthest end of it and of the ranges before it, which may overlap it. */
  const farthestEnds: number[] = [];
  for (const { end } of ranges) farthestEnds.push(Math.max(end, farthestEnds.at(-1) ?? 0));
  return (offset) => {
    const startedCount = countUntil(ranges, ({ start }) => start <= offset);
    return offset < (farthestEnds[startedCount - 1] ?? 0);
  };
}

/** Returns how many items at the beginning of a sorted list meet a condition, by binary search. */
export function countUntil<Item>(items: readonly Item[], condition: (item: Item) => boolean): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = items[middle];
    if (item !== undefined && condition(item)) low = middle + 1;
    else high = middle;
  }
  return low;
}
