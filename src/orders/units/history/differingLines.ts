/** A part of a text, in UTF-16 units. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** The differences of two versions of a text. All lines are as `normalizedLine` returns them; none is empty. */
export interface DifferingLines {
  /** Lines that the newer text lacks. */
  readonly lost: readonly string[];
  /** Lines that the older text lacks. */
  readonly gained: readonly string[];
  /** Lines of the older text after which the newer text has additional lines. */
  readonly insertedAfter: readonly string[];
}

/** Returns the lines that only one of two texts has, or has more often. Lines that were only moved are in no list. */
export function differingLines(older: string, newer: string): DifferingLines {
  const startLength = commonStartLength(older, newer);
  const endLength = commonEndLength(older, newer, startLength);
  const oldLines = changedLines(older, startLength, endLength);
  const newLines = changedLines(newer, startLength, endLength);
  // By line: its count in the older text, less its count in the part of the newer text that was compared so far.
  const surplus = new Map<string, number>();
  for (const line of oldLines) surplus.set(line, (surplus.get(line) ?? 0) + 1);
  const gained: string[] = [];
  for (const line of newLines) {
    const count = surplus.get(line) ?? 0;
    if (count === 0) gained.push(line);
    else surplus.set(line, count - 1);
  }
  const lost = [...surplus].filter(([line, count]) => count > 0 && line !== '').map(([line]) => line);
  return {
    lost,
    gained: gained.filter((line) => line !== ''),
    insertedAfter: insertionPoints(oldLines, newLines, new Set(lost), new Set(gained)),
  };
}

/**
 * Returns the lines of the older text after which the newer text has gained lines: `a` if the older one has the lines
 * `a b`, and the newer one `a x b`. Walks through both texts at once.
 */
function insertionPoints(
  older: readonly string[],
  newer: readonly string[],
  lost: ReadonlySet<string>,
  gained: ReadonlySet<string>,
): readonly string[] {
  const points = new Set<string>();
  let olderIndex = 0;
  for (const line of newer) {
    // Lines that the newer text lacks.
    while (line !== older[olderIndex] && lost.has(older[olderIndex] ?? '')) olderIndex += 1;
    // A line of both texts, or else one that was only moved: then both texts have another line here.
    if (line === older[olderIndex] || !gained.has(line)) olderIndex += 1;
    // An insertion, after the last line that was passed.
    else if (olderIndex > 0) points.add(older[olderIndex - 1] ?? '');
  }
  // An empty line is at too many places to say where lines were inserted.
  points.delete('');
  return [...points];
}

/** Returns the lines that are not wholly in the common start or end of a text, which have these lengths. */
function changedLines(text: string, startLength: number, endLength: number): readonly string[] {
  // The line before is included, so that it is known after which line others were inserted.
  const breakBeforeChange = text.lastIndexOf('\n', startLength - 1);
  const breakBeforeThat = text.lastIndexOf('\n', Math.max(0, breakBeforeChange - 1));
  const breakAfterChange = text.indexOf('\n', text.length - endLength);
  return text
    .slice(breakBeforeThat + 1, breakAfterChange < 0 ? text.length : breakAfterChange)
    .split('\n')
    .map(normalizedLine);
}

/** Returns the whole lines that a range of a text touches. */
export function linesOf(text: string, range: TextRange): readonly string[] {
  const start = text.lastIndexOf('\n', range.start - 1) + 1;
  // `- 1`: a line break at the end of the range ends its last line, so the next line is not touched.
  const end = text.indexOf('\n', Math.max(range.end - 1, start));
  return text.slice(start, end < 0 ? text.length : end).split('\n');
}

/** Returns a line without what depends on its neighbors: indentation, and a comma at its end. */
export function normalizedLine(line: string): string {
  return line.trim().replace(/,$/u, '');
}

/** How many UTF-16 units are compared at once: the engine compares strings faster than a loop compares characters. */
const stride = 2048;

function commonStartLength(older: string, newer: string): number {
  const max = Math.min(older.length, newer.length);
  let length = 0;
  const isCommon = (count: number): boolean =>
    older.slice(length, length + count) === newer.slice(length, length + count);
  while (length + stride <= max && isCommon(stride)) length += stride;
  while (length < max && isCommon(1)) length += 1;
  return length;
}

/** Returns the length of the common end, which does not overlap the common start. */
function commonEndLength(older: string, newer: string, startLength: number): number {
  const max = Math.min(older.length, newer.length) - startLength;
  let length = 0;
  const isCommon = (count: number): boolean => {
    const olderStart = older.length - length - count;
    const newerStart = newer.length - length - count;
    return older.slice(olderStart, olderStart + count) === newer.slice(newerStart, newerStart + count);
  };
  while (length + stride <= max && isCommon(stride)) length += stride;
  while (length < max && isCommon(1)) length += 1;
  return length;
}
