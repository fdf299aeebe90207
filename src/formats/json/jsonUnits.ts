import type { Unit } from '../format.ts';
import { isContainer, type JsonContainer, type JsonMember, type JsonNode, type JsonString } from './jsonTree.ts';
import { loneSurrogate } from '../textPlace.ts';
import { escapeKey, isPluralCategory, joinPlural, splitKeyPath, splitPlural, type PluralMember } from '../unitId.ts';

/** How a family of JSON files says things. */
export interface JsonDialect {
  readonly id: string;
  /** Keys such as `ship_one` beside `ship_other` are members of a plural set, as i18next has them since its JSON format 4. */
  readonly pluralSuffixes: boolean;
  /** A value may be `{ "message": text, "comment": text or texts }`, as in a VS Code extension's `package.nls.json`. */
  readonly messageObjects: boolean;
}

/** The place of a unit in the tree of keys. */
export interface UnitPath {
  readonly keys: readonly string[];
  readonly plural?: PluralMember;
}

/** The units of a parsed file, in its own order. Of two equal keys the last counts, as it does for every reader of JSON. */
export function unitsOf(root: JsonContainer, dialect: JsonDialect): readonly Unit[] {
  const units: Unit[] = [];
  collect(root, '', dialect, units);
  return units;
}

function collect(container: JsonContainer, prefix: string, dialect: JsonDialect, units: Unit[]): void {
  const hasDuplicates = container.byKey.size !== container.members.length;
  for (const member of container.members) {
    if (hasDuplicates && container.byKey.get(member.key) !== member) continue;
    const message = messageOf(member.value, dialect);
    if (message !== undefined) units.push(toUnit(container, member, message, prefix, dialect));
    else if (isContainer(member.value)) collect(member.value, `${prefix}${escapeKey(member.key)}.`, dialect, units);
  }
}

function toUnit(container: JsonContainer, member: JsonMember, message: JsonString, prefix: string, dialect: JsonDialect): Unit {
  const plural = pluralOf(container, member.key, dialect);
  const id = plural === undefined ? prefix + escapeKey(member.key) : prefix + joinPlural({ ...plural, base: escapeKey(plural.base) });
  const { value, start, end } = message;
  const note = message === member.value ? member.note : noteOf(member);
  const lone = loneSurrogate(value) >= 0;
  if (plural === undefined && note === undefined && !lone) return { id, text: value, start, end };
  return {
    id,
    text: value,
    ...(note === undefined ? {} : { note }),
    ...(plural === undefined ? {} : { plural: plural.category }),
    ...(lone ? { translatable: false, reason: 'This text holds half of a surrogate pair, which is no character and cannot be sent.' } : {}),
    start,
    end,
  };
}

/** The literal that holds a member's text: the value itself, or the `message` inside it; undefined when it is no text. */
export function messageOf(node: JsonNode | undefined, dialect: JsonDialect): JsonString | undefined {
  if (node?.kind === 'string') return node;
  if (!dialect.messageObjects || node?.kind !== 'object') return undefined;
  const message = node.byKey.get('message')?.value;
  return message?.kind === 'string' ? message : undefined;
}

/** What the comments beside a message object and its `comment` say. */
function noteOf(member: JsonMember): string | undefined {
  if (member.value.kind !== 'object') return member.note;
  const comment = member.value.byKey.get('comment')?.value;
  const parts = comment === undefined ? [] : isContainer(comment) ? comment.members.map((item) => item.value) : [comment];
  const lines = parts.flatMap((part) => (part.kind === 'string' && part.value !== '' ? [part.value] : []));
  const note = member.note === undefined ? lines : [member.note, ...lines];
  return note.length === 0 ? undefined : note.join('\n');
}

/** The plural set that a key of `container` belongs to; its base is a plain key. A set has an `_other`, whatever else it has. */
export function pluralOf(container: JsonContainer, key: string, dialect: JsonDialect): PluralMember | undefined {
  const at = key.lastIndexOf('_');
  if (at <= 0 || !dialect.pluralSuffixes || container.kind !== 'object') return undefined;
  const category = key.slice(at + 1);
  if (!isPluralCategory(category)) return undefined;
  const stem = key.slice(0, at);
  if (container.byKey.get(`${stem}_other`)?.value.kind !== 'string') return undefined;
  const ordinal = stem.endsWith(ORDINAL) && stem.length > ORDINAL.length;
  return { base: ordinal ? stem.slice(0, -ORDINAL.length) : stem, category, ordinal };
}

const ORDINAL = '_ordinal';

/** The keys that an id stands for, whether or not a file has them; undefined for what is no id of this format. */
export function pathOf(id: string): UnitPath | undefined {
  const member = splitPlural(id);
  const keys = splitKeyPath(member?.base ?? id);
  if (keys === undefined) return undefined;
  if (member === undefined) return { keys };
  const base = keys.at(-1) ?? '';
  const key = `${base}${member.ordinal ? ORDINAL : ''}_${member.category}`;
  return { keys: [...keys.slice(0, -1), key], plural: { ...member, base } };
}

/** The container that holds the last key of a path; undefined when the file has none there. */
function parentOf(root: JsonContainer, path: UnitPath): JsonContainer | undefined {
  let container = root;
  for (const key of path.keys.slice(0, -1)) {
    const next = container.byKey.get(key)?.value;
    if (!isContainer(next)) return undefined;
    container = next;
  }
  return container;
}

/** Whether reading the file gives a unit of that very id, and whether its text is inside a message object. */
export function unitAt(root: JsonContainer, path: UnitPath, dialect: JsonDialect): { readonly isInside: boolean } | undefined {
  const parent = parentOf(root, path);
  const key = path.keys.at(-1);
  if (parent === undefined || key === undefined) return undefined;
  const value = parent.byKey.get(key)?.value;
  const message = messageOf(value, dialect);
  if (message === undefined) return undefined;
  const plural = pluralOf(parent, key, dialect);
  const same = plural?.base === path.plural?.base && plural?.category === path.plural?.category && plural?.ordinal === path.plural?.ordinal;
  return same ? { isInside: message !== value } : undefined;
}

/** Whether the file has the plural set of which the path is, or would be, a member. */
export function hasPluralSet(root: JsonContainer, path: UnitPath, dialect: JsonDialect): boolean {
  if (path.plural === undefined || !dialect.pluralSuffixes) return false;
  const parent = parentOf(root, path);
  const { base, ordinal } = path.plural;
  const other = `${base}${ordinal ? ORDINAL : ''}_other`;
  if (parent === undefined) return false;
  const plural = pluralOf(parent, other, dialect);
  return plural?.base === base && plural.ordinal === ordinal;
}
