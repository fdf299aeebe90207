import { isContainer, liveMembers, memberOf, type JsonContainer, type JsonNode } from './jsonTree.ts';
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
  const { node } = after;
  if (want?.text !== undefined) return node.kind === 'string' && node.value === want.text;
  if (want?.copy !== undefined) return isCopy(after, want.copy);
  if (isContainer(node)) return before.node?.kind === node.kind ? containerHolds(node, after, before, want) : isNew(node, after, before, want);
  if (before.node === undefined || want !== undefined) return false;
  if (node.kind === 'string') return before.node.kind === 'string' && node.value === before.node.value;
  return after.text.slice(node.start, node.end) === before.text.slice(before.node.start, before.node.end);
}

/** A container where there was none, or null. */
function isNew(node: JsonContainer, after: Written, before: Before, want: Want | undefined): boolean {
  if (want === undefined || isContainer(before.node) || before.node?.kind === 'string') return false;
  return containerHolds(node, after, { text: before.text, node: undefined }, want);
}

function containerHolds(node: JsonContainer, after: Written, before: Before, want: Want | undefined): boolean {
  const old = isContainer(before.node) ? before.node : undefined;
  let kept = 0;
  let met = 0;
  for (const member of liveMembers(node)) {
    const was = old === undefined ? undefined : memberOf(old, member.key)?.value;
    const wanted = want?.children?.get(member.key);
    if (was !== undefined) kept += 1;
    if (wanted !== undefined) met += 1;
    // An element that only keeps the place of those behind it.
    if (was === undefined && wanted === undefined && node.kind === 'array' && want !== undefined) continue;
    if (!holdsExactly({ text: after.text, node: member.value }, { text: before.text, node: was }, wanted)) return false;
  }
  return kept === (old === undefined ? 0 : liveMembers(old).length) && met === (want?.children?.size ?? 0);
}

/** Whether a value says the same as a part of another file. */
function isCopy({ text, node }: Written, copy: Copied): boolean {
  const like = copy.node;
  if (node.kind === 'string') return like.kind === 'string' && node.value === like.value;
  if (!isContainer(node)) return like.kind === 'scalar' && text.slice(node.start, node.end) === copy.text.slice(like.start, like.end);
  if (like.kind !== node.kind || !isContainer(like) || liveMembers(like).length !== liveMembers(node).length) return false;
  return liveMembers(node).every(({ key, value }) => {
    const part = memberOf(like, key);
    return part !== undefined && isCopy({ text, node: value }, { text: copy.text, node: part.value });
  });
}
