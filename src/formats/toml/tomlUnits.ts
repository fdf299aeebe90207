import type { Unit } from '../kit/localeFormat.ts';
import { lengthHint } from '../kit/lengthHint.ts';
import { joinNotes, unitFrom } from '../kit/unitFrom.ts';
import {
  escapeKey,
  goI18nMetadata,
  isPluralCategory,
  joinKeyPath,
  joinPlural,
  splitKeyPath,
  splitPlural,
} from '../kit/unitId.ts';
import type { TomlEntry, TomlFile, TomlNode, TomlText } from './tomlTree.ts';

/** Keys next to the members of a plural set, in TOML also in lower case. */
const pluralMetadata: ReadonlySet<string> = new Set([...goI18nMetadata, 'leftdelim', 'rightdelim']);

/** A table with only plural categories; as in go-i18n, “other” may be missing. */
export interface PluralTable {
  readonly note: string | undefined;
}

/** What the entries of a table have shown so far. */
interface TableFacts {
  /** No entry has a key that is neither a plural category nor metadata. */
  isSet: boolean;
  hasMember: boolean;
  readonly notes: string[];
}

/** Collects the facts about all tables of a file. */
class TableReader {
  readonly tables = new Map<string, TableFacts>();

  constructor({ sections }: TomlFile) {
    for (const { path, note, entries } of sections) {
      if (path.length > 0) {
        this.#tableAt(path.slice(0, -1)).isSet = false;
        if (note !== undefined) this.#tableAt(path).notes.unshift(note);
      }
      this.#readAll(entries, path);
    }
  }

  #tableAt(path: readonly string[]): TableFacts {
    const id = joinKeyPath(path);
    let table = this.tables.get(id);
    if (table === undefined) {
      table = { isSet: path.length > 0, hasMember: false, notes: [] };
      this.tables.set(id, table);
    }
    return table;
  }

  #readAll(entries: readonly TomlEntry[], path: readonly string[]): void {
    if (entries.length === 0) return;
    // Nearly every entry's table is that of its section.
    const sectionTable = this.#tableAt(path);
    for (const entry of entries) {
      const isInSection = entry.path.length === path.length + 1;
      this.#read(entry, isInSection ? sectionTable : this.#tableAt(entry.path.slice(0, -1)));
    }
  }

  #read({ path, value }: TomlEntry, table: TableFacts): void {
    const key = path.at(-1) ?? '';
    if (isPluralCategory(key) && value.kind === 'text') table.hasMember = true;
    else if (!pluralMetadata.has(key) || value.kind === 'inline' || value.kind === 'array') table.isSet = false;
    if (key === 'description' && value.kind === 'text') table.notes.push(value.value);
    if (value.kind === 'inline') this.#readAll(value.entries, path);
  }
}

/** Returns the tables of a file that are plural sets, by their joined path. */
export function pluralTables(file: TomlFile): ReadonlyMap<string, PluralTable> {
  const sets = new Map<string, PluralTable>();
  for (const [id, { isSet, hasMember, notes }] of new TableReader(file).tables)
    if (isSet && hasMember) sets.set(id, { note: joinNotes(...notes) });
  return sets;
}

/** Whether a member of a plural set is metadata of the tool that reads the set. */
export function isPluralMetadata(key: string): boolean {
  return pluralMetadata.has(key);
}

/** Returns the units of a file, in its order. */
export function unitsOf(file: TomlFile): readonly Unit[] {
  const sets = pluralTables(file);
  const units: Unit[] = [];
  const visit = (node: TomlNode, path: readonly string[], base: string, note: string | undefined): void => {
    if (node.kind === 'text') {
      const unit = unitOf(node, { path, base, note }, sets);
      if (unit !== undefined) units.push(unit);
    } else if (node.kind === 'array') {
      const arrayBase = joinKeyPath(path);
      for (const [index, element] of node.elements.entries()) visit(element, [...path, String(index)], arrayBase, note);
    } else if (node.kind === 'inline') visitAll(node.entries, path);
  };
  const visitAll = (entries: readonly TomlEntry[], path: readonly string[]): void => {
    const sectionBase = joinKeyPath(path);
    for (const entry of entries) {
      const isInSection = entry.path.length === path.length + 1;
      visit(entry.value, entry.path, isInSection ? sectionBase : joinKeyPath(entry.path.slice(0, -1)), entry.note);
    }
  };
  for (const section of file.sections) visitAll(section.entries, section.path);
  return units;
}

/** A text in a file; `base`: the joined keys of its table; `note`: the comments next to it. */
interface TextLocation {
  readonly path: readonly string[];
  readonly base: string;
  readonly note: string | undefined;
}

/** Returns undefined for the metadata of a plural set, and for a text under an empty key. */
function unitOf(
  { value, start, end }: TomlText,
  { path, base, note: entryNote }: TextLocation,
  sets: ReadonlyMap<string, PluralTable>,
): Unit | undefined {
  const key = path.at(-1) ?? '';
  const set = sets.get(base);
  if (set !== undefined) {
    if (!isPluralCategory(key)) return undefined;
    const id = joinPlural({ base, category: key, ordinal: false });
    const note = joinNotes(set.note, entryNote);
    return unitFrom({ id, text: value, start, end, note, maxChars: lengthHint(note), plural: key });
  }
  let id = escapeKey(key);
  if (path.length > 1) id = `${base}.${id}`;
  if (id === '') return undefined;
  return unitFrom({ id, text: value, start, end, note: entryNote, maxChars: lengthHint(entryNote) });
}

/** Returns the keys that lead to a unit's text; undefined for an invalid id. */
export function keysOf(id: string): readonly string[] | undefined {
  const member = splitPlural(id);
  if (member?.ordinal === true) return undefined;
  const keys = splitKeyPath(member?.base ?? id);
  if (keys === undefined || member === undefined) return keys;
  return [...keys, member.category];
}
