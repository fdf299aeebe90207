import { listKeysOf, type ElementField, type ElementFields, type ListKeys } from '../kit/listKeys.ts';
import type { CodeContainer, CodeMember, CodeNode } from './codeTree.ts';

/**
 * Returns a list whose elements have their identifiers as keys, so that a message is found in a file with another
 * order; the container itself if its elements only have positions, or keys of their own.
 */
export function withElementKeys(text: string, container: CodeContainer): CodeContainer {
  if (container.kind !== 'list') return container;
  return keyedBy(listKeysOf(elementsOf(container, text)), text, container);
}

/** Returns a list whose elements have these keys. */
export function keyedBy(listKeys: ListKeys | undefined, text: string, list: CodeContainer): CodeContainer {
  if (listKeys === undefined) return list;
  const { idName, keys } = listKeys;
  const members = list.members.map((member): CodeMember => {
    return { ...member, key: keys[member.index], value: identified(member.value, idName, text) };
  });
  return { ...list, unkeyed: list, members };
}

/** The elements of a list; none without a list. */
export function elementsOf(list: CodeContainer | undefined, text: string): readonly (ElementFields | undefined)[] {
  return list?.members.map(({ value }) => fieldsOf(value, text)) ?? [];
}

/** The texts and numbers of an element; undefined if it has no keys. */
function fieldsOf(element: CodeNode, text: string): ElementFields | undefined {
  if (element.kind !== 'map') return undefined;
  const fields = new Map<string, ElementField | undefined>();
  for (const { key, value } of element.members) {
    if (key === undefined) continue;
    if (value.kind === 'text') fields.set(key.toLowerCase(), { name: key, value: value.value });
    else
      fields.set(
        key.toLowerCase(),
        isScalar(value, text) ? { name: key, value: text.slice(value.start, value.end) } : undefined,
      );
  }
  return fields;
}

/** Whether a value is a number or a boolean. */
function isScalar({ kind, start, end }: CodeNode, text: string): boolean {
  return kind === 'other' && /^(?:-?\d[\d._]*|true|false)$/i.test(text.slice(start, end));
}

/** Returns an element with the roles of its members. */
function identified(element: CodeNode, idName: string, text: string): CodeNode {
  if (element.kind !== 'map') return element;
  const keys = element.members.flatMap(({ key }) => key ?? []);
  const identifier = keys.find((key) => key.toLowerCase() === idName) ?? idName;
  const scalars = element.members.filter(({ value }) => isScalar(value, text)).flatMap(({ key }) => key ?? []);
  return { ...element, identity: { identifier, copied: new Set([identifier, ...scalars]) } };
}
