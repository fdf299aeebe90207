interface Node {
  readonly next: Map<string, Node>;
  text?: string;
}

/** A text of the index that was found, and its range. */
export interface IndexedMatch {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Up to this many texts, comparing each of them is faster than building a tree. */
const fewTexts = 8;

/**
 * Finds which of many texts begin or end at an offset. A search takes time proportional to the length of the longest
 * match, whatever the number of texts.
 */
export class TextIndex {
  /** The texts and what they are found by, the longest first. */
  readonly #entries: readonly (readonly [key: string, text: string])[];
  #forward: Node | undefined;
  #backward: Node | undefined;

  /** `keyOf` returns what a text is found by, if not by itself. Of several texts with one key, the first is found. */
  constructor(texts: Iterable<string>, keyOf: (text: string) => string = (text) => text) {
    const byKey = new Map<string, string>();
    for (const text of texts) {
      const key = keyOf(text);
      if (key !== '' && !byKey.has(key)) byKey.set(key, text);
    }
    this.#entries = [...byKey].sort(([a], [b]) => b.length - a.length);
  }

  /** Returns the texts whose keys begin at an offset, the longest first. */
  matchesAt(text: string, start: number): readonly IndexedMatch[] {
    if (this.#entries.length <= fewTexts)
      return this.#entries
        .filter(([key]) => text.startsWith(key, start))
        .map(([key, keyedText]) => ({ text: keyedText, start, end: start + key.length }));
    this.#forward ??= treeOf(this.#entries, (key, depth) => key.charAt(depth));
    return matchesInTree(this.#forward, (depth) => text.charAt(start + depth)).map((match) => ({
      text: match.text,
      start,
      end: start + match.length,
    }));
  }

  /** Returns the texts whose keys end at an offset, the longest first. */
  matchesBefore(text: string, end: number): readonly IndexedMatch[] {
    if (this.#entries.length <= fewTexts)
      return this.#entries
        .filter(([key]) => text.endsWith(key, end))
        .map(([key, keyedText]) => ({ text: keyedText, start: end - key.length, end }));
    this.#backward ??= treeOf(this.#entries, (key, depth) => key.charAt(key.length - 1 - depth));
    return matchesInTree(this.#backward, (depth) => text.charAt(end - 1 - depth)).map((match) => ({
      text: match.text,
      start: end - match.length,
      end,
    }));
  }
}

/** Builds the tree of the keys' units, in the order in which `unitAt` returns them. */
function treeOf(
  entries: Iterable<readonly [key: string, text: string]>,
  unitAt: (key: string, depth: number) => string,
): Node {
  const root: Node = { next: new Map() };
  for (const [key, text] of entries) {
    let node = root;
    for (let depth = 0; depth < key.length; depth += 1) {
      const unit = unitAt(key, depth);
      let child = node.next.get(unit);
      if (child === undefined) {
        child = { next: new Map() };
        node.next.set(unit, child);
      }
      node = child;
    }
    node.text = text;
  }
  return root;
}

/** Returns the texts on the way down a tree, the longest first. `unitAt` returns '' outside the text. */
function matchesInTree(
  root: Node,
  unitAt: (depth: number) => string,
): readonly { readonly text: string; readonly length: number }[] {
  const matches: { text: string; length: number }[] = [];
  let node = root.next.get(unitAt(0));
  for (let length = 1; node !== undefined; length += 1) {
    if (node.text !== undefined) matches.push({ text: node.text, length });
    node = node.next.get(unitAt(length));
  }
  return matches.reverse();
}
