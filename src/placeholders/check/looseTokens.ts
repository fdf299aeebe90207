import { foldText, type FoldedText } from '../read/looseToken.ts';
import type { MissingRuns } from './missingRuns.ts';
import { countUntil } from './ranges.ts';
import { TextIndex, type IndexedMatch } from './textIndex.ts';

/** Brackets in a row. */
interface Cluster {
  readonly start: number;
  readonly end: number;
  /** Whether they could precede a run; otherwise, they could follow it. */
  readonly isBefore: boolean;
}

/** A range of a translation that could be a missing run. */
export interface LooseToken {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Returns a function that indexes a piece and returns the missing runs next to a row of its brackets, in any form, the
 * longest first. A run may begin or end with brackets of its own.
 */
export function looseTokens(missing: MissingRuns): (piece: string) => (cluster: Cluster) => readonly LooseToken[] {
  const runs = new TextIndex(missing.texts, (text) => foldText(text).text);
  return (piece) => {
    const folded = foldText(piece);
    return ({ start, end, isBefore }) => {
      const escaped = piece.charAt(start - 1) === '\\' ? 1 : 0;
      const [first, last] = [unitAt(folded, start - escaped), unitAt(folded, end)];
      const tokens: LooseToken[] = [];
      const add = (match: IndexedMatch): unknown => tokens.push(tokenOf(folded, match));
      if (isBefore) for (let unit = last; unit > first; unit -= 1) runs.matchesAt(folded.text, unit).forEach(add);
      else for (let unit = first; unit < last; unit += 1) runs.matchesBefore(folded.text, unit).forEach(add);
      return tokens;
    };
  };
}

function tokenOf({ starts, ends }: FoldedText, { text, start, end }: IndexedMatch): LooseToken {
  return { text, start: starts[start] ?? 0, end: ends[end - 1] ?? 0 };
}

/** Returns the index of the first unit at or after an offset of the text that was folded. */
function unitAt({ starts }: FoldedText, offset: number): number {
  return countUntil(starts, (start) => start < offset);
}
