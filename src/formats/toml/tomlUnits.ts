import type { Unit } from '../kit/localeFormat.ts';
import { lengthHint } from '../kit/lengthHint.ts';
import { unitFrom } from '../kit/unitFrom.ts';
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

/** Returns the tables of a file that are plural sets, by their joined path. */
export function pluralTables(file: TomlFile): ReadonlyMap<string, PluralTable> {
  const found = new Map<string, { isSet: boolean; hasMember: boolean; notes: string[] }>();
  const tableAt = (path: readonly string[]): { isSet: boolean; hasMember: boolean; notes: string[] } => {
    const id = joinKeyPath(path);
    let table = found.get(id);
    if (table === undefined) {
      table = { isSet: path.length > 0, hasMember: false, notes: [] };
      found.set(id, table);
    }
    return table;
  };
  // Nearly every entry's table is that of its section.
  const enterAll = (entries: readonly TomlEntry[], path: readonly string[]): void => {
    const own = entries.length === 0 ? undefined : tableAt(path);
    for (const entry of entries)
      enter(entry, own !== undefined && entry.path.length === path.length + 1 ? own : tableAt(entry.path.slice(0, -1)));
  };
  const enter = (entry: TomlEntry, parent: { isSet: boolean; hasMember: boolean; notes: string[] }): void => {
    const key = entry.path.at(-1) ?? '';
    if (isPluralCategory(key) && entry.value.kind === 'text') parent.hasMember = true;
    else if (!pluralMetadata.has(key) || entry.value.kind === 'inline' || entry.value.kind === 'array')
      parent.isSet = false;
    if (key === 'description' && entry.value.kind === 'text') parent.notes.push(entry.value.value);
    if (entry.value.kind === 'inline') enterAll(entry.value.entries, entry.path);
  };
  for (const section of file.sections) {
    if (section.path.length > 0) {
      tableAt(section.path.slice(0, -1)).isSet = false;
      if (section.note !== undefined) tableAt(section.path).notes.unshift(section.note);
    }
    enterAll(section.entries, section.path);
  }
  const sets = [...found].filter(([, { isSet, hasMember }]) => isSet && hasMember);
  return new Map(sets.map(([id, { notes }]) => [id, { note: notes.length === 0 ? undefined : notes.join('\n') }]));
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
      const own = joinKeyPath(path);
      for (const [index, element] of node.elements.entries()) visit(element, [...path, String(index)], own, note);
    } else if (node.kind === 'inline') visitAll(node.entries, path);
  };
  const visitAll = (entries: readonly TomlEntry[], path: readonly string[]): void => {
    const base = joinKeyPath(path);
    for (const entry of entries)
      visit(
        entry.value,
        entry.path,
        entry.path.length === path.length + 1 ? base : joinKeyPath(entry.path.slice(0, -1)),
        entry.note,
      );
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
  node: TomlText,
  { path, base, note: own }: TextLocation,
  sets: ReadonlyMap<string, PluralTable>,
): Unit | undefined {
  const key = path.at(-1) ?? '';
  const set = sets.get(base);
  const plural = set !== undefined && isPluralCategory(key) ? key : undefined;
  if (set !== undefined && plural === undefined) return undefined;
  const idOfKey = path.length === 1 ? escapeKey(key) : `${base}.${escapeKey(key)}`;
  const id = plural === undefined ? idOfKey : joinPlural({ base, category: plural, ordinal: false });
  if (id === '') return undefined;
  const note = set?.note === undefined || own === undefined ? (set?.note ?? own) : `${set.note}\n${own}`;
  const maxChars = note === undefined ? undefined : lengthHint(note);
  return unitFrom({ id, text: node.value, start: node.start, end: node.end, note, maxChars, plural });
}

/** Returns the keys that lead to a unit's text; undefined for an invalid id. */
export function keysOf(id: string): readonly string[] | undefined {
  const member = splitPlural(id);
  if (member?.ordinal === true) return undefined;
  const keys = splitKeyPath(member?.base ?? id);
  return keys === undefined || member === undefined ? keys : [...keys, member.category];
}
