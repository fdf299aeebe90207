import type { PluralCategory } from '../kit/localeFormat.ts';
import { formatErrorAt } from '../kit/textLocation.ts';
import { escapeKey, formId, isPluralCategory } from '../kit/unitId.ts';
import { because } from '../reasons/reason.ts';
import type { ResourceDialect } from './resourceDialect.ts';
import { isElement, parseXml, type XmlDocument, type XmlElement } from '../xml/xmlTree.ts';

/** An element that holds one text. */
export interface AndroidLeaf {
  readonly id: string;
  readonly element: XmlElement;
  readonly plural?: PluralCategory;
}

/** A resource with texts. */
export interface AndroidEntry {
  readonly kind: 'string' | 'plurals' | 'array';
  /** `string title`: the kind and the id. Unique in the file, and the same in every locale. */
  readonly key: string;
  /** The id of a string, or the prefix of the ids of a plural set's members or an array's items. */
  readonly id: string;
  readonly element: XmlElement;
  /** Index among the children of the root. */
  readonly index: number;
  readonly leaves: readonly AndroidLeaf[];
}

export interface AndroidFile {
  readonly text: string;
  readonly dialect: ResourceDialect;
  readonly document: XmlDocument;
  /** In the file's order. If a key occurs twice, the last entry counts, as in Android's resource table. */
  readonly entries: ReadonlyMap<string, AndroidEntry>;
}

/** Reads the resources of a file that have texts. Throws FormatError for a text that is not a resource file. */
export function parseAndroid(text: string, dialect: ResourceDialect): AndroidFile {
  const document = parseXml(text);
  if (document.root.name !== 'resources') {
    throw formatErrorAt(text, document.root.start, because('android-root', document.root.name));
  }
  const entries = new Map<string, AndroidEntry>();
  for (const [index, child] of document.root.children.entries()) {
    if (!isElement(child)) continue;
    const entry = entryOf(child, index, dialect);
    if (entry === undefined) continue;
    // Otherwise a repeated key would keep its first position in the map.
    entries.delete(entry.key);
    entries.set(entry.key, entry);
  }
  return { text, dialect, document, entries };
}

function entryOf(element: XmlElement, index: number, dialect: ResourceDialect): AndroidEntry | undefined {
  const kind = kindOf(element, dialect);
  const { name, product } = element.attributes;
  if (kind === undefined || name === undefined || name === '') return undefined;
  let id = escapeKey(name);
  // A name may occur once for each `product`.
  if (product !== undefined && product !== 'default') id += `.${escapeKey(product)}`;
  return { kind, key: `${kind} ${id}`, id, element, index, leaves: leavesOf(kind, id, element) };
}

function kindOf(
  { name, attributes }: XmlElement,
  { pluralElements }: ResourceDialect,
): AndroidEntry['kind'] | undefined {
  if (name === 'string' || (name === 'item' && attributes['type'] === 'string')) return 'string';
  if (pluralElements.includes(name)) return 'plurals';
  return name === 'string-array' ? 'array' : undefined;
}

function leavesOf(kind: AndroidEntry['kind'], id: string, element: XmlElement): readonly AndroidLeaf[] {
  if (kind === 'string') return [{ id, element }];
  const items = itemsOf(element);
  if (kind === 'array') return items.map((item, index) => ({ id: `${id}.${index}`, element: item }));
  const members = new Map<string, AndroidLeaf>();
  for (const item of items) {
    const category = item.attributes['quantity'] ?? '';
    if (!isPluralCategory(category)) continue;
    members.set(category, { id: formId(id, category), element: item, plural: category });
  }
  return [...members.values()];
}

export function itemsOf(element: XmlElement): readonly XmlElement[] {
  return element.children.filter(isElement).filter((child) => child.name === 'item');
}
