import { cldrPluralCategories } from '../../base/pluralForms.ts';
import type { TextEdit } from '../kit/localeFormat.ts';
import { insertionPlaces, withPluralMembers } from '../kit/insertionOrder.ts';
import { insertElements, locationBetween, type XmlLayout } from '../xml/xmlSiblings.ts';
import { attributeRange, type XmlElement } from '../xml/xmlTree.ts';
import { itemsOf, type AndroidEntry, type AndroidFile } from './androidEntries.ts';

/**
 * Encoded contents of a resource's leaves that the target lacks: keyed by '' for a string, by category for a plural
 * set, by index for an array.
 */
export type NewContents = ReadonlyMap<string, string>;

/** Attributes of the source's element that are copied to the element in another locale. */
const keptCount = /^(?:name|product|type|formatted|xmlns:.*)$/;

/** A resource and its file. */
interface Resource {
  readonly file: AndroidFile;
  readonly entry: AndroidEntry;
}

/** Renders a resource that the target lacks as an element. */
export function renderEntry(
  source: Resource,
  contents: NewContents,
  layout: XmlLayout,
  indent: string | undefined,
): string {
  const { file, entry } = source;
  const tag = entry.element.name;
  const opening = `<${[tag, ...keptAttributes(file.text, entry.element)].join(' ')}>`;
  if (entry.kind === 'string') return `${opening}${contents.get('') ?? ''}</${tag}>`;
  const items =
    entry.kind === 'plurals' ? pluralItems(contents, categoryOrder(entry)) : arrayItems(contents, { source, from: 0 });
  const lead = indent === undefined ? '' : layout.lineEnd + indent + layout.level;
  const closing = `${indent === undefined ? '' : layout.lineEnd + indent}</${tag}>`;
  return `${opening}${items.map((item) => lead + item).join('')}${closing}`;
}

/**
 * Edits that insert leaves into an existing plural set or array; `source` is the same resource in the source, if any.
 */
export function insertLeaves(
  { file: { text }, entry }: Resource,
  source: Resource | undefined,
  contents: NewContents,
  layout: XmlLayout,
): readonly TextEdit[] {
  const parent = entry.element;
  if (entry.kind === 'array') {
    const items = itemsOf(parent);
    const added = arrayItems(contents, { source, from: items.length });
    return [insertElements(text, locationBetween(parent, items.at(-1), undefined), layout, () => added)];
  }
  const present = new Map(entry.leaves.map(({ plural, element }) => [String(plural), element]));
  return insertionPlaces(categoryOrder(source?.entry), new Set(present.keys()), new Set(contents.keys())).map(
    ({ ids, after, before }) => {
      const location = locationBetween(parent, present.get(after ?? ''), present.get(before ?? ''));
      return insertElements(text, location, layout, () => pluralItems(contents, ids));
    },
  );
}

function pluralItems(contents: NewContents, order: readonly string[]): readonly string[] {
  return order.flatMap((category) => {
    const content = contents.get(category);
    return content === undefined ? [] : [`<item quantity="${category}">${content}</item>`];
  });
}

/** All categories in the source's order; those that it lacks follow the lower ones in CLDR's order. */
function categoryOrder(source: AndroidEntry | undefined): readonly string[] {
  return withPluralMembers(source?.leaves.flatMap(({ plural }) => plural ?? []) ?? [], cldrPluralCategories);
}

/**
 * The items of an array from an index on. An app looks items up by index, so an item that is not translated keeps its
 * position: it is empty, or the reference that the source has. A new array is as long as the source's.
 */
function arrayItems(
  contents: NewContents,
  { source, from }: { readonly source: Resource | undefined; readonly from: number },
): readonly string[] {
  const wanted = Math.max(...[...contents.keys()].map((index) => Number(index) + 1));
  const length = from === 0 ? Math.max(wanted, source?.entry.leaves.length ?? 0) : wanted;
  return Array.from({ length: length - from }, (_, offset) => {
    const index = from + offset;
    return `<item>${contents.get(String(index)) ?? referenceIn(source, index)}</item>`;
  });
}

function referenceIn(source: Resource | undefined, index: number): string {
  const element = source?.entry.leaves[index]?.element;
  if (source === undefined || element === undefined) return '';
  const raw = source.file.text.slice(element.innerStart, element.innerEnd).trim();
  return /^[@?]/.test(raw) ? raw : '';
}

function keptAttributes(text: string, element: XmlElement): readonly string[] {
  return Object.keys(element.attributes)
    .filter((name) => keptCount.test(name))
    .flatMap((name) => {
      const location = attributeRange(text, element, name);
      return location === undefined ? [] : [text.slice(location.start, location.end)];
    });
}
