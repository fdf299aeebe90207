import { foldText, type FoldedText } from '../read/looseToken.ts';
import type { MissingRuns } from './missingRuns.ts';
import { countUntil } from './ranges.ts';
import { TextIndex, type IndexedMatch } from '../../base/text/textIndex.ts';

/** Brackets in a row, in a text. */
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

/** Finds missing runs, in any form of their characters, next to brackets of a translation. */
export class LooseTokens {
  readonly #runs: TextIndex;
  /** The text that was searched last, which is usually searched again, and its folded form. */
  #searchedText = '';
  #folded = foldText('');

  constructor(missing: MissingRuns) {
    this.#runs = new TextIndex(missing.texts, (text) => foldText(text).text);
  }

  /**
   * Returns the missing runs next to a cluster of brackets in a text, the longest first. Brackets of the cluster may be
   * the run's own, so runs that begin or end within the cluster are searched, too.
   */
  nextTo(text: string, { start, end, isBefore }: Cluster): readonly LooseToken[] {
    if (text !== this.#searchedText) {
      this.#searchedText = text;
      this.#folded = foldText(text);
    }
    // In `\[`, the cluster begins with the backslash.
    const isEscaped = text.charAt(start - 1) === '\\';
    const firstUnit = unitAt(this.#folded, isEscaped ? start - 1 : start);
    const lastUnit = unitAt(this.#folded, end);
    const matches: IndexedMatch[] = [];
    // A run after the cluster begins at its end, or earlier with brackets of its own; a run before it ends likewise.
    if (isBefore) {
      for (let unit = lastUnit; unit > firstUnit; unit -= 1)
        matches.push(...this.#runs.matchesAt(this.#folded.text, unit));
    } else {
      for (let unit = firstUnit; unit < lastUnit; unit += 1)
        matches.push(...this.#runs.matchesBefore(this.#folded.text, unit));
    }
    return matches.map((match) => tokenOf(this.#folded, match));
  }
}

/** Returns the range of a match in the text that was folded. */
function tokenOf({ starts, ends }: FoldedText, { text, start, end }: IndexedMatch): LooseToken {
  return { text, start: starts[start] ?? 0, end: ends[end - 1] ?? 0 };
}

/** Returns the index, in the folded text, of the first unit at or after an offset of the text that was folded. */
function unitAt({ starts }: FoldedText, offset: number): number {
  return countUntil(starts, (start) => start < offset);
}
