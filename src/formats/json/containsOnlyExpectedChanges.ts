import {
  hasDuplicates,
  isContainer,
  liveMembers,
  memberOf,
  valueAt,
  type JsonContainer,
  type JsonNode,
} from './jsonTree.ts';
import type { Copied, Want } from './jsonWant.ts';

interface Written {
  readonly text: string;
  readonly node: JsonNode;
}

interface Before {
  readonly text: string;
  /** Undefined if there was nothing here. */
  readonly node: JsonNode | undefined;
}

/**
 * Whether `after` contains every wanted text, everything that existed before, and otherwise only the objects and arrays
 * around new texts and the elements that keep the positions in an array.
 */
export function containsOnlyExpectedChanges(after: Written, before: Before, want: Want | undefined): boolean {
  return nodeContains(after.node, before.node, want, { after: after.text, before: before.text });
}

interface Texts {
  readonly after: string;
  readonly before: string;
}

function nodeContains(node: JsonNode, oldNode: JsonNode | undefined, want: Want | undefined, texts: Texts): boolean {
  if (want?.text !== undefined) return node.kind === 'string' && node.value === want.text;
  if (want?.copy !== undefined) return isCopy({ text: texts.after, node }, want.copy);
  if (isContainer(node)) {
    if (isContainer(oldNode) && oldNode.kind === node.kind) return containerContains(node, oldNode, want, texts);
    // A container that replaces nothing or null contains only wanted values.
    if (want === undefined || isContainer(oldNode) || oldNode?.kind === 'string') return false;
    return containerContains(node, undefined, want, texts);
  }
  if (oldNode === undefined || want !== undefined) return false;
  if (node.kind === 'string') return oldNode.kind === 'string' && node.value === oldNode.value;
  return texts.after.slice(node.start, node.end) === texts.before.slice(oldNode.start, oldNode.end);
}

/** `old`: the container before the change; undefined if there was none. */
function containerContains(
  node: JsonContainer,
  old: JsonContainer | undefined,
  want: Want | undefined,
  texts: Texts,
): boolean {
  let oldCount = 0;
  let wantedCount = 0;
  const isInOrder = old === undefined ? isExactly(node, want?.children) : hasGrown(old, node);
  const members = isInOrder ? node.members : liveMembers(node);
  for (const { key, value } of members) {
    const oldValue = isInOrder ? valueOfNext(old, oldCount, key) : valueAt(old, key);
    const childWant = want?.children?.get(key);
    if (oldValue !== undefined) oldCount += 1;
    if (childWant !== undefined) wantedCount += 1;
    const isUnwanted = oldValue === undefined && childWant === undefined;
    // An element that only keeps the positions of those after it.
    if (isUnwanted && node.kind === 'array' && want !== undefined) continue;
    if (!nodeContains(value, oldValue, childWant, texts)) return false;
  }
  return oldCount === liveMembers(old).length && wantedCount === (want?.children?.size ?? 0);
}

/** The value of the member at an index, if it has this key. */
function valueOfNext(container: JsonContainer | undefined, index: number, key: string): JsonNode | undefined {
  const next = container?.members[index];
  if (next?.key !== key) return undefined;
  return next.value;
}

/** Whether a container has the wanted keys in their order, so that no key occurs twice. */
function isExactly({ members }: JsonContainer, wanted: ReadonlyMap<string, Want> | undefined): boolean {
  if (members.length !== wanted?.size) return false;
  let index = 0;
  for (const key of wanted.keys()) {
    if (members[index]?.key !== key) return false;
    index += 1;
  }
  return true;
}

/**
 * Whether all members of `old` exist in their order, and the new ones between them have new keys, so that no key occurs
 * twice.
 */
function hasGrown(old: JsonContainer, { members }: JsonContainer): boolean {
  if (hasDuplicates(old)) return false;
  const added = new Set<string>();
  let oldCount = 0;
  for (const { key } of members) {
    if (old.members[oldCount]?.key === key) oldCount += 1;
    else if (added.has(key) || memberOf(old, key) !== undefined) return false;
    else added.add(key);
  }
  return oldCount === old.members.length;
}

/** Whether a value is equal to a part of another file. */
function isCopy({ text, node }: Written, copy: Copied): boolean {
  const original = copy.node;
  if (node.kind === 'string') return original.kind === 'string' && node.value === original.value;
  if (original.kind !== node.kind) return false;
  if (!isContainer(node) || !isContainer(original))
    return text.slice(node.start, node.end) === copy.text.slice(original.start, original.end);
  const members = liveMembers(node);
  if (liveMembers(original).length !== members.length) return false;
  return members.every(({ key, value }) => {
    const part = valueAt(original, key);
    return part !== undefined && isCopy({ text, node: value }, { text: copy.text, node: part });
  });
}
