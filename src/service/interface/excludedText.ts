/** How much of a text is excluded from translation, in code points. */
export interface ExcludedAreas {
  /** Characters inside triple brackets. */
  readonly excluded: number;
  /** All characters except the marking brackets. */
  readonly total: number;
  /** Characters of the largest excluded area. */
  readonly largest: number;
}

/** An area of at least this length is a whole passage rather than a name or a placeholder. */
const largeAreaCharacters = 300;
/** Brackets that mark an area: three before it, and three after it. */
const marksPerArea = 6;
/** In a text of at least this length, too much is excluded if more of it is excluded than translatable. */
const shareCharacters = 200;

/**
 * Measures the text in triple brackets, which the service neither counts nor translates (contract §1).
 * Of four or five brackets in a row, three are marks and the rest is text: `[[[[%s]]]]` is `[%s]`, protected.
 */
export function excludedAreas(text: string): ExcludedAreas {
  const areas = areasOf(text);
  const lengths = areas.map(({ start, end }) => characters(text.slice(start, end)));
  return {
    excluded: lengths.reduce((sum, length) => sum + length, 0),
    total: characters(text) - marksPerArea * areas.length,
    largest: Math.max(0, ...lengths),
  };
}

/** Returns whether a text has a large excluded area: the contract advises splitting such a text into several jobs. */
export function hasLargeExcludedArea(text: string): boolean {
  const { excluded, total, largest } = excludedAreas(text);
  return largest >= largeAreaCharacters || (total >= shareCharacters && excluded > total / 2);
}

/** Returns why the excluded areas are ambiguous: 'open' for brackets that are not closed or not opened, or 'nested'. */
export function bracketProblem(text: string): BracketFault['problem'] | undefined {
  return bracketFault(text)?.problem;
}

export interface BracketFault {
  readonly problem: 'open' | 'nested';
  /** The unexpected brackets; `start` is their UTF-16 offset. */
  readonly text: string;
  readonly start: number;
}

/** Returns the first brackets that the service would not understand, if any. */
export function bracketFault(text: string): BracketFault | undefined {
  let unclosed: { readonly text: string; readonly start: number } | undefined;
  for (const { 0: marks, index: start } of text.matchAll(bracketRuns)) {
    const isOpening = marks.startsWith('[');
    // Six brackets in a row open or close two areas at once.
    if (marks.length >= marksPerArea || (isOpening && unclosed !== undefined))
      return { problem: 'nested', text: marks, start };
    if (!isOpening && unclosed === undefined) return { problem: 'open', text: marks, start };
    unclosed = isOpening ? { text: marks, start } : undefined;
  }
  return unclosed === undefined ? undefined : { problem: 'open', ...unclosed };
}

/** Three or more brackets of one kind: one or two are text. */
const bracketRuns = /\[{3,}|\]{3,}/g;

/** Returns the part of a text that is counted: a closed area and its brackets become a space. */
export function withoutExcludedAreas(text: string): string {
  let remaining = '';
  let start = 0;
  for (const { open, close } of areasOf(text)) {
    remaining += `${text.slice(start, open)} `;
    start = close;
  }
  return remaining + text.slice(start);
}

interface Area {
  /** Where the text between the brackets starts and ends. */
  readonly start: number;
  readonly end: number;
  /** Where the opening brackets start, and where the closing ones end. */
  readonly open: number;
  readonly close: number;
}

/** Returns the closed areas of a text. */
function areasOf(text: string): readonly Area[] {
  const areas: Area[] = [];
  let opened: Pick<Area, 'open' | 'start'> | undefined;
  for (const { 0: marks, index } of text.matchAll(bracketRuns)) {
    const marksEnd = index + marks.length;
    if (marks.startsWith('[')) {
      opened ??= { open: index, start: marksEnd };
    } else if (opened !== undefined) {
      areas.push({ ...opened, end: index, close: marksEnd });
      opened = undefined;
    }
  }
  return areas;
}

/** Counts code points, by iterating: an array of them would need much memory. */
function characters(text: string): number {
  let count = 0;
  for (const character of text) if (character !== '') count += 1;
  return count;
}
