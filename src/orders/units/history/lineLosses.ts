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
  /** Lines that newer versions lost, or that they had new lines after, and that no chosen version has shown yet. */
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

  /** Adds the next older version. Returns whether the one before must be parsed: the oldest with a lost line. */
  add(text: string, index: number): boolean {
    const { lost, gained, insertedAfter } = differingLines(text, this.#newer);
    this.#newer = text;
    const interrupted = insertedAfter.filter((line) => this.#continuedLines.has(line));
    const mustParseNewer = gained.some((line) => this.#pending.has(line));
    if (mustParseNewer) this.#pending = new Set();
    for (const line of lost) addTo(this.#lossesOfLines, line, index);
    for (const line of interrupted) addTo(this.#insertionsBelowLines, line, index);
    for (const line of [...lost, ...interrupted]) this.#pending.add(line);
    return mustParseNewer;
  }

  /** Whether the oldest version must be parsed, too. */
  get hasPending(): boolean {
    return this.#pending.size > 0;
  }

  /**
   * Returns the newest version, at or after the version with this index, up to which a range of that version's text
   * kept its lines. Returns `index` itself if no line was lost since then.
   */
  lastVersion(text: string, range: TextRange, index: number): number {
    const lines = linesOf(text, range).map(normalizedLine);
    const changesOfLines = [
      ...lines.map((line) => this.#lossesOfLines.get(line)),
      ...lines.slice(0, -1).map((line) => this.#insertionsBelowLines.get(line)),
    ];
    // For each line, the first change after this version; 0 without one. The range is the same until the first of all.
    const nextChanges = changesOfLines.map((indices) => indices?.findLast((change) => change <= index) ?? 0);
    const firstChange = Math.max(...nextChanges);
    return firstChange === 0 ? index : firstChange;
  }
}

function addTo(versions: Map<string, number[]>, line: string, index: number): void {
  const indices = versions.get(line);
  if (indices === undefined) versions.set(line, [index]);
  else indices.push(index);
}
