import { hasWords } from '../../base/text/hasWords.ts';
import type { OmittedEntry } from '../kit/localeFormat.ts';
import { because } from '../reasons/reason.ts';
import { containsWords } from '../xml/elementsWithWords.ts';
import { childOf, elementsOf, isElement, type XmlElement } from '../xml/xmlTree.ts';
import type { KeyedShape } from './keyedShapes.ts';
import { keyOf, type KeyedFile } from './parseKeyed.ts';

/** Returns the entries without a key, those in groups without one, and elements of other kinds with texts. */
export function* omittedIn({ text, document, shape, groups }: KeyedFile): Iterable<OmittedEntry> {
  const { root, entities } = document;
  const { group, entry } = shape;
  const isNameless = ({ attributes }: XmlElement): boolean => (attributes[group?.attribute ?? ''] ?? '') === '';
  const namelessGroups = group === undefined ? [] : elementsOf(root, group.element).filter(isNameless);
  for (const parent of [...groups.values(), ...namelessGroups])
    for (const element of elementsOf(parent, entry)) {
      const hasNoKey = namelessGroups.includes(parent) || keyOf(text, element, shape, entities) === '';
      if (hasNoKey && hasText(text, element, shape)) yield { start: element.start, reason: because('entry-no-key') };
    }
  if (entry === undefined) return;
  const read = new Set([entry, ...(group === undefined ? [] : [group.element])]);
  const parents = group === undefined ? [root] : [root, ...groups.values()];
  for (const parent of parents)
    for (const element of parent.children.filter(isElement)) {
      const isMisplaced = parent === root && group !== undefined && element.name === entry;
      const isOther = isMisplaced || !read.has(element.name);
      if (isOther && hasTextsBelow(text, element, shape)) yield { start: element.start, reason: because('entry-kind') };
    }
}

/** Whether an entry has words where its text is. */
function hasText(text: string, element: XmlElement, { valueAttribute, valueChild }: KeyedShape): boolean {
  if (hasWords(element.attributes[valueAttribute ?? ''] ?? '')) return true;
  const value = valueChild === undefined ? element : childOf(element, valueChild);
  return value !== undefined && containsWords(text, value);
}

/** Whether an element of another kind has words where an entry would have its text. */
function hasTextsBelow(text: string, element: XmlElement, shape: KeyedShape): boolean {
  const { group, entry, valueChild } = shape;
  if (valueChild === undefined && (group === undefined || element.name === entry)) return hasText(text, element, shape);
  const isText = ({ name }: XmlElement): boolean => name === (valueChild ?? entry);
  return element.children
    .filter(isElement)
    .some((child) => (isText(child) ? containsWords(text, child) : hasTextsBelow(text, child, shape)));
}
