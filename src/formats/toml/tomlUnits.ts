import { hasWords } from '../../base/text/hasWords.ts';
import type { OmittedEntry, Unit } from '../kit/localeFormat.ts';
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
import { because } from '../reasons/reason.ts';
import type { TomlEntry, TomlFile, TomlNode, TomlText } from './tomlTree.ts';

/** Keys next to the members of a plural set; in TOML, `leftDelim` and `rightDelim` may be in lower case. */
const pluralMetadata: ReadonlySet<string> = new Set([...goI18nMetadata, 'leftdelim', 'rightdelim']);

/** A table whose keys are plural categories or metadata (`description`); as in go-i18n, `other` may be missing. */
export interface PluralTable {
  readonly note: string | undefined;
}

/** The facts about a table that its entries have shown so far. */
interface TableFacts {
  /** Every key is a plural category or metadata. */
  canBePluralSet: boolean;
  hasCategory: boolean;
  readonly notes: string[];
}

/** Collects the facts about all tables of a file. */
class TableReader {
  readonly tables = new Map<string, TableFacts>();

  constructor({ sections }: TomlFile) {
    for (const { path, note, entries } of sections) {
      if (path.length > 0) {
        // A table that contains another table is no plural set.
        this.#tableAt(path.slice(0, -1)).canBePluralSet = false;
        if (note !== undefined) this.#tableAt(path).notes.unshift(note);
      }
      this.#readAll(entries, path);
    }
  }

  #tableAt(path: readonly string[]): TableFacts {
    const id = joinKeyPath(path);
    let table = this.tables.get(id);
    if (table === undefined) {
      table = { canBePluralSet: path.length > 0, hasCategory: false, notes: [] };
      this.tables.set(id, table);
    }
    return table;
  }

  /** Reads the entries of a section or an inline table at `path`. An entry with dotted keys is in a table below it. */
  #readAll(entries: readonly TomlEntry[], path: readonly string[]): void {
    if (entries.length === 0) return;
    const sectionTable = this.#tableAt(path);
    for (const entry of entries) {
      const isInSection = entry.path.length === path.length + 1;
      this.#read(entry, isInSection ? sectionTable : this.#tableAt(entry.path.slice(0, -1)));
    }
  }

  #read({ path, value }: TomlEntry, table: TableFacts): void {
    const key = path.at(-1) ?? '';
    const isMetadata = pluralMetadata.has(key) && value.kind !== 'inline' && value.kind !== 'array';
    if (isPluralCategory(key) && value.kind === 'text') table.hasCategory = true;
    else if (!isMetadata) table.canBePluralSet = false;
    if (key === 'description' && value.kind === 'text') table.notes.push(value.value);
    if (value.kind === 'inline') this.#readAll(value.entries, path);
  }
}

/** Returns the tables of a file that are plural sets, by their joined path. */
export function pluralTables(file: TomlFile): ReadonlyMap<string, PluralTable> {
  const sets = new Map<string, PluralTable>();
  for (const [id, { canBePluralSet, hasCategory, notes }] of new TableReader(file).tables)
    if (canBePluralSet && hasCategory) sets.set(id, { note: joinNotes(...notes) });
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
  const addUnits = (node: TomlNode, path: readonly string[], tableId: string, note: string | undefined): void => {
    if (node.kind === 'text') {
      const unit = unitOf(node, { path, tableId, note }, sets);
      if (unit !== undefined) units.push(unit);
    } else if (node.kind === 'array') {
      const arrayId = joinKeyPath(path);
      for (const [index, child] of node.elements.entries()) addUnits(child, [...path, String(index)], arrayId, note);
    } else if (node.kind === 'inline') addUnitsOfEntries(node.entries, path);
  };
  const addUnitsOfEntries = (entries: readonly TomlEntry[], path: readonly string[]): void => {
    const sectionId = joinKeyPath(path);
    for (const entry of entries) {
      // `title = ""`, but not `menu.title = ""`, which is in a table below the section.
      const isInSection = entry.path.length === path.length + 1;
      const tableId = isInSection ? sectionId : joinKeyPath(entry.path.slice(0, -1));
      addUnits(entry.value, entry.path, tableId, entry.note);
    }
  };
  for (const { entries, path, identity } of file.sections) {
    const texts = entries.filter(
      (entry) => entry.path.length !== path.length + 1 || entry.path.at(-1) !== identity?.identifier,
    );
    addUnitsOfEntries(texts, path);
  }
  return units;
}

/** The location of a text: its path, the joined keys of its table, and the comments next to it. */
interface TextLocation {
  readonly path: readonly string[];
  readonly tableId: string;
  readonly note: string | undefined;
}

/** Returns undefined for the metadata of a plural set, and for a text under an empty key. */
function unitOf(
  { value, start, end }: TomlText,
  { path, tableId, note: entryNote }: TextLocation,
  sets: ReadonlyMap<string, PluralTable>,
): Unit | undefined {
  const key = path.at(-1) ?? '';
  const set = sets.get(tableId);
  if (set !== undefined) {
    if (!isPluralCategory(key)) return undefined;
    const id = joinPlural({ base: tableId, category: key, ordinal: false });
    const note = joinNotes(set.note, entryNote);
    return unitFrom({ id, text: value, start, end, note, maxChars: lengthHint(note), plural: key });
  }
  let id = escapeKey(key);
  if (path.length > 1) id = `${tableId}.${id}`;
  if (id === '') return undefined;
  return unitFrom({ id, text: value, start, end, note: entryNote, maxChars: lengthHint(entryNote) });
}

/** Returns the keys of a unit's text: `cart.items#one` → `['cart', 'items', 'one']`; undefined for an invalid id. */
export function keysOf(id: string): readonly string[] | undefined {
  const member = splitPlural(id);
  if (member?.ordinal === true) return undefined;
  const keys = splitKeyPath(member?.base ?? id);
  if (keys === undefined || member === undefined) return keys;
  return [...keys, member.category];
}

/** Returns a text under an empty key at the top of a file, which no id can name. */
export function omittedIn({ sections }: TomlFile): readonly OmittedEntry[] {
  const texts = sections.flatMap(({ path, entries }) => (path.length === 0 ? entries : []));
  return texts
    .filter(
      ({ path, value }) => path.join('') === '' && path.length === 1 && value.kind === 'text' && hasWords(value.value),
    )
    .map(({ value }) => ({ start: value.start, reason: because('entry-no-key') }));
}
