/** A text of an index, with the key that it is found by. */
type Entry = readonly [key: string, text: string];

/** A node of a tree of keys, one code unit a level. */
interface TreeNode {
  readonly children: Map<string, TreeNode>;
  /** Set if the units from the root to this node are the key of a text. */
  entry?: Entry;
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
  /** The longest key first. */
  readonly #entries: readonly Entry[];
  #forward: TreeNode | undefined;
  #backward: TreeNode | undefined;

  /** `keyOf` returns the key that a text is found by. Of several texts with one key, the first is found. */
  constructor(texts: Iterable<string>, keyOf: (text: string) => string = (text) => text) {
    const textByKey = new Map<string, string>();
    for (const text of texts) {
      const key = keyOf(text);
      if (key !== '' && !textByKey.has(key)) textByKey.set(key, text);
    }
    this.#entries = [...textByKey].sort(([a], [b]) => b.length - a.length);
  }

  /** Returns the texts whose keys begin at an offset, the longest first. */
  matchesAt(text: string, start: number): readonly IndexedMatch[] {
    let entries: readonly Entry[];
    if (this.#entries.length <= fewTexts) {
      entries = this.#entries.filter(([key]) => text.startsWith(key, start));
    } else {
      this.#forward ??= treeOf(this.#entries, (key, depth) => key.charAt(depth));
      entries = entriesInTree(this.#forward, (depth) => text.charAt(start + depth));
    }
    return entries.map(([key, keyedText]) => ({ text: keyedText, start, end: start + key.length }));
  }

  /** Returns the texts whose keys end at an offset, the longest first. */
  matchesBefore(text: string, end: number): readonly IndexedMatch[] {
    let entries: readonly Entry[];
    if (this.#entries.length <= fewTexts) {
      entries = this.#entries.filter(([key]) => text.endsWith(key, end));
    } else {
      this.#backward ??= treeOf(this.#entries, (key, depth) => key.charAt(key.length - 1 - depth));
      entries = entriesInTree(this.#backward, (depth) => text.charAt(end - 1 - depth));
    }
    return entries.map(([key, keyedText]) => ({ text: keyedText, start: end - key.length, end }));
  }
}

/** Builds the tree of the keys' units, in the order in which `unitAt` returns them. */
function treeOf(entries: readonly Entry[], unitAt: (key: string, depth: number) => string): TreeNode {
  const root: TreeNode = { children: new Map() };
  for (const entry of entries) {
    const [key] = entry;
    let node = root;
    for (let depth = 0; depth < key.length; depth += 1) {
      const unit = unitAt(key, depth);
      const child = node.children.get(unit) ?? { children: new Map() };
      node.children.set(unit, child);
      node = child;
    }
    node.entry = entry;
  }
  return root;
}

/** Returns the entries on the way down a tree, the longest first. `unitAt` returns '' outside the text. */
function entriesInTree(root: TreeNode, unitAt: (depth: number) => string): readonly Entry[] {
  const entries: Entry[] = [];
  let node = root.children.get(unitAt(0));
  for (let depth = 1; node !== undefined; depth += 1) {
    if (node.entry !== undefined) entries.push(node.entry);
    node = node.children.get(unitAt(depth));
  }
  return entries.reverse();
}
