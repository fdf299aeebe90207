import { hasDuplicates, isContainer, liveMembers, memberOf, type JsonContainer, type JsonNode } from './jsonTree.ts';
import type { Copied, Want } from './jsonWant.ts';

interface Written {
  readonly text: string;
  readonly node: JsonNode;
}

interface Before {
  readonly text: string;
  /** Undefined when there was nothing here. */
  readonly node: JsonNode | undefined;
}

/**
 * Whether `after` holds every wanted text, everything that was there before, and nothing else but the objects and arrays
 * that new texts stand in and the elements that keep an array's places.
 */
export function holdsExactly(after: Written, before: Before, want: Want | undefined): boolean {
  return nodeHolds(after.node, before.node, want, { after: after.text, before: before.text });
}

interface Texts {
  readonly after: string;
  readonly before: string;
}

function nodeHolds(node: JsonNode, was: JsonNode | undefined, want: Want | undefined, texts: Texts): boolean {
  if (want?.text !== undefined) return node.kind === 'string' && node.value === want.text;
  if (want?.copy !== undefined) return isCopy({ text: texts.after, node }, want.copy);
  if (isContainer(node))
    return was?.kind === node.kind ? containerHolds(node, was, want, texts) : isNew(node, was, want, texts);
  if (was === undefined || want !== undefined) return false;
  if (node.kind === 'string') return was.kind === 'string' && node.value === was.value;
  return texts.after.slice(node.start, node.end) === texts.before.slice(was.start, was.end);
}

/** A container where there was none, or null. */
function isNew(node: JsonContainer, was: JsonNode | undefined, want: Want | undefined, texts: Texts): boolean {
  if (want === undefined || isContainer(was) || was?.kind === 'string') return false;
  return containerHolds(node, undefined, want, texts);
}

function containerHolds(node: JsonContainer, was: JsonNode | undefined, want: Want | undefined, texts: Texts): boolean {
  const old = isContainer(was) ? was : undefined;
  let kept = 0;
  let met = 0;
  const members = old !== undefined && hasGrown(old, node) ? node.members : liveMembers(node);
  for (const { key, value } of members) {
    const before = old === undefined ? undefined : memberOf(old, key)?.value;
    const wanted = want?.children?.get(key);
    if (before !== undefined) kept += 1;
    if (wanted !== undefined) met += 1;
    // An element that only keeps the place of those behind it.
    if (before === undefined && wanted === undefined && node.kind === 'array' && want !== undefined) continue;
    if (!nodeHolds(value, before, wanted, texts)) return false;
  }
  return kept === (old === undefined ? 0 : liveMembers(old).length) && met === (want?.children?.size ?? 0);
}

/**
 * Whether all members of `old` are there in their order, and the others between them have keys of their own: then no
 * key is there twice.
 */
function hasGrown(old: JsonContainer, { members }: JsonContainer): boolean {
  if (hasDuplicates(old)) return false;
  const added = new Set<string>();
  let met = 0;
  for (const { key } of members) {
    if (old.members[met]?.key === key) met += 1;
    else if (added.has(key) || memberOf(old, key) !== undefined) return false;
    else added.add(key);
  }
  return met === old.members.length;
}

/** Whether a value says the same as a part of another file. */
function isCopy({ text, node }: Written, copy: Copied): boolean {
  const like = copy.node;
  if (node.kind === 'string') return like.kind === 'string' && node.value === like.value;
  if (!isContainer(node))
    return like.kind === 'scalar' && text.slice(node.start, node.end) === copy.text.slice(like.start, like.end);
  if (like.kind !== node.kind || !isContainer(like) || liveMembers(like).length !== liveMembers(node).length)
    return false;
  return liveMembers(node).every(({ key, value }) => {
    const part = memberOf(like, key);
    return part !== undefined && isCopy({ text, node: value }, { text: copy.text, node: part.value });
  });
}
