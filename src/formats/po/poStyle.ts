import type { PoEntry, PoFile, PoString } from './scanPo.ts';
import { columns, type PoLayout } from './poString.ts';

/** GNU gettext's layout, used if a file shows no other. */
export const gnuLayout: PoLayout = { width: 79, breaksAtLineEnds: true, emptyFirst: true };

/** This many entries are enough to detect a file's layout. */
const enoughEntries = 3000;

/** Counts of layout features in a file's strings. */
interface LayoutCounts {
  wrapped: number;
  widest: number;
  overlong: number;
  brokenAtLineEnds: number;
  joined: number;
  emptyFirst: number;
  filledFirst: number;
}

/** Returns the layout of a file's strings; properties that it does not show are taken from `fallback`. */
export function layoutOf(text: string, { entries }: PoFile, fallback: PoLayout): PoLayout {
  const counts: LayoutCounts = {
    wrapped: 0,
    widest: 0,
    overlong: 0,
    brokenAtLineEnds: 0,
    joined: 0,
    emptyFirst: 0,
    filledFirst: 0,
  };
  for (const entry of entries.slice(0, enoughEntries)) {
    if (isHeader(entry)) continue;
    for (const string of [entry.id, entry.plural, ...entry.forms])
      if (string !== undefined) count(text, string, counts);
  }
  const { wrapped, overlong, brokenAtLineEnds, joined, emptyFirst, filledFirst } = counts;
  let { width, breaksAtLineEnds, emptyFirst: isEmptyFirst } = fallback;
  if (wrapped + overlong > 0) width = wrapped >= overlong ? widthOf(counts) : undefined;
  if (brokenAtLineEnds + joined > 0) breaksAtLineEnds = brokenAtLineEnds >= joined;
  if (emptyFirst + filledFirst > 0) isEmptyFirst = emptyFirst >= filledFirst;
  return { width, breaksAtLineEnds, emptyFirst: isEmptyFirst };
}

export function isHeader({ context, id }: PoEntry): boolean {
  return context === undefined && id.text === '';
}

/** Counts the layout features that a string shows. */
function count(text: string, { start, end, parts }: PoString, counts: LayoutCounts): void {
  const written = text.slice(start, end);
  if (parts === 1) {
    if (/\\n(?!"$)/.test(written)) counts.joined += 1;
    else if (written.length > 85 && written.includes(' ')) counts.overlong += 1;
    return;
  }
  const lines = written.split(/\r\n|\n|\r/).map((line) => line.trim());
  if (lines[0] === '""') counts.emptyFirst += 1;
  else counts.filledFirst += 1;
  const inner = lines.slice(0, -1).filter((line) => line !== '""');
  const soft = inner.filter((line) => !line.endsWith('\\n"'));
  if (soft.length < inner.length) counts.brokenAtLineEnds += 1;
  if (soft.length > 0) counts.wrapped += 1;
  // A line that could not be wrapped shows nothing.
  for (const line of soft) if (/ ./.test(line)) counts.widest = Math.max(counts.widest, columns(line));
  if (soft.length === 0 && lines.some((line) => line.length > 85 && line.includes(' '))) counts.overlong += 1;
}

/** Few lines are close to the intended width, which is usually gettext's. */
function widthOf({ wrapped, widest }: LayoutCounts): number {
  if (widest > 81) return widest;
  return wrapped >= 15 && widest < 76 ? widest : 79;
}
