import { once } from '../../base/once.ts';
import { listKeysOfTarget, type ElementField, type ElementFields } from '../kit/listKeys.ts';
import { isContainer, liveMembers, type YamlContainer, type YamlMember, type YamlNode } from './yamlTree.ts';

/**
 * Returns a container in which the items of sequences, at any depth, have their identifiers as keys, so that a message is
 * found in a file with another order; the container itself if all items only have positions. `source`: the node at the same
 * path of a target's source, which decides by what items are known.
 */
export function withListKeys(node: YamlContainer, text: string, source: SourceNode): YamlContainer {
  const list = node.kind === 'seq' ? keyedList(node, text, source) : node;
  const members = list.members.map((member): YamlMember => {
    if (!isContainer(member.value)) return member;
    const sourceValue = once(() => memberValue(source.node(), member.key));
    const value = withListKeys(member.value, text, { text: source.text, node: sourceValue });
    return value === member.value ? member : { ...member, value };
  });
  const isUnchanged = members.every((member, index) => member === list.members[index]);
  return isUnchanged ? list : withMembers(list, members);
}

/** A node of a target's source, which is read on first use; undefined if the source has no such node. */
export interface SourceNode {
  readonly text: string;
  readonly node: () => YamlNode | undefined;
}

/** Returns a sequence whose items have their identifiers as keys; the sequence itself if they only have positions. */
function keyedList(list: YamlContainer, text: string, source: SourceNode): YamlContainer {
  const listKeys = listKeysOfTarget(itemsOf(list, text), () => itemsOf(source.node(), source.text));
  if (listKeys === undefined) return list;
  const { idName, keys } = listKeys;
  const members = list.members.map((member): YamlMember => {
    return { ...member, key: keys[member.index] ?? member.key, value: identified(member.value, idName) };
  });
  return { ...list, isKeyed: true, members, byKey: new Map(members.map((member) => [member.key, member])) };
}

/** Returns a container with other values for its members, whose keys stay the same. */
export function withMembers(container: YamlContainer, members: readonly YamlMember[]): YamlContainer {
  // `byKey` is not made anew: it lacks merge keys, and has one of several members with the same key.
  const byKey = new Map(Array.from(container.byKey, ([key, member]) => [key, members[member.index] ?? member]));
  return { ...container, members, byKey };
}

function memberValue(node: YamlNode | undefined, key: string): YamlNode | undefined {
  return isContainer(node) ? node.byKey.get(key)?.value : undefined;
}

/** The items of a sequence; none of any other value. */
function itemsOf(node: YamlNode | undefined, text: string): readonly (ElementFields | undefined)[] {
  return node?.kind === 'seq' ? node.members.map(({ value }) => fieldsOf(value, text)) : [];
}

/** The texts and numbers of an item; undefined if it is no map. */
function fieldsOf(item: YamlNode, text: string): ElementFields | undefined {
  if (item.kind !== 'map') return undefined;
  return new Map(
    liveMembers(item).map(({ key, value }): [string, ElementField | undefined] => {
      const name = key.toLowerCase();
      if (value.kind === 'text') return [name, { name: key, value: value.value }];
      return [name, value.kind === 'data' ? { name: key, value: text.slice(value.start, value.end) } : undefined];
    }),
  );
}

/** Returns an item with the roles of its members. */
function identified(item: YamlNode, idName: string): YamlNode {
  if (item.kind !== 'map') return item;
  const members = liveMembers(item);
  const identifier = members.find(({ key }) => key.toLowerCase() === idName)?.key ?? idName;
  const values = members.filter(({ value }) => value.kind === 'data').map(({ key }) => key);
  return { ...item, identity: { identifier, copied: new Set([identifier, ...values]) } };
}
