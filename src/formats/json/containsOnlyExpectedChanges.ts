import {
  hasDuplicates,
  isContainer,
  liveMembers,
  memberOf,
  type JsonContainer,
  type JsonMember,
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

function nodeContains(node: JsonNode, was: JsonNode | undefined, want: Want | undefined, texts: Texts): boolean {
  if (want?.text !== undefined) return node.kind === 'string' && node.value === want.text;
  if (want?.copy !== undefined) return isCopy({ text: texts.after, node }, want.copy);
  if (isContainer(node))
    return was?.kind === node.kind ? containerContains(node, was, want, texts) : isNew(node, was, want, texts);
  if (was === undefined || want !== undefined) return false;
  if (node.kind === 'string') return was.kind === 'string' && node.value === was.value;
  return texts.after.slice(node.start, node.end) === texts.before.slice(was.start, was.end);
}

/** Whether a container that replaces nothing or null contains only wanted values. */
function isNew(node: JsonContainer, was: JsonNode | undefined, want: Want | undefined, texts: Texts): boolean {
  if (want === undefined || isContainer(was) || was?.kind === 'string') return false;
  return containerContains(node, undefined, want, texts);
}

function containerContains(
  node: JsonContainer,
  was: JsonNode | undefined,
  want: Want | undefined,
  texts: Texts,
): boolean {
  const old = isContainer(was) ? was : undefined;
  let kept = 0;
  let found = 0;
  const isInOrder = old === undefined ? isExactly(node, want?.children) : hasGrown(old, node);
  const members = isInOrder ? node.members : liveMembers(node);
  for (const { key, value } of members) {
    const before = old === undefined ? undefined : (isInOrder ? memberAt(old, kept, key) : memberOf(old, key))?.value;
    const wanted = want?.children?.get(key);
    if (before !== undefined) kept += 1;
    if (wanted !== undefined) found += 1;
    // An element that only keeps the positions of those after it.
    if (before === undefined && wanted === undefined && node.kind === 'array' && want !== undefined) continue;
    if (!nodeContains(value, before, wanted, texts)) return false;
  }
  return kept === (old === undefined ? 0 : liveMembers(old).length) && found === (want?.children?.size ?? 0);
}

/** The member at an index, if it has this key. */
function memberAt({ members }: JsonContainer, index: number, key: string): JsonMember | undefined {
  const next = members[index];
  return next?.key === key ? next : undefined;
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
  let found = 0;
  for (const { key } of members) {
    if (old.members[found]?.key === key) found += 1;
    else if (added.has(key) || memberOf(old, key) !== undefined) return false;
    else added.add(key);
  }
  return found === old.members.length;
}

/** Whether a value is equal to a part of another file. */
function isCopy({ text, node }: Written, copy: Copied): boolean {
  const original = copy.node;
  if (node.kind === 'string') return original.kind === 'string' && node.value === original.value;
  if (!isContainer(node))
    return (
      original.kind === 'scalar' && text.slice(node.start, node.end) === copy.text.slice(original.start, original.end)
    );
  if (
    original.kind !== node.kind ||
    !isContainer(original) ||
    liveMembers(original).length !== liveMembers(node).length
  )
    return false;
  return liveMembers(node).every(({ key, value }) => {
    const part = memberOf(original, key);
    return part !== undefined && isCopy({ text, node: value }, { text: copy.text, node: part.value });
  });
}
