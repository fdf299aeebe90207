import { once } from '../../base/once.ts';
import { appendedIndexes } from '../kit/insertionOrder.ts';
import type { TargetSource } from '../kit/keptWhileWriting.ts';
import { listKeysOfTarget, type ElementField, type ElementFields } from '../kit/listKeys.ts';
import { joinKeyPath } from '../kit/unitId.ts';
import type { TableIdentity, TomlEntry, TomlFile, TomlNode, TomlSection } from './tomlTree.ts';

/**
 * Returns a file's tables, in which elements of arrays of tables (`[[faq]]`) have their identifiers as keys, so that a
 * message is found in a file with another order. Arrays without identifiers keep their indexes. The elements of a target
 * are known by what its source's are.
 */
export function identifiedTables(
  sections: readonly TomlSection[],
  text: string,
  source?: TargetSource<TomlFile>,
): readonly TomlSection[] {
  const elements = sections.filter(({ isElement }) => isElement);
  /** By the joined path with indexes, the key of an element. */
  const keysByPath = new Map<string, string>();
  const identities = new Map<TomlSection, TableIdentity>();
  const renamed = (path: readonly string[]): readonly string[] =>
    path.map((key, index) => keysByPath.get(joinKeyPath(path.slice(0, index + 1))) ?? key);
  const sourceArrays = once(() => Map.groupBy(elementsOf(source?.file()), arrayPathOf));
  // An array is before those in its elements, whose paths begin with its own.
  for (const array of Map.groupBy(elements, arrayPathOf).values()) {
    const arrayPath = array[0]?.path.slice(0, -1) ?? [];
    const sourceArray = (): readonly TomlSection[] => sourceArrays().get(joinKeyPath(renamed(arrayPath))) ?? [];
    const listKeys = listKeysOfTarget(
      array.map((element) => fieldsOf(element, text)),
      () => sourceArray().map((element) => fieldsOf(element, source?.text ?? '')),
    );
    for (const [index, element] of array.entries()) {
      const key = listKeys?.keys[index];
      if (listKeys === undefined || key === undefined) continue;
      keysByPath.set(joinKeyPath(element.path), key);
      identities.set(element, identityOf(element, listKeys.idName));
    }
  }
  if (keysByPath.size === 0) return sections;
  return sections.map((section): TomlSection => {
    const entries = section.entries.map((entry) => withPaths(entry, renamed));
    const identity = identities.get(section);
    const withNewPaths = { ...section, path: renamed(section.path), entries };
    return identity === undefined ? withNewPaths : { ...withNewPaths, identity };
  });
}

/** The elements of a file's arrays of tables. */
function elementsOf(file: TomlFile | undefined): readonly TomlSection[] {
  return file?.sections.filter(({ isElement }) => isElement) ?? [];
}

/** The joined path of the array that a table is an element of. */
function arrayPathOf({ path }: TomlSection): string {
  return joinKeyPath(path.slice(0, -1));
}

/** Returns an entry with new paths, also of the entries of inline tables in it. */
function withPaths(entry: TomlEntry, renamed: (path: readonly string[]) => readonly string[]): TomlEntry {
  const nodeNow = (node: TomlNode): TomlNode => {
    if (node.kind === 'inline') return { ...node, entries: node.entries.map((inner) => withPaths(inner, renamed)) };
    if (node.kind === 'array') return { ...node, elements: node.elements.map(nodeNow) };
    return node;
  };
  return { ...entry, path: renamed(entry.path), value: nodeNow(entry.value) };
}

/** The entries of an element itself, without those of tables below it. */
function ownEntries({ path, entries }: TomlSection): readonly TomlEntry[] {
  return entries.filter((entry) => entry.path.length === path.length + 1);
}

/** The texts and numbers of an element. */
function fieldsOf(element: TomlSection, text: string): ElementFields {
  return new Map(
    ownEntries(element).map(({ path, value }): [string, ElementField | undefined] => {
      const name = path.at(-1) ?? '';
      if (value.kind === 'text') return [name.toLowerCase(), { name, value: value.value }];
      const isData = value.kind === 'data';
      return [name.toLowerCase(), isData ? { name, value: text.slice(value.start, value.end) } : undefined];
    }),
  );
}

function identityOf(element: TomlSection, idName: string): TableIdentity {
  const keys = ownEntries(element).map(({ path }) => path.at(-1) ?? '');
  const identifier = keys.find((key) => key.toLowerCase() === idName) ?? idName;
  const values = ownEntries(element).filter(({ value }) => value.kind === 'data');
  return { identifier, copied: new Set([identifier, ...values.map(({ path }) => path.at(-1) ?? '')]) };
}

/** Returns the entries that a new element has in addition to its texts. */
export function copiedEntries(element: TomlSection): readonly TomlEntry[] {
  const { identity } = element;
  if (identity === undefined) return [];
  return ownEntries(element).filter(({ path }) => identity.copied.has(path.at(-1) ?? ''));
}

/** Returns the keys of the elements without which an element can't exist: its own, and those of lower indexes. */
export function neededElements(key: string): readonly string[] {
  return /^\d+$/.test(key) ? appendedIndexes(0, [key]).toReversed() : [key];
}
