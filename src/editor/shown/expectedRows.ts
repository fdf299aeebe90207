/** Knows for which expanded rows of a tree VS Code still has to ask what is below them. Rows have ids. */
export class ExpectedRows {
  readonly #expected = new Set<string>();
  readonly #collapsed = new Set<string>();

  /** Whether VS Code hasn't asked for rows that it has to show. */
  get areMissing(): boolean {
    return this.#expected.size > 0;
  }

  /** VS Code asked for the outermost rows, and then asks for all others. */
  start(): void {
    this.#expected.clear();
  }

  /** VS Code was given a row. */
  give(id: string, isExpanded: boolean): void {
    if (isExpanded && !this.#collapsed.has(id)) this.#expected.add(id);
  }

  /** VS Code asked for what is below a row. */
  ask(id: string): void {
    this.#expected.delete(id);
  }

  /** The user collapsed a row. */
  collapse(id: string): void {
    this.#collapsed.add(id);
    this.#expected.delete(id);
  }

  /** The user expanded a row. */
  expand(id: string): void {
    this.#collapsed.delete(id);
  }
}
