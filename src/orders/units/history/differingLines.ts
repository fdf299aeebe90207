/** A part of a text, in UTF-16 units. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

export interface DifferingLines {
  /** Lines that the newer text lacks. */
  readonly lost: readonly string[];
  /** Lines that the older text lacks. */
  readonly gained: readonly string[];
  /** Lines of the older text after which the newer text has additional lines. */
  readonly insertedAfter: readonly string[];
}

/** Returns the lines that only one of two texts has, or has more often, as `comparable` returns them. */
export function differingLines(older: string, newer: string): DifferingLines {
  const start = commonStart(older, newer);
  const end = commonEnd(older, newer, start);
  const oldLines = changedLines(older, start, end);
  const newLines = changedLines(newer, start, end);
  const counts = new Map<string, number>();
  for (const line of oldLines) counts.set(line, (counts.get(line) ?? 0) + 1);
  const gained: string[] = [];
  for (const line of newLines) {
    const count = counts.get(line) ?? 0;
    if (count === 0) gained.push(line);
    else counts.set(line, count - 1);
  }
  const lost = [...counts].filter(([line, count]) => count > 0 && line !== '').map(([line]) => line);
  return {
    lost,
    gained: gained.filter((line) => line !== ''),
    insertedAfter: insertionPoints(oldLines, newLines, new Set(lost), new Set(gained)),
  };
}

/** Returns the lines of the older text after which the newer text has others. Lines that were moved are ignored. */
function insertionPoints(
  older: readonly string[],
  newer: readonly string[],
  lost: ReadonlySet<string>,
  gained: ReadonlySet<string>,
): readonly string[] {
  const points = new Set<string>();
  let olderIndex = 0;
  for (const line of newer) {
    while (line !== older[olderIndex] && lost.has(older[olderIndex] ?? '')) olderIndex += 1;
    if (line === older[olderIndex] || !gained.has(line)) olderIndex += 1;
    else if (olderIndex > 0) points.add(older[olderIndex - 1] ?? '');
  }
  points.delete('');
  return [...points];
}

/** Returns the lines, as `comparable` returns them, that are not wholly in the common start or end of a text. */
function changedLines(text: string, start: number, end: number): readonly string[] {
  // The line before is included, so that it is known after which line others were inserted.
  const from = text.lastIndexOf('\n', Math.max(0, text.lastIndexOf('\n', start - 1) - 1)) + 1;
  const to = text.indexOf('\n', text.length - end);
  return text
    .slice(from, to < 0 ? text.length : to)
    .split('\n')
    .map(comparable);
}

/** Returns the whole lines that a range of a text touches. */
export function linesOf(text: string, range: TextRange): readonly string[] {
  const start = text.lastIndexOf('\n', range.start - 1) + 1;
  const end = text.indexOf('\n', Math.max(range.end - 1, start));
  return text.slice(start, end < 0 ? text.length : end).split('\n');
}

/** Returns a line without what changes when its neighbors do: indentation, and a comma after the last entry. */
export function comparable(line: string): string {
  return line.trim().replace(/,$/u, '');
}

/** Compared at once, in UTF-16 units: the engine compares strings faster than a loop compares characters. */
const stride = 2048;

function commonStart(one: string, other: string): number {
  const max = Math.min(one.length, other.length);
  let at = 0;
  while (at + stride <= max && one.slice(at, at + stride) === other.slice(at, at + stride)) at += stride;
  while (at < max && one.charCodeAt(at) === other.charCodeAt(at)) at += 1;
  return at;
}

/** Returns the length of the common end, which does not overlap the common start. */
function commonEnd(one: string, other: string, start: number): number {
  const max = Math.min(one.length, other.length) - start;
  let length = 0;
  const isCommon = (more: number): boolean => {
    const [a, b] = [one.length - length - more, other.length - length - more];
    return one.slice(a, a + more) === other.slice(b, b + more);
  };
  while (length + stride <= max && isCommon(stride)) length += stride;
  while (length < max && one.charCodeAt(one.length - length - 1) === other.charCodeAt(other.length - length - 1))
    length += 1;
  return length;
}
