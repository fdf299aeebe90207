/** Tracks the expanded rows of a tree whose children VS Code has not requested yet. Rows are named by their ids. */
export class ExpectedRows {
  readonly #expected = new Set<string>();
  readonly #collapsed = new Set<string>();

  /** Whether VS Code hasn't requested the children of each expanded row. */
  get areMissing(): boolean {
    return this.#expected.size > 0;
  }

  /** VS Code has requested the outermost rows, and will request all others. */
  noteStart(): void {
    this.#expected.clear();
  }

  /** VS Code has received a row. */
  noteRow(id: string, isExpanded: boolean): void {
    if (isExpanded && !this.#collapsed.has(id)) this.#expected.add(id);
  }

  /** VS Code has requested the children of a row. */
  noteRequest(id: string): void {
    this.#expected.delete(id);
  }

  /** The user has collapsed a row. */
  noteCollapse(id: string): void {
    this.#collapsed.add(id);
    this.#expected.delete(id);
  }

  /** The user has expanded a row. */
  noteExpand(id: string): void {
    this.#collapsed.delete(id);
  }
}
