import { joinKeyPath } from '../kit/unitId.ts';
import type { TomlArray, TomlEntry, TomlFile, TomlInline, TomlNode, TomlSection } from './tomlTree.ts';

/** A file's entries and sections by joined paths. */
export interface TomlIndex {
  readonly sections: ReadonlyMap<string, TomlSection>;
  /** Entries of every depth. */
  readonly entries: ReadonlyMap<string, TomlEntry>;
  /** The values of entries, and the elements of arrays. */
  readonly values: ReadonlyMap<string, TomlNode>;
  readonly containers: ReadonlyMap<string, TomlInline | TomlArray>;
  /** The index of the section that contains an entry. */
  readonly sectionIndexByEntry: ReadonlyMap<TomlEntry, number>;
}

export function indexFile(file: TomlFile): TomlIndex {
  const sections = new Map<string, TomlSection>();
  const entries = new Map<string, TomlEntry>();
  const values = new Map<string, TomlNode>();
  const containers = new Map<string, TomlInline | TomlArray>();
  const sectionIndexByEntry = new Map<TomlEntry, number>();
  const addValue = (node: TomlNode, id: string, sectionIndex: number): void => {
    values.set(id, node);
    if (node.kind === 'inline' || node.kind === 'array') containers.set(id, node);
    if (node.kind === 'inline') for (const entry of node.entries) addEntry(entry, sectionIndex);
    if (node.kind === 'array')
      for (const [index, element] of node.elements.entries()) addValue(element, `${id}.${index}`, sectionIndex);
  };
  const addEntry = (entry: TomlEntry, sectionIndex: number): void => {
    const id = joinKeyPath(entry.path);
    entries.set(id, entry);
    sectionIndexByEntry.set(entry, sectionIndex);
    addValue(entry.value, id, sectionIndex);
  };
  for (const section of file.sections) {
    sections.set(joinKeyPath(section.path), section);
    for (const entry of section.entries) addEntry(entry, section.index);
  }
  return { sections, entries, values, containers, sectionIndexByEntry };
}
