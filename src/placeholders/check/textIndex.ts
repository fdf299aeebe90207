interface Node {
  readonly next: Map<string, Node>;
  text?: string;
}

/** A text of the index that was found, and the offset after it. */
export interface IndexedMatch {
  readonly text: string;
  readonly end: number;
}

/**
 * Finds which of many texts begin at an offset. A search takes time proportional to the length of the longest match,
 * whatever the number of texts.
 */
export class TextIndex {
  readonly #root: Node = { next: new Map() };

  constructor(texts: Iterable<string> = []) {
    for (const text of texts) this.add(text, text);
  }

  /** Adds a text that is found by its key. Of several texts with one key, the first is found. */
  add(key: string, text: string): void {
    let node = this.#root;
    for (let at = 0; at < key.length; at += 1) {
      const unit = key.charAt(at);
      let next = node.next.get(unit);
      if (next === undefined) {
        next = { next: new Map() };
        node.next.set(unit, next);
      }
      node = next;
    }
    if (node !== this.#root) node.text ??= text;
  }

  /** Returns the texts whose keys begin at an offset, the longest first. */
  matchesAt(text: string, offset: number): readonly IndexedMatch[] {
    const matches: IndexedMatch[] = [];
    let node: Node | undefined = this.#root;
    for (let at = offset; node !== undefined; at += 1) {
      if (node.text !== undefined) matches.push({ text: node.text, end: at });
      node = at < text.length ? node.next.get(text.charAt(at)) : undefined;
    }
    return matches.reverse();
  }
}
