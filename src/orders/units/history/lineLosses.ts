import { normalizedLine, differingLines, linesOf, type TextRange } from './differingLines.ts';

/**
 * Finds which versions of a file must be parsed so that every line that any version contained is seen in one of them.
 * Parsing takes far longer than comparing lines, and most commits only add lines. Versions have indices from new to
 * old: 0 is the present text, 1 the newest commit. Thus the last version with a line has the smallest index.
 */
export class LineLosses {
  /** By line: the indices of the versions after which it was lost, ascending. A line may be lost several times. */
  readonly #lossesOfLines = new Map<string, number[]>();
  /** By line: the indices of the versions after which another line was inserted below it, ascending. */
  readonly #insertionsBelowLines = new Map<string, number[]>();
  /** Lines that newer versions lost or interrupted, and that are in no version that was chosen to be parsed. */
  #pending = new Set<string>();
  /** Lines of texts that continue on the next line. A line that is inserted there changes the text. */
  readonly #continuedLines: ReadonlySet<string>;
  /** The text of the version that was added last. */
  #newer: string;

  /** `text` is the newest version, which has the index 0, and `ranges` are those of its units. */
  constructor(text: string, ranges: readonly TextRange[]) {
    this.#newer = text;
    this.#continuedLines = new Set(ranges.flatMap((range) => linesOf(text, range).slice(0, -1).map(normalizedLine)));
  }

  /** Adds the next older version. Returns whether the one before must be parsed, as the oldest with a pending line. */
  add(text: string, index: number): boolean {
    const { lost, gained, insertedAfter } = differingLines(text, this.#newer);
    this.#newer = text;
    const interruptedLines = insertedAfter.filter((line) => this.#continuedLines.has(line));
    // This version lacks a pending line, which the version before still has.
    const mustParseNewer = gained.some((line) => this.#pending.has(line));
    if (mustParseNewer) this.#pending = new Set();
    for (const line of lost) addTo(this.#lossesOfLines, line, index);
    for (const line of interruptedLines) addTo(this.#insertionsBelowLines, line, index);
    for (const line of [...lost, ...interruptedLines]) this.#pending.add(line);
    return mustParseNewer;
  }

  /** Whether the oldest version must be parsed, too. */
  get hasPending(): boolean {
    return this.#pending.size > 0;
  }

  /**
   * Takes a range of a version's text, and returns the index of the newest version that still has its lines: 3 if
   * `index` is 5 and version 2 lacks one of them. Returns `index` itself if the present text has all of them, too.
   */
  lastVersion(text: string, range: TextRange, index: number): number {
    const lines = linesOf(text, range).map(normalizedLine);
    const changesOfLines = [
      ...lines.map((line) => this.#lossesOfLines.get(line)),
      ...lines.slice(0, -1).map((line) => this.#insertionsBelowLines.get(line)),
    ];
    // For each line, the last version before its next change on the way to the present; 0 without a change.
    const lastVersions = changesOfLines.map((indices) => indices?.findLast((change) => change <= index) ?? 0);
    // The oldest of these versions: the range is the same until the first change of any line.
    const lastOfRange = Math.max(...lastVersions);
    return lastOfRange === 0 ? index : lastOfRange;
  }
}

function addTo(indicesByLine: Map<string, number[]>, line: string, index: number): void {
  const indices = indicesByLine.get(line);
  if (indices === undefined) indicesByLine.set(line, [index]);
  else indices.push(index);
}
