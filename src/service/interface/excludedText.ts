/** How much of a text is kept out of the translation. Characters are code points. */
export interface ExcludedAreas {
  /** Characters inside triple brackets. */
  readonly excluded: number;
  /** All characters, but for the brackets that mark. */
  readonly total: number;
  /** Characters of the longest stretch inside one pair. */
  readonly largest: number;
}

/** An area from this length on is a passage of its own, no longer a name or a placeholder. */
const largeAreaCharacters = 300;
/** A text from this length on, most of which is excluded, is mostly something that translators have to read past. */
const shareCharacters = 200;

/**
 * What stands in triple brackets, which the service neither counts nor has translated (contract §1).
 * Four or five brackets in a row are three that mark, beside others that belong to the text: `[[[[%s]]]]` is `[%s]` protected.
 */
export function excludedAreas(text: string): ExcludedAreas {
  const areas = areasOf(text);
  const lengths = areas.map(({ start, end }) => characters(text.slice(start, end)));
  return {
    excluded: lengths.reduce((sum, length) => sum + length, 0),
    total: characters(text) - 6 * areas.length,
    largest: Math.max(0, ...lengths),
  };
}

/** Whether the contract's advice fits this text: large excluded areas are discouraged, such a text had better be split into several jobs. */
export function hasLargeExcludedArea(text: string): boolean {
  const { excluded, total, largest } = excludedAreas(text);
  return largest >= largeAreaCharacters || (total >= shareCharacters && excluded > total / 2);
}

/** Why the service would not know what is excluded: brackets that are not closed (or not opened), or a pair inside another. */
export function bracketProblem(text: string): BracketFault['problem'] | undefined {
  return bracketFault(text)?.problem;
}

export interface BracketFault {
  readonly problem: 'open' | 'nested';
  /** The brackets that are one too many, and where they begin (UTF-16 offset). */
  readonly text: string;
  readonly start: number;
}

/** The first brackets that the service would not understand. */
export function bracketFault(text: string): BracketFault | undefined {
  let open: { readonly text: string; readonly start: number } | undefined;
  for (const { 0: marks, index: start } of text.matchAll(bracketRuns)) {
    const opens = marks.startsWith('[');
    // Six in a row open, or close, twice.
    if (marks.length >= 6 || (opens && open !== undefined)) return { problem: 'nested', text: marks, start };
    if (!opens && open === undefined) return { problem: 'open', text: marks, start };
    open = opens ? { text: marks, start } : undefined;
  }
  return open === undefined ? undefined : { problem: 'open', ...open };
}

/** Three brackets of a kind, or more: one or two are text. */
const bracketRuns = /\[{3,}|\]{3,}/g;

/** The closed areas of a text, without the brackets that mark them. */
function areasOf(text: string): readonly { readonly start: number; readonly end: number }[] {
  const areas: { readonly start: number; readonly end: number }[] = [];
  let start: number | undefined;
  for (const { 0: marks, index } of text.matchAll(bracketRuns)) {
    if (marks.startsWith('[')) {
      start ??= index + marks.length;
    } else if (start !== undefined) {
      areas.push({ start, end: index });
      start = undefined;
    }
  }
  return areas;
}

function characters(text: string): number {
  let count = 0;
  for (const character of text) count += character.length > 0 ? 1 : 0;
  return count;
}
