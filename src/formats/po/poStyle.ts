import type { PoEntry, PoFile, PoString } from './poScan.ts';
import { columns, type PoLayout } from './poString.ts';

/** GNU gettext's layout, used if a file shows no other. */
export const gnuLayout: PoLayout = { width: 79, breaksAtLineEnds: true, emptyFirst: true };

/** This many entries are enough to detect a file's layout. */
const enoughEntries = 3000;

/** Counts of layout features in a file's strings. */
interface Shown {
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
  const shown: Shown = {
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
      if (string !== undefined) inspect(text, string, shown);
  }
  const { wrapped, overlong, brokenAtLineEnds, joined, emptyFirst, filledFirst } = shown;
  const shownWidth = wrapped >= overlong ? widthOf(shown) : undefined;
  return {
    width: wrapped + overlong === 0 ? fallback.width : shownWidth,
    breaksAtLineEnds: brokenAtLineEnds + joined === 0 ? fallback.breaksAtLineEnds : brokenAtLineEnds >= joined,
    emptyFirst: emptyFirst + filledFirst === 0 ? fallback.emptyFirst : emptyFirst >= filledFirst,
  };
}

export function isHeader({ context, id }: PoEntry): boolean {
  return context === undefined && id.text === '';
}

function inspect(text: string, { start, end, parts }: PoString, shown: Shown): void {
  const written = text.slice(start, end);
  if (parts === 1) {
    if (/\\n(?!"$)/.test(written)) shown.joined += 1;
    else if (written.length > 85 && written.includes(' ')) shown.overlong += 1;
    return;
  }
  const lines = written.split(/\r\n|\n|\r/).map((line) => line.trim());
  if (lines[0] === '""') shown.emptyFirst += 1;
  else shown.filledFirst += 1;
  const inner = lines.slice(0, -1).filter((line) => line !== '""');
  const soft = inner.filter((line) => !line.endsWith('\\n"'));
  if (soft.length < inner.length) shown.brokenAtLineEnds += 1;
  if (soft.length > 0) shown.wrapped += 1;
  // A line that could not be wrapped shows nothing.
  for (const line of soft) if (/ ./.test(line)) shown.widest = Math.max(shown.widest, columns(line));
  if (soft.length === 0 && lines.some((line) => line.length > 85 && line.includes(' '))) shown.overlong += 1;
}

/** Few lines are close to the intended width, which is usually gettext's. */
function widthOf({ wrapped, widest }: Shown): number {
  if (widest > 81) return widest;
  return wrapped >= 15 && widest < 76 ? widest : 79;
}
