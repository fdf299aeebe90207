import type { Unit } from '../kit/localeFormat.ts';
import { lengthHint } from '../kit/lengthHint.ts';
import { loneSurrogateReason } from '../kit/textPlace.ts';
import { unitFrom } from '../kit/unitFrom.ts';
import {
  escapeKey,
  goI18nMetadata,
  isPluralCategory,
  joinKeyPath,
  joinPlural,
  pluralMemberOf,
  splitKeyPath,
  splitPlural,
  suffixedKey,
  type PluralMember,
} from '../kit/unitId.ts';
import type { JsonDetails, JsonDialect } from './jsonDialect.ts';
import {
  isContainer,
  liveMembers,
  memberOf,
  type JsonContainer,
  type JsonMember,
  type JsonNode,
  type JsonString,
} from './jsonTree.ts';

/** The location of a unit in the tree of keys, whether or not a file has it. */
export interface UnitPath {
  /** The keys of the containers around it, joined as in an id; undefined at the root. */
  readonly prefix: string | undefined;
  readonly key: string;
  readonly plural?: PluralMember;
}

/** A unit that a file has. */
export interface FoundUnit {
  readonly member: JsonMember;
  readonly container: JsonContainer;
  readonly text: JsonString;
}

/** The units of a parsed file, in its order. Of several equal keys the last counts, as for every reader of JSON. */
export function unitsOf(root: JsonContainer, dialect: JsonDialect): readonly Unit[] {
  const units: Unit[] = [];
  collect(root, '', dialect, units);
  return units;
}

function collect(container: JsonContainer, prefix: string, dialect: JsonDialect, units: Unit[]): void {
  const isRoot = prefix === '';
  const set = isRoot ? undefined : nestedSetOf(container, dialect);
  const hasDuplicates = dialect.ignoresCase === true && spellingsOf(container).size !== container.members.length;
  // Keys that differ without regard to case are all different.
  const members = dialect.ignoresCase === true && !hasDuplicates ? container.members : liveMembers(container);
  for (const member of members) {
    if (
      dialect.isMetadata(member.key, isRoot, container) ||
      (hasDuplicates && keyIn(container, member.key, dialect) !== member.key)
    )
      continue;
    const text = textOf(member.value, dialect);
    if (set?.metadata.has(member.key) === true) continue;
    if (text !== undefined) {
      // An id is never empty, so a text with an empty key at the root is not a unit.
      if (!isRoot || member.key !== '') units.push(toUnit({ container, member, text }, prefix, dialect));
    } else if (dialect.nested && isContainer(member.value))
      collect(member.value, `${prefix}${escapeKey(member.key)}.`, dialect, units);
  }
}

const noDetails: JsonDetails = {};

function toUnit({ container, member, text }: FoundUnit, prefix: string, dialect: JsonDialect): Unit {
  const set = prefix === '' ? undefined : nestedSetOf(container, dialect);
  const nested = set?.isPlural === true && isPluralCategory(member.key) ? member.key : undefined;
  const plural =
    nested === undefined ? pluralOf(container, member.key, dialect) : { base: '', category: nested, ordinal: false };
  const id =
    nested === undefined
      ? prefix + ownId(member.key, plural)
      : joinPlural({ base: prefix.slice(0, -1), category: nested, ordinal: false });
  const { value, start, end } = text;
  const details: JsonDetails =
    dialect.details?.(member, container) ?? (set?.note === undefined ? noDetails : { note: set.note });
  const note = noteOf(member, details.note, dialect);
  const maxChars = details.maxChars ?? (note === undefined ? undefined : lengthHint(note));
  return unitFrom({
    id,
    text: value,
    start,
    end,
    note,
    maxChars,
    plural: plural?.category,
    integers: details.integers,
    reason: loneSurrogateReason(text.value) ?? details.reason,
  });
}

function ownId(key: string, plural: PluralMember | undefined): string {
  return plural === undefined ? escapeKey(key) : joinPlural({ ...plural, base: escapeKey(plural.base) });
}

/** An object of plural forms, and of what go-i18n allows next to them. */
interface NestedSet {
  /** It has at least two forms: a message of go-i18n without a plural only has `other`. */
  readonly isPlural: boolean;
  readonly metadata: ReadonlySet<string>;
  readonly note: string | undefined;
}

/** Returns a container as a plural set, or as a message of go-i18n; undefined for any other container. */
function nestedSetOf(container: JsonContainer, { nestedPlurals }: JsonDialect): NestedSet | undefined {
  if (nestedPlurals !== true || container.kind !== 'object') return undefined;
  if (nestedSets.has(container)) return nestedSets.get(container);
  const set = readNestedSet(container);
  nestedSets.set(container, set);
  return set;
}

const nestedSets = new WeakMap<JsonContainer, NestedSet | undefined>();

function readNestedSet(container: JsonContainer): NestedSet | undefined {
  const members = liveMembers(container);
  if (members.some(({ key, value }) => value.kind !== 'string' || !(isPluralCategory(key) || goI18nMetadata.has(key))))
    return undefined;
  const forms = members.filter(({ key }) => isPluralCategory(key)).length;
  // `{ "id": …, "other": … }` may be a list of words.
  const isMessage = memberOf(container, 'description') !== undefined || memberOf(container, 'hash') !== undefined;
  if (forms === 0 || (forms === 1 && !isMessage)) return undefined;
  const description = memberOf(container, 'description')?.value;
  return {
    isPlural: forms > 1,
    metadata: goI18nMetadata,
    note: description?.kind === 'string' ? description.value : undefined,
  };
}

/** The literal of a member's text: the value itself, or one inside it; undefined if it has no text. */
function textOf(node: JsonNode | undefined, dialect: JsonDialect): JsonString | undefined {
  if (node?.kind === 'string') return dialect.plainTexts ? node : undefined;
  const text = textMember(node, dialect)?.value;
  return text?.kind === 'string' ? text : undefined;
}

/** The key of the text in an object; undefined for any other value. */
export function textKeyOf(node: JsonNode | undefined, dialect: JsonDialect): string | undefined {
  return textMember(node, dialect)?.key;
}

function textMember(node: JsonNode | undefined, { textKeys }: JsonDialect): JsonMember | undefined {
  if (node?.kind !== 'object') return undefined;
  for (const key of textKeys) {
    const member = memberOf(node, key);
    if (member?.value.kind === 'string') return member;
  }
  return undefined;
}

/** The note of a text, from the comments next to it and the members around it. */
function noteOf(member: JsonMember, detail: string | undefined, dialect: JsonDialect): string | undefined {
  const lines =
    dialect.entryNote !== undefined && member.value.kind === 'object' ? dialect.entryNote(member.value) : [];
  if (lines.length === 0 && detail === undefined) return member.note;
  let note = member.note ?? '';
  if (detail !== undefined && detail !== '') note = note === '' ? detail : `${note}\n${detail}`;
  for (const line of lines) if (line !== '') note = note === '' ? line : `${note}\n${line}`;
  return note === '' ? undefined : note;
}

/** The plural member that a key of a container names, if its set has a text under `_other`. */
function pluralOf(container: JsonContainer, key: string, dialect: JsonDialect): PluralMember | undefined {
  if (!dialect.pluralSuffixes || container.kind !== 'object') return undefined;
  return pluralMemberOf(key, (other) => memberOf(container, other)?.value.kind === 'string');
}

/** The location that an id refers to; undefined if it is not an id of this format. */
export function pathOf(id: string, { nestedPlurals }: JsonDialect): UnitPath | undefined {
  if (!/[#\\]/.test(id)) {
    const at = id.lastIndexOf('.');
    return { prefix: at < 0 ? undefined : id.slice(0, at), key: id.slice(at + 1) };
  }
  const member = splitPlural(id);
  if (nestedPlurals === true && member !== undefined) {
    const isValid = splitKeyPath(member.base) !== undefined && !member.ordinal;
    return isValid ? { prefix: member.base, key: member.category } : undefined;
  }
  const keys = splitKeyPath(member?.base ?? id);
  if (keys === undefined) return undefined;
  const prefix = keys.length === 1 ? undefined : joinKeyPath(keys.slice(0, -1));
  const base = keys.at(-1) ?? '';
  if (member === undefined) return { prefix, key: base };
  const plural = { ...member, base };
  return { prefix, key: suffixedKey(plural), plural };
}

/** The container with these keys; undefined if the file has none there, or none that can contain texts. */
export function containerAt(
  root: JsonContainer,
  keys: readonly string[],
  dialect: JsonDialect,
): JsonContainer | undefined {
  if (keys.length > 0 && !dialect.nested) return undefined;
  let container = root;
  for (const key of keys) {
    if (dialect.isMetadata(key, container === root, container)) return undefined;
    const next = memberOf(container, key)?.value;
    if (!isContainer(next)) return undefined;
    container = next;
  }
  return container;
}

/** The unit at a path in its container, with the path's plural member. */
export function unitIn(
  container: JsonContainer,
  { key, prefix, plural }: UnitPath,
  dialect: JsonDialect,
): FoundUnit | undefined {
  if (prefix === undefined && key === '') return undefined;
  const member = memberOf(container, dialect.ignoresCase === undefined ? key : (keyIn(container, key, dialect) ?? key));
  const text = textOf(member?.value, dialect);
  if (member === undefined || text === undefined || dialect.isMetadata(key, prefix === undefined, container))
    return undefined;
  const own = pluralOf(container, key, dialect);
  return own?.base === plural?.base && own?.category === plural?.category && own?.ordinal === plural?.ordinal
    ? { member, container, text }
    : undefined;
}

/** Whether a container has the plural set that the path's member belongs to. */
export function hasPluralSet(container: JsonContainer, { key, plural }: UnitPath, dialect: JsonDialect): boolean {
  if (dialect.nestedPlurals === true) return isPluralCategory(key) && nestedSetOf(container, dialect) !== undefined;
  if (plural === undefined || !dialect.pluralSuffixes) return false;
  const other = pluralOf(container, suffixedKey({ ...plural, category: 'other' }), dialect);
  return other?.base === plural.base && other.ordinal === plural.ordinal;
}

/** A key as a container spells it; if case is ignored, the last key that is equal. */
export function keyIn(container: JsonContainer, key: string, dialect: JsonDialect): string | undefined {
  if (dialect.ignoresCase === undefined) return memberOf(container, key) !== undefined ? key : undefined;
  return spellingsOf(container).get(key.toLowerCase());
}

/** The keys of a container by their lowercase spelling. */
function spellingsOf(container: JsonContainer): ReadonlyMap<string, string> {
  const known = spelled.get(container);
  if (known !== undefined) return known;
  const spellings = new Map<string, string>();
  for (const { key } of container.members) spellings.set(key.toLowerCase(), key);
  spelled.set(container, spellings);
  return spellings;
}

const spelled = new WeakMap<JsonContainer, ReadonlyMap<string, string>>();
