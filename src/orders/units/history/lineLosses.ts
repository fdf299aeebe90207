import { comparable, differingLines, linesOf, type TextRange } from './differingLines.ts';

/**
 * Finds which versions of a file must be parsed so that every line that any version contained is seen in one of them.
 * Parsing takes far longer than comparing lines, and most commits only add lines.
 */
export class LineLosses {
  /** Indices of the last versions with a line, ascending, which is from new to old. */
  readonly #lastVersions = new Map<string, number[]>();
  /** Indices of the last versions in which nothing had been inserted after a line, ascending. */
  readonly #insertions = new Map<string, number[]>();
  /** Lines that newer versions lost, or that they had new lines after, and that no chosen version has shown yet. */
  #pending = new Set<string>();
  /** Lines of texts that continue on the next line. A line that is inserted there changes the text. */
  readonly #continued: ReadonlySet<string>;
  #newer: string;

  /** `text` is the newest version, which has the index 0, and `ranges` are those of its units. */
  constructor(text: string, ranges: readonly TextRange[]) {
    this.#newer = text;
    this.#continued = new Set(ranges.flatMap((range) => linesOf(text, range).slice(0, -1).map(comparable)));
  }

  /**
   * Adds the next older version. Returns true if the version that was added before it must be parsed, because it is the
   * oldest with a line that was lost later.
   */
  add(text: string, index: number): boolean {
    const { lost, gained, insertedAfter } = differingLines(text, this.#newer);
    this.#newer = text;
    const continued = insertedAfter.filter((line) => this.#continued.has(line));
    const isLast = gained.some((line) => this.#pending.has(line));
    if (isLast) this.#pending = new Set();
    for (const line of lost) addTo(this.#lastVersions, line, index);
    for (const line of continued) addTo(this.#insertions, line, index);
    for (const line of [...lost, ...continued]) this.#pending.add(line);
    return isLast;
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
    const lines = linesOf(text, range).map(comparable);
    const lastVersions = [
      ...lines.map((line) => this.#lastVersions.get(line)),
      ...lines.slice(0, -1).map((line) => this.#insertions.get(line)),
    ].map((indices) => indices?.findLast((at) => at <= index) ?? 0);
    const newest = Math.max(...lastVersions);
    return newest === 0 ? index : newest;
  }
}

function addTo(versions: Map<string, number[]>, line: string, index: number): void {
  const indices = versions.get(line);
  if (indices === undefined) versions.set(line, [index]);
  else indices.push(index);
}
