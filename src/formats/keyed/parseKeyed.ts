import { formatErrorAt } from '../kit/textLocation.ts';
import { escapeKey } from '../kit/unitId.ts';
import { because } from '../reasons/reason.ts';
import { textOf } from '../xml/xmlText.ts';
import { childOf, elementsOf, parseXml, type XmlDocument, type XmlElement } from '../xml/xmlTree.ts';
import type { KeyedKind, KeyedShape } from './keyedShapes.ts';

/** A text with its key. */
export interface KeyedEntry {
  readonly id: string;
  readonly key: string;
  /** The name of its group; '' without groups. */
  readonly group: string;
  readonly element: XmlElement;
  /** The element that contains the text. Undefined if an attribute contains it, or if there is no text. */
  readonly value: XmlElement | undefined;
  /** The attribute that contains the text. */
  readonly attribute: string | undefined;
}

export interface KeyedFile {
  readonly text: string;
  readonly document: XmlDocument;
  readonly shape: KeyedShape;
  /** By id, in the file's order; if a key occurs twice, the last entry counts. */
  readonly entries: ReadonlyMap<string, KeyedEntry>;
  /** The elements that hold entries, by the name of the group: the root as '' without groups. */
  readonly groups: ReadonlyMap<string, XmlElement>;
}

/** Reads a file. Throws FormatError for one of another kind. */
export function parseKeyed(text: string, { shapes }: KeyedKind): KeyedFile {
  const document = parseXml(text);
  const { root, entities } = document;
  const shape = shapes.find(({ root: name }) => name === root.name);
  if (shape === undefined) throw formatErrorAt(text, root.start, because('keyed-root', root.name, shapes[0].root));
  const groups = groupsOf(root, shape);
  const entries = new Map<string, KeyedEntry>();
  for (const [group, parent] of groups) {
    for (const element of elementsOf(parent, shape.entry)) {
      const key = keyOf(text, element, shape, entities);
      if (key === '') continue;
      const id = shape.group === undefined ? escapeKey(key) : `${escapeKey(group)}.${escapeKey(key)}`;
      // Moves it to the end, in case the key has already occurred.
      entries.delete(id);
      entries.set(id, { id, key, group, element, ...placeOfValue(element, shape) });
    }
  }
  return { text, document, shape, entries, groups };
}

/** Of several groups with the same name, the last counts. */
function groupsOf(root: XmlElement, { group }: KeyedShape): ReadonlyMap<string, XmlElement> {
  if (group === undefined) return new Map([['', root]]);
  const named = elementsOf(root, group.element).filter(({ attributes }) => attributes[group.attribute] !== undefined);
  return new Map(named.map((element) => [element.attributes[group.attribute] ?? '', element]));
}

/** Returns the key of an entry; '' if it has none. */
export function keyOf(
  text: string,
  element: XmlElement,
  { keyAttribute, keyChild }: KeyedShape,
  entities: ReadonlyMap<string, string>,
): string {
  if (keyAttribute !== undefined) return element.attributes[keyAttribute] ?? '';
  if (keyChild === undefined) return element.name;
  const child = childOf(element, keyChild);
  return child === undefined ? '' : textOf(text, child, entities).trim();
}

function placeOfValue(
  element: XmlElement,
  { valueAttribute, valueChild }: KeyedShape,
): Pick<KeyedEntry, 'value' | 'attribute'> {
  if (valueAttribute !== undefined && element.attributes[valueAttribute] !== undefined)
    return { value: undefined, attribute: valueAttribute };
  return { value: valueChild === undefined ? element : childOf(element, valueChild), attribute: undefined };
}
