import { once } from '../../base/once.ts';
import type { TargetSource } from '../kit/keptWhileWriting.ts';
import { listKeysOfTarget, type ElementField, type ElementFields, type ListKeys } from '../kit/listKeys.ts';
import {
  isContainer,
  liveMembers,
  valueAt,
  type JsonContainer,
  type JsonMember,
  type JsonNode,
  type JsonRoles,
} from './jsonTree.ts';

/** A container whose lists get keys, and the value at the same path of its source. */
interface ContainerToVisit {
  readonly container: JsonContainer;
  readonly sourceNode: () => JsonNode | undefined;
}

/**
 * Gives the elements of arrays their identifiers as keys, at any depth, so that a message is found in a file with
 * another order. The identifier of such an element is no text, and is copied with the other facts of a new element.
 * An array that already has keys keeps them; those of a target are known by what the source's are.
 */
export function keyLists(root: JsonContainer, text: string, source?: TargetSource<JsonContainer>): void {
  // Most files have no arrays.
  if (!text.includes('[')) return;
  const containersToVisit: ContainerToVisit[] = [{ container: root, sourceNode: () => source?.file() }];
  for (let next = containersToVisit.pop(); next !== undefined; next = containersToVisit.pop()) {
    const { container, sourceNode } = next;
    if (container.kind === 'array' && container.isKeyed !== true) {
      const listKeys = listKeysOfTarget(elementsOf(container, text), () =>
        elementsOf(sourceNode(), source?.text ?? ''),
      );
      if (listKeys !== undefined) {
        setKeys(container, listKeys.keys);
        for (const { value } of container.members)
          if (isContainer(value) && value.roles === undefined) value.roles = rolesOf(value, listKeys);
      }
    }
    for (const { key, value } of container.members)
      if (isContainer(value))
        containersToVisit.push({ container: value, sourceNode: once(() => valueAt(sourceNode(), key)) });
  }
}

/** The elements of an array; none for any other value. */
function elementsOf(node: JsonNode | undefined, text: string): readonly (ElementFields | undefined)[] {
  return node?.kind === 'array' ? node.members.map(({ value }) => fieldsOf(value, text)) : [];
}

/** Sets the keys of an array's elements. */
export function setKeys(list: JsonContainer, keys: readonly string[]): void {
  list.members = list.members.map((member): JsonMember => ({ ...member, key: keys[member.index] ?? member.key }));
  list.byKey = undefined;
  list.isKeyed = true;
}

/** The texts and numbers of an element; undefined if it is no object. */
function fieldsOf(element: JsonNode, text: string): ElementFields | undefined {
  if (element.kind !== 'object') return undefined;
  return new Map(
    liveMembers(element).map(({ key, value }): [string, ElementField | undefined] => {
      const name = key.toLowerCase();
      if (value.kind === 'string') return [name, { name: key, value: value.value }];
      const isNumber = value.kind === 'scalar' && value.number !== undefined;
      return [name, isNumber ? { name: key, value: text.slice(value.start, value.end) } : undefined];
    }),
  );
}

/** The roles of an element's members: its identifier is no text, and a new element also gets numbers and the like. */
function rolesOf(element: JsonContainer, { idName }: ListKeys): JsonRoles {
  const members = liveMembers(element);
  const identifiers = members.filter(({ key }) => key.toLowerCase() === idName).map(({ key }) => key);
  const values = members.filter(({ value }) => value.kind === 'scalar' && !value.isNull).map(({ key }) => key);
  return { metadata: new Set(identifiers), copied: new Set([...identifiers, ...values]) };
}
