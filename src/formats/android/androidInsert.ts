import { cldrPluralCategories } from '../../base/pluralForms.ts';
import type { TextEdit } from '../kit/localeFormat.ts';
import { insertionPlaces, withPluralMembers } from '../kit/insertionOrder.ts';
import { insertElements, locationBetween, type XmlLayout } from '../xml/xmlSiblings.ts';
import { attributeRange, type XmlElement } from '../xml/xmlTree.ts';
import { itemsOf, type AndroidEntry, type AndroidFile } from './parseAndroid.ts';

/** Encoded contents that a resource of the target lacks, by '' for a string, by category, or by index. */
export type NewContents = ReadonlyMap<string, string>;

/** Attributes of the source's element that are copied to the element in another locale: `name`, `xmlns:tools`. */
const copiedAttribute = /^(?:name|product|type|formatted|xmlns:.*)$/;

/** A resource and its file. */
interface Resource {
  readonly file: AndroidFile;
  readonly entry: AndroidEntry;
}

/** Renders a resource that the target lacks as an element. `indent` is that of its line; absent: all is on one line. */
export function renderEntry(source: Resource, contents: NewContents, layout: XmlLayout, indent?: string): string {
  const { file, entry } = source;
  const tag = entry.element.name;
  const opening = `<${[tag, ...copiedAttributes(file.text, entry.element)].join(' ')}>`;
  const closing = `</${tag}>`;
  // A string has only one text, whose name is ''.
  if (entry.kind === 'string') return opening + (contents.get('') ?? '') + closing;
  const items =
    entry.kind === 'plurals' ? pluralItems(contents, categoryOrder(entry)) : arrayItems(contents, source, 0);
  if (indent === undefined) return opening + items.join('') + closing;
  const lines = items.map((item) => layout.lineEnd + indent + layout.level + item);
  return opening + lines.join('') + layout.lineEnd + indent + closing;
}

/** Edits that insert leaves into an existing plural set or array; `source` is the source's resource, if it has one. */
export function insertLeaves(
  { file: { text }, entry }: Resource,
  source: Resource | undefined,
  contents: NewContents,
  layout: XmlLayout,
): readonly TextEdit[] {
  const parent = entry.element;
  if (entry.kind === 'array') {
    const items = itemsOf(parent);
    const addedItems = arrayItems(contents, source, items.length);
    return [insertElements(text, locationBetween(parent, items.at(-1), undefined), layout, () => addedItems)];
  }
  const itemsByCategory = new Map(entry.leaves.map(({ plural, element }) => [String(plural), element]));
  const places = insertionPlaces(categoryOrder(source?.entry), itemsByCategory, contents);
  return places.map(({ ids: categories, after = '', before = '' }) => {
    const location = locationBetween(parent, itemsByCategory.get(after), itemsByCategory.get(before));
    return insertElements(text, location, layout, () => pluralItems(contents, categories));
  });
}

function pluralItems(contents: NewContents, order: readonly string[]): readonly string[] {
  return order
    .filter((category) => contents.has(category))
    .map((category) => `<item quantity="${category}">${contents.get(category) ?? ''}</item>`);
}

/** All categories in the source's order; those that it lacks follow the lower ones in CLDR's order. */
function categoryOrder(source: AndroidEntry | undefined): readonly string[] {
  return withPluralMembers(source?.leaves.flatMap(({ plural }) => plural ?? []) ?? [], cldrPluralCategories);
}

/**
 * The items of an array from an index on. An app looks items up by index, so an item that is not translated keeps its
 * position: it is empty, or the reference that the source has. A new array is as long as the source's.
 */
function arrayItems(contents: NewContents, source: Resource | undefined, firstIndex: number): readonly string[] {
  let length = Math.max(...[...contents.keys()].map((index) => Number(index) + 1));
  const isNewArray = firstIndex === 0;
  if (isNewArray) length = Math.max(length, source?.entry.leaves.length ?? 0);
  const items: string[] = [];
  for (let index = firstIndex; index < length; index += 1)
    items.push(`<item>${contents.get(String(index)) ?? referenceIn(source, index)}</item>`);
  return items;
}

/** The source's item at an index if it is a reference to another resource; '' otherwise. */
function referenceIn(source: Resource | undefined, index: number): string {
  const element = source?.entry.leaves[index]?.element;
  if (source === undefined || element === undefined) return '';
  const raw = source.file.text.slice(element.innerStart, element.innerEnd).trim();
  // `@string/other`, `?attr/other`
  return /^[@?]/.test(raw) ? raw : '';
}

function copiedAttributes(text: string, element: XmlElement): readonly string[] {
  const names = Object.keys(element.attributes).filter((name) => copiedAttribute.test(name));
  const ranges = names.map((name) => attributeRange(text, element, name)).filter((range) => range !== undefined);
  return ranges.map(({ start, end }) => text.slice(start, end));
}
