import type { Unit } from '../format.ts';
import { lengthHint } from '../lengthHint.ts';
import { isPluralCategory, joinKeyPath, joinPlural, splitKeyPath, splitPlural } from '../unitId.ts';
import type { TomlEntry, TomlFile, TomlNode, TomlText } from './tomlTree.ts';

/** What go-i18n keeps beside the members of a plural set: https://pkg.go.dev/github.com/nicksnyder/go-i18n/v2/i18n#Message */
const BESIDE_MEMBERS: ReadonlySet<string> = new Set(['id', 'description', 'hash', 'leftDelim', 'rightDelim', 'leftdelim', 'rightdelim']);

/** Where a unit came from. */
export interface Origin {
  readonly file: TomlFile;
  readonly node: TomlText;
}

/** Parsing a file is what takes time, so that units lead back to the tree that they were read from. */
const origins = new WeakMap<Unit, Origin>();

export function originOf(unit: Unit): Origin | undefined {
  return origins.get(unit);
}

/** A table with plural categories and nothing else; as in go-i18n, “other” may be missing. */
export interface PluralTable {
  readonly note: string | undefined;
}

/** The tables of a file that are plural sets, by their joined path. */
export function pluralTables(file: TomlFile): ReadonlyMap<string, PluralTable> {
  const found = new Map<string, { isSet: boolean; hasMember: boolean; notes: string[] }>();
  const tableAt = (path: readonly string[]): { isSet: boolean; hasMember: boolean; notes: string[] } => {
    const id = joinKeyPath(path);
    const table = found.get(id) ?? { isSet: path.length > 0, hasMember: false, notes: [] };
    found.set(id, table);
    return table;
  };
  const enter = (entry: TomlEntry): void => {
    const parent = tableAt(entry.path.slice(0, -1));
    const key = entry.path.at(-1) ?? '';
    if (isPluralCategory(key) && entry.value.kind === 'text') parent.hasMember = true;
    else if (!BESIDE_MEMBERS.has(key) || entry.value.kind === 'inline' || entry.value.kind === 'array') parent.isSet = false;
    if (key === 'description' && entry.value.kind === 'text') parent.notes.push(entry.value.value);
    if (entry.value.kind === 'inline') entry.value.entries.forEach(enter);
  };
  for (const section of file.sections) {
    if (section.path.length > 0) {
      tableAt(section.path.slice(0, -1)).isSet = false;
      if (section.note !== undefined) tableAt(section.path).notes.unshift(section.note);
    }
    section.entries.forEach(enter);
  }
  const sets = [...found].filter(([, { isSet, hasMember }]) => isSet && hasMember);
  return new Map(sets.map(([id, { notes }]) => [id, { note: notes.length === 0 ? undefined : notes.join('\n') }]));
}

/** Whether a member of a plural set is there for the tool that reads the set. */
export function isBesideMembers(key: string): boolean {
  return BESIDE_MEMBERS.has(key);
}

/** The units of a file, in its own order. */
export function unitsOf(file: TomlFile): readonly Unit[] {
  const sets = pluralTables(file);
  const units: Unit[] = [];
  const visit = (node: TomlNode, path: readonly string[], note: string | undefined): void => {
    if (node.kind === 'text') {
      const unit = unitOf(node, path, note, sets);
      if (unit === undefined) return;
      units.push(unit);
      origins.set(unit, { file, node });
    } else if (node.kind === 'array') node.elements.forEach((element, index) => { visit(element, [...path, String(index)], note); });
    else if (node.kind === 'inline') for (const entry of node.entries) visit(entry.value, entry.path, note);
  };
  for (const section of file.sections) for (const entry of section.entries) visit(entry.value, entry.path, entry.note);
  return units;
}

function unitOf(node: TomlText, path: readonly string[], own: string | undefined, sets: ReadonlyMap<string, PluralTable>): Unit | undefined {
  const key = path.at(-1) ?? '';
  const base = joinKeyPath(path.slice(0, -1));
  const set = sets.get(base);
  if (set !== undefined && !isPluralCategory(key)) return undefined;
  const id = set !== undefined && isPluralCategory(key) ? joinPlural({ base, category: key, ordinal: false }) : joinKeyPath(path);
  if (id === '') return undefined;
  const notes = [set?.note, own].filter((each) => each !== undefined);
  const note = notes.length === 0 ? undefined : notes.join('\n');
  const maxChars = note === undefined ? undefined : lengthHint(note);
  return {
    id,
    text: node.value,
    ...(note === undefined ? {} : { note }),
    ...(maxChars === undefined ? {} : { maxChars }),
    ...(set !== undefined && isPluralCategory(key) ? { plural: key } : {}),
    start: node.start,
    end: node.end,
  };
}

/** The keys that lead to a unit's text; undefined for what is no id. */
export function keysOf(id: string): readonly string[] | undefined {
  const member = splitPlural(id);
  if (member?.ordinal === true) return undefined;
  const keys = splitKeyPath(member?.base ?? id);
  return keys === undefined || member === undefined ? keys : [...keys, member.category];
}
