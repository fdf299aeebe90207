import {
  hasDuplicates,
  isContainer,
  liveMembers,
  memberOf,
  valueAt,
  type JsonContainer,
  type JsonNode,
} from './jsonTree.ts';
import type { Copied, WantedNode } from './jsonWant.ts';

/** The text of a file, and a value in it. */
interface FileAfter {
  readonly text: string;
  readonly node: JsonNode;
}

/** The file before the change, and the same value; undefined if there was none. */
interface FileBefore {
  readonly text: string;
  readonly node: JsonNode | undefined;
}

/**
 * Whether `after` contains every wanted text, everything that existed before, and otherwise only the objects and arrays
 * around new texts and the elements that keep the positions in an array.
 */
export function containsOnlyExpectedChanges(
  after: FileAfter,
  before: FileBefore,
  wanted: WantedNode | undefined,
): boolean {
  return nodeContains(after.node, before.node, wanted, { after: after.text, before: before.text });
}

/** The texts of the file before and after the change. */
interface FileTexts {
  readonly after: string;
  readonly before: string;
}

/** Whether a value contains only expected changes: `wanted` is undefined if nothing is wanted in it. */
function nodeContains(
  node: JsonNode,
  nodeBefore: JsonNode | undefined,
  wanted: WantedNode | undefined,
  texts: FileTexts,
): boolean {
  if (wanted?.text !== undefined) return node.kind === 'string' && node.value === wanted.text;
  if (wanted?.copy !== undefined) return isCopy({ text: texts.after, node }, wanted.copy);
  if (isContainer(node)) {
    if (isContainer(nodeBefore) && nodeBefore.kind === node.kind)
      return containerContains(node, nodeBefore, wanted, texts);
    // A container that replaces nothing or null contains only wanted values.
    if (wanted === undefined || isContainer(nodeBefore) || nodeBefore?.kind === 'string') return false;
    return containerContains(node, undefined, wanted, texts);
  }
  // Any other value existed and is unchanged.
  if (nodeBefore === undefined || wanted !== undefined) return false;
  if (node.kind === 'string') return nodeBefore.kind === 'string' && node.value === nodeBefore.value;
  return texts.after.slice(node.start, node.end) === texts.before.slice(nodeBefore.start, nodeBefore.end);
}

/** The same for a container; `containerBefore` is undefined if there was none. */
function containerContains(
  node: JsonContainer,
  containerBefore: JsonContainer | undefined,
  wanted: WantedNode | undefined,
  texts: FileTexts,
): boolean {
  /** How many of the earlier members the container still has; if they are in order, the index of the next one. */
  let matchedCount = 0;
  /** How many of the wanted members the container has. */
  let wantedCount = 0;
  // Nearly always true: then the members need no lookup by key.
  const isInOrder = containerBefore === undefined ? isExactly(node, wanted?.children) : hasGrown(containerBefore, node);
  const members = isInOrder ? node.members : liveMembers(node);
  for (const { key, value } of members) {
    const valueBefore = isInOrder ? valueOfNext(containerBefore, matchedCount, key) : valueAt(containerBefore, key);
    const wantedChild = wanted?.children?.get(key);
    if (valueBefore !== undefined) matchedCount += 1;
    if (wantedChild !== undefined) wantedCount += 1;
    const isUnwanted = valueBefore === undefined && wantedChild === undefined;
    // An element that only keeps the positions of those after it.
    if (isUnwanted && node.kind === 'array' && wanted !== undefined) continue;
    if (!nodeContains(value, valueBefore, wantedChild, texts)) return false;
  }
  return matchedCount === liveMembers(containerBefore).length && wantedCount === (wanted?.children?.size ?? 0);
}

/** The value of the member at an index, if it has this key. */
function valueOfNext(container: JsonContainer | undefined, index: number, key: string): JsonNode | undefined {
  const member = container?.members[index];
  if (member?.key !== key) return undefined;
  return member.value;
}

/** Whether a container has the wanted keys in their order, so that no key occurs twice. */
function isExactly({ members }: JsonContainer, wantedChildren: ReadonlyMap<string, WantedNode> | undefined): boolean {
  if (members.length !== wantedChildren?.size) return false;
  let index = 0;
  for (const key of wantedChildren.keys()) {
    if (members[index]?.key !== key) return false;
    index += 1;
  }
  return true;
}

/** Whether all members of `before` exist in their order, with only new keys between them, so that none occurs twice. */
function hasGrown(before: JsonContainer, { members }: JsonContainer): boolean {
  if (hasDuplicates(before)) return false;
  const addedKeys = new Set<string>();
  let foundCount = 0;
  for (const { key } of members) {
    if (before.members[foundCount]?.key === key) foundCount += 1;
    else if (addedKeys.has(key) || memberOf(before, key) !== undefined) return false;
    else addedKeys.add(key);
  }
  return foundCount === before.members.length;
}

/** Whether a value is equal to a part of another file. */
function isCopy({ text, node }: FileAfter, copy: Copied): boolean {
  const original = copy.node;
  if (node.kind === 'string') return original.kind === 'string' && node.value === original.value;
  if (original.kind !== node.kind) return false;
  if (!isContainer(node) || !isContainer(original))
    return text.slice(node.start, node.end) === copy.text.slice(original.start, original.end);
  const members = liveMembers(node);
  if (liveMembers(original).length !== members.length) return false;
  return members.every(({ key, value }) => {
    const originalValue = valueAt(original, key);
    return originalValue !== undefined && isCopy({ text, node: value }, { text: copy.text, node: originalValue });
  });
}
