/** What a file has at a key. Offsets are in UTF-16 units; the end is exclusive. */
export interface KeyNode {
  /** `other`: a number, a list and the like. */
  readonly kind: 'map' | 'text' | 'null' | 'other';
  readonly start: number;
  readonly end: number;
  /** The text; '' for any other value. */
  readonly text: string;
  /** Of a map; those that count, in the file's order. */
  readonly members: readonly KeyMember[];
}

/** A key with its value. */
export interface KeyMember {
  readonly key: string;
  readonly keyStart: number;
  readonly keyEnd: number;
  readonly value: KeyNode;
}

/** Returns the member of a map with a key; undefined if there is none. */
export function memberAt(map: KeyNode | undefined, key: string): KeyMember | undefined {
  return map?.members.find((member) => member.key === key);
}

/** Returns the map below some keys. */
export function mapAt(root: KeyNode, path: readonly string[]): KeyNode | undefined {
  let node: KeyNode | undefined = root;
  for (const key of path) node = memberAt(node, key)?.value;
  return node;
}
