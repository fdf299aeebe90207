import { joinKeyPath } from '../kit/unitId.ts';
import type { TomlArray, TomlEntry, TomlFile, TomlInline, TomlNode, TomlSection } from './tomlTree.ts';

/** A file's entries and sections by joined paths. */
export interface TomlIndex {
  readonly sections: ReadonlyMap<string, TomlSection>;
  /** Entries of every depth. */
  readonly entries: ReadonlyMap<string, TomlEntry>;
  readonly values: ReadonlyMap<string, TomlNode>;
  readonly containers: ReadonlyMap<string, TomlInline | TomlArray>;
  /** The index of the section that contains an entry. */
  readonly sectionOf: ReadonlyMap<TomlEntry, number>;
}

export function indexOf(file: TomlFile): TomlIndex {
  const sections = new Map<string, TomlSection>();
  const entries = new Map<string, TomlEntry>();
  const values = new Map<string, TomlNode>();
  const containers = new Map<string, TomlInline | TomlArray>();
  const sectionOf = new Map<TomlEntry, number>();
  const visit = (node: TomlNode, id: string, section: number): void => {
    values.set(id, node);
    if (node.kind === 'inline' || node.kind === 'array') containers.set(id, node);
    if (node.kind === 'inline') for (const entry of node.entries) enter(entry, section);
    if (node.kind === 'array')
      node.elements.forEach((element, index) => {
        visit(element, `${id}.${index}`, section);
      });
  };
  const enter = (entry: TomlEntry, section: number): void => {
    const id = joinKeyPath(entry.path);
    entries.set(id, entry);
    sectionOf.set(entry, section);
    visit(entry.value, id, section);
  };
  for (const section of file.sections) {
    sections.set(joinKeyPath(section.path), section);
    for (const entry of section.entries) enter(entry, section.index);
  }
  return { sections, entries, values, containers, sectionOf };
}
