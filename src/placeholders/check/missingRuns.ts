import type { Run } from '../read/runs.ts';

/** Up to this many runs, searching a list is faster than building an index. */
const fewRuns = 8;

/** The runs of a source that have not been found in its translation yet. Every operation takes constant time. */
export class MissingRuns {
  readonly #runs: Set<Run>;
  /** Reversed, so that `pop` returns the first one. Absent if there are few. */
  readonly #runsByText: ReadonlyMap<string, Run[]> | undefined;

  constructor(runs: readonly Run[]) {
    this.#runs = new Set(runs);
    if (runs.length > fewRuns) this.#runsByText = Map.groupBy(runs.toReversed(), ({ text }) => text);
  }

  get size(): number {
    return this.#runs.size;
  }

  /** The distinct texts of the missing runs. */
  get texts(): Iterable<string> {
    return new Set(Array.from(this.#runs, ({ text }) => text));
  }

  /** Returns the missing runs in the order of the source. */
  list(): readonly Run[] {
    return [...this.#runs];
  }

  has(run: Run): boolean {
    return this.#runs.has(run);
  }

  hasText(text: string): boolean {
    return this.#first(text) !== undefined;
  }

  /** Removes and returns the first missing run with a text. */
  take(text: string): Run | undefined {
    const run = this.#first(text);
    this.#runsByText?.get(text)?.pop();
    if (run !== undefined) this.#runs.delete(run);
    return run;
  }

  #first(text: string): Run | undefined {
    // The lists are reversed.
    if (this.#runsByText !== undefined) return this.#runsByText.get(text)?.at(-1);
    for (const run of this.#runs) if (run.text === text) return run;
    return undefined;
  }
}
