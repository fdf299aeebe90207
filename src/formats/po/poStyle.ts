import type { PoEntry, PoFile, PoString } from './scanPo.ts';
import { columns, type PoLayout } from './poString.ts';

/** GNU gettext's layout, used if a file shows no other. */
export const gnuLayout: PoLayout = { width: 79, breaksAtLineEnds: true, beginsWithEmptyPart: true };

/** This many entries are enough to detect a file's layout. */
const enoughEntries = 3000;

/** Counts of layout features in a file's strings. */
interface LayoutCounts {
  /** Strings with a line that ends elsewhere than at a line break of the text: `"One "` and `"two"`. */
  wrapped: number;
  /** The columns of the widest of these lines. */
  widest: number;
  /** Strings with a long line that could have been wrapped. */
  tooLong: number;
  /** Strings of which a line ends after each line break of the text: `"One\n"` and `"two"`. */
  brokenAtLineEnds: number;
  /** Strings with line breaks of the text within a line: `"One\ntwo"`. */
  unbroken: number;
  /** Strings of several lines that begin with `""`, and those that do not. */
  emptyFirst: number;
  filledFirst: number;
}

/** Returns the layout of a file's strings; properties that it does not show are taken from `fallback`. */
export function layoutOf(text: string, { entries }: PoFile, fallback: PoLayout): PoLayout {
  const counts = { wrapped: 0, widest: 0, tooLong: 0, brokenAtLineEnds: 0, unbroken: 0, emptyFirst: 0, filledFirst: 0 };
  for (const entry of entries.slice(0, enoughEntries)) {
    if (isHeader(entry)) continue;
    for (const string of [entry.id, entry.plural, ...entry.forms])
      if (string !== undefined) countFeatures(text, string, counts);
  }
  const { wrapped, tooLong, brokenAtLineEnds, unbroken, emptyFirst, filledFirst } = counts;
  let { width, breaksAtLineEnds, beginsWithEmptyPart } = fallback;
  if (wrapped + tooLong > 0) width = wrapped >= tooLong ? widthOf(counts) : undefined;
  if (brokenAtLineEnds + unbroken > 0) breaksAtLineEnds = brokenAtLineEnds >= unbroken;
  if (emptyFirst + filledFirst > 0) beginsWithEmptyPart = emptyFirst >= filledFirst;
  return { width, breaksAtLineEnds, beginsWithEmptyPart };
}

export function isHeader({ context, id }: PoEntry): boolean {
  return context === undefined && id.text === '';
}

/** Counts the layout features that a string shows. */
function countFeatures(text: string, { start, end, parts }: PoString, counts: LayoutCounts): void {
  const literal = text.slice(start, end);
  if (parts === 1) {
    // `"One\nTwo"`, but not `"One\n"`.
    if (/\\n(?!"$)/.test(literal)) counts.unbroken += 1;
    else if (isTooLong(literal)) counts.tooLong += 1;
    return;
  }
  const lines = literal.split(/\r\n|\n|\r/).map((line) => line.trim());
  if (lines[0] === '""') counts.emptyFirst += 1;
  else counts.filledFirst += 1;
  const linesBeforeLast = lines.slice(0, -1).filter((line) => line !== '""');
  const wrappedLines = linesBeforeLast.filter((line) => !line.endsWith('\\n"'));
  if (wrappedLines.length < linesBeforeLast.length) counts.brokenAtLineEnds += 1;
  if (wrappedLines.length > 0) counts.wrapped += 1;
  // A line that could not be wrapped shows nothing.
  for (const line of wrappedLines) if (/ ./.test(line)) counts.widest = Math.max(counts.widest, columns(line));
  if (wrappedLines.length === 0 && lines.some(isTooLong)) counts.tooLong += 1;
}

/** Whether a line that could be wrapped is too long for a file that wraps lines. */
function isTooLong(line: string): boolean {
  return line.length > clearlyTooLong && line.includes(' ');
}

/** gettext's width, including quotation marks. */
const usualWidth = 79;

/** A line of more UTF-16 units shows that lines are not wrapped. */
const clearlyTooLong = 85;

/** This many wrapped strings show a width smaller than gettext's. */
const enoughWrapped = 15;

/** Returns the width at which lines are wrapped. Few lines reach it, so one close to gettext's is gettext's. */
function widthOf({ wrapped, widest }: LayoutCounts): number {
  // Close: up to two columns wider or three narrower.
  if (widest > usualWidth + 2) return widest;
  const isNarrower = wrapped >= enoughWrapped && widest < usualWidth - 3;
  return isNarrower ? widest : usualWidth;
}
