import { foldText, type FoldedText } from '../read/looseToken.ts';
import type { MissingRuns } from './missingRuns.ts';
import { countUntil } from './ranges.ts';
import { TextIndex } from './textIndex.ts';

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
  const [beginnings, ends] = [new TextIndex(), new TextIndex()];
  for (const text of missing.texts) {
    if (!missing.hasText(text)) continue;
    const key = foldText(text).text;
    beginnings.add(key, text);
    ends.add(reversedUnits(key), text);
  }
  return (piece) => {
    const folded = foldText(piece);
    const length = folded.text.length;
    const mirrored = reversedUnits(folded.text);
    const startingAt = (first: number): readonly LooseToken[] =>
      beginnings.matchesAt(folded.text, first).map(({ text, end }) => tokenOf(folded, text, first, end));
    const endingAt = (end: number): readonly LooseToken[] =>
      ends.matchesAt(mirrored, length - end).map(({ text, end: first }) => tokenOf(folded, text, length - first, end));
    return ({ start, end, isBefore }) => {
      const escaped = piece.charAt(start - 1) === '\\' ? 1 : 0;
      const [first, last] = [unitAt(folded, start - escaped), unitAt(folded, end)];
      const tokens: LooseToken[] = [];
      if (isBefore) for (let unit = last; unit > first; unit -= 1) tokens.push(...startingAt(unit));
      else for (let unit = first; unit < last; unit += 1) tokens.push(...endingAt(unit));
      return tokens;
    };
  };
}

function tokenOf({ starts, ends }: FoldedText, text: string, first: number, end: number): LooseToken {
  return { text, start: starts[first] ?? 0, end: ends[end - 1] ?? 0 };
}

/** Returns the index of the first unit at or after an offset of the text that was folded. */
function unitAt({ starts }: FoldedText, offset: number): number {
  return countUntil(starts, (start) => start < offset);
}

function reversedUnits(text: string): string {
  return text.split('').reverse().join('');
}
