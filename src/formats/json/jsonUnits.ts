import type { PluralCategory, Unit } from '../kit/localeFormat.ts';
import { lengthHint } from '../kit/lengthHint.ts';
import { loneSurrogateReason } from '../kit/textLocation.ts';
import { joinNotes, unitFrom } from '../kit/unitFrom.ts';
import {
  escapeKey,
  formId,
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
  stringAt,
  valueAt,
  type JsonContainer,
  type JsonMember,
  type JsonNode,
  type JsonString,
} from './jsonTree.ts';

/** Where a unit is in the tree of keys, even if no file has it: `cart.ship#one` is `ship_one` in `cart`. */
export interface UnitPath {
  /** The keys of the containers around it, joined as in an id; undefined at the root. */
  readonly prefix: string | undefined;
  readonly key: string;
  readonly plural?: PluralMember;
}

/** A unit that a file has. */
export interface PresentUnit {
  readonly member: JsonMember;
  readonly container: JsonContainer;
  readonly text: JsonString;
}

/**
 * The units of a parsed file, in its order. Of several equal keys the last counts, as for every reader of JSON.
 * `isSource`: the units of the source's locale are read.
 */
export function unitsOf(root: JsonContainer, dialect: JsonDialect, isSource: boolean): readonly Unit[] {
  const units: Unit[] = [];
  collect(root, '', dialect, { units, isSource });
  return units;
}

/** The units that were read so far; `isSource`: those of the source's locale are read. */
interface Reading {
  readonly units: Unit[];
  readonly isSource: boolean;
}

/** Adds the units of a container, whose ids begin with `prefix`: `cart.`; '' at the root. */
function collect(container: JsonContainer, prefix: string, dialect: JsonDialect, reading: Reading): void {
  const { units, isSource } = reading;
  const addUnit = (unit: PresentUnit): void => {
    units.push(toUnit(unit, prefix, dialect));
  };
  const isRoot = prefix === '';
  const nestedSet = isRoot ? undefined : nestedSetOf(container, dialect);
  for (const member of membersThatCount(container, dialect)) {
    const { key, value } = member;
    if (dialect.isMetadata(key, isRoot, container) || nestedSet?.metadata.has(key) === true) continue;
    const text = textOf(value, dialect, container);
    if (text !== undefined) {
      // An id is never empty, so a text with an empty key at the root is not a unit.
      if (isRoot && key === '') continue;
      addUnit({ container, member, text: (isSource ? sourceTextOf(container, key) : undefined) ?? text });
    } else if (dialect.nested && isContainer(value)) collect(value, `${prefix}${escapeKey(key)}.`, dialect, reading);
  }
  if (!isSource) return;
  for (const key of container.roles?.sourceTexts?.keys() ?? []) {
    const text = memberOf(container, key) === undefined ? sourceTextOf(container, key) : undefined;
    const [member] = container.members;
    if (text !== undefined && member !== undefined) addUnit({ container, member: { ...member, key }, text });
  }
}

/**
 * The text that the program shows in the source's language for one that is empty or missing; undefined for any other.
 * See `JsonRoles.sourceTexts`.
 */
function sourceTextOf(container: JsonContainer, key: string): JsonString | undefined {
  const sourceKey = container.roles?.sourceTexts?.get(key);
  if (sourceKey === undefined) return undefined;
  const value = valueAt(container, key);
  const isEmpty = value === undefined || (value.kind === 'string' && value.value === '');
  const sourceText = valueAt(container, sourceKey);
  return isEmpty && sourceText?.kind === 'string' ? sourceText : undefined;
}

/** Whether the source has no text under a key, but shows one; see `JsonRoles.sourceTexts`. */
export function hasSourceText(container: JsonContainer, key: string): boolean {
  return sourceTextOf(container, key) !== undefined;
}

/** The members that count. If case is ignored, the last of those whose keys differ only in case. */
export function membersThatCount(container: JsonContainer, dialect: JsonDialect): readonly JsonMember[] {
  if (dialect.ignoresCase !== true) return liveMembers(container);
  // No keys differ only in case.
  if (spellingsOf(container).size === container.members.length) return container.members;
  return liveMembers(container).filter(({ key }) => keyIn(container, key, dialect) === key);
}

const noDetails: JsonDetails = {};

function toUnit({ container, member, text }: PresentUnit, prefix: string, dialect: JsonDialect): Unit {
  const nestedSet = prefix === '' ? undefined : nestedSetOf(container, dialect);
  const { id, category } = nameOf(container, member.key, prefix, dialect);
  const { value, start, end } = text;
  const details = dialect.details?.(member, container) ?? noDetails;
  const note = noteOf(member, details.note ?? nestedSet?.note, dialect);
  const maxChars = details.maxChars ?? lengthHint(note);
  const reason = loneSurrogateReason(value) ?? details.reason;
  const { integers } = details;
  return unitFrom({ id, text: value, start, end, note, maxChars, plural: category, integers, reason });
}

/** The id of a unit, and its plural category, if any. */
function nameOf(
  container: JsonContainer,
  key: string,
  prefix: string,
  dialect: JsonDialect,
): { readonly id: string; readonly category?: PluralCategory } {
  const isInSet = prefix !== '' && nestedSetOf(container, dialect)?.isPlural === true;
  // `one` in `cart.items.` → `cart.items#one`
  if (isInSet && isPluralCategory(key)) return { id: formId(prefix.slice(0, -'.'.length), key), category: key };
  const plural = pluralOf(container, key, dialect);
  if (plural === undefined) return { id: prefix + escapeKey(key) };
  return { id: prefix + joinPlural({ ...plural, base: escapeKey(plural.base) }), category: plural.category };
}

/** An object of plural forms, and of what go-i18n allows next to them. */
interface NestedSet {
  /** It has at least two forms: a message of go-i18n without a plural only has `other`. */
  readonly isPlural: boolean;
  readonly metadata: ReadonlySet<string>;
  readonly note: string | undefined;
}

/** Returns a container as a plural set, or as a message of go-i18n; undefined for any other container. */
export function nestedSetOf(container: JsonContainer, { nestedPlurals }: JsonDialect): NestedSet | undefined {
  if (nestedPlurals !== true || container.kind !== 'object') return undefined;
  if (nestedSets.has(container)) return nestedSets.get(container);
  const set = readNestedSet(container);
  nestedSets.set(container, set);
  return set;
}

const nestedSets = new WeakMap<JsonContainer, NestedSet | undefined>();

/** Reads `{ "one": "1 item", "other": "{{count}} items" }`, and go-i18n's messages. */
function readNestedSet(container: JsonContainer): NestedSet | undefined {
  if (container.roles?.isPluralSet === true) return { isPlural: true, metadata: new Set(), note: undefined };
  const members = liveMembers(container);
  const mayBeInSet = ({ key, value }: JsonMember): boolean =>
    value.kind === 'string' && (isPluralCategory(key) || goI18nMetadata.has(key));
  if (!members.every(mayBeInSet)) return undefined;
  const formCount = members.filter(({ key }) => isPluralCategory(key)).length;
  // A message may have a single form. An `id` does not show one: `{ "id": …, "other": … }` may be a list of words.
  const isMessage = memberOf(container, 'description') !== undefined || memberOf(container, 'hash') !== undefined;
  if (formCount === 0 || (formCount === 1 && !isMessage)) return undefined;
  return { isPlural: formCount > 1, metadata: goI18nMetadata, note: stringAt(container, 'description') };
}

/** The literal of a member's text: the value itself, or one inside it; undefined if it has no text. */
export function textOf(
  node: JsonNode | undefined,
  dialect: JsonDialect,
  { roles }: Pick<JsonContainer, 'roles'>,
): JsonString | undefined {
  if (roles?.isPluralSet === true && dialect.nestedPlurals === true && node?.kind === 'object') {
    const form = valueAt(node, 'msg');
    return form?.kind === 'string' ? form : undefined;
  }
  const text = node?.kind === 'string' && dialect.plainTexts ? node : textMember(node, dialect)?.value;
  if (text?.kind !== 'string') return undefined;
  return text;
}

/** The key of the text in an object; undefined for any other value. */
export function textKeyOf(node: JsonNode | undefined, dialect: JsonDialect): string | undefined {
  return textMember(node, dialect)?.key;
}

/** The member with the text of an entry that is an object. */
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
  if (detail === undefined && dialect.entryNote === undefined) return member.note;
  const entry = member.value.kind === 'object' ? member.value : undefined;
  return joinNotes(member.note, detail, ...((entry && dialect.entryNote?.(entry)) ?? []));
}

/** The plural member that a key of a container names, if its set has a text under `_other`. */
function pluralOf(container: JsonContainer, key: string, dialect: JsonDialect): PluralMember | undefined {
  if (!dialect.pluralSuffixes || container.kind !== 'object') return undefined;
  const hasText = (sibling: string): boolean => memberOf(container, sibling)?.value.kind === 'string';
  const selector = container.roles?.pluralSelector;
  if (selector === undefined) return pluralMemberOf(key, hasText);
  const { name, ordinal } = selector;
  const category = key.slice(name.length + 1);
  const isForm = key.startsWith(`${name}=`) && isPluralCategory(category) && hasText(`${name}=other`);
  return isForm ? { base: name, category, ordinal } : undefined;
}

/** The key at the end of a path as a container spells it: `count=few` for a variant, `count_few` for any other form. */
export function keyAt({ roles }: JsonContainer, { key, plural }: UnitPath): string {
  if (plural === undefined || roles?.pluralSelector?.name !== plural.base) return key;
  return `${plural.base}=${plural.category}`;
}

/** The location that an id refers to; undefined if it is not an id of this format. */
export function pathOf(id: string, { nestedPlurals }: JsonDialect): UnitPath | undefined {
  // Most ids have neither a plural form (`#`) nor an escape (`\`): `cart.title` is `title` in `cart`.
  if (!/[#\\]/.test(id)) {
    const separatorOffset = id.lastIndexOf('.');
    if (separatorOffset < 0) return { prefix: undefined, key: id };
    return { prefix: id.slice(0, separatorOffset), key: id.slice(separatorOffset + 1) };
  }
  const pluralMember = splitPlural(id);
  // `cart.items#one` is `one` in `cart.items`.
  if (nestedPlurals === true && pluralMember !== undefined) {
    if (pluralMember.ordinal || splitKeyPath(pluralMember.base) === undefined) return undefined;
    return { prefix: pluralMember.base, key: pluralMember.category };
  }
  const keys = splitKeyPath(pluralMember?.base ?? id);
  if (keys === undefined) return undefined;
  const prefix = keys.length === 1 ? undefined : joinKeyPath(keys.slice(0, -1));
  const base = keys.at(-1) ?? '';
  if (pluralMember === undefined) return { prefix, key: base };
  // `cart.ship#one` is `ship_one` in `cart`.
  const plural = { ...pluralMember, base };
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
    const value = memberOf(container, key)?.value;
    if (!isContainer(value)) return undefined;
    container = value;
  }
  return container;
}

/** The unit at a path in its container, with the path's plural member. */
export function unitIn(container: JsonContainer, path: UnitPath, dialect: JsonDialect): PresentUnit | undefined {
  const { prefix, plural } = path;
  const key = keyAt(container, path);
  if (prefix === undefined && key === '') return undefined;
  const member = memberOf(container, keyIn(container, key, dialect) ?? key);
  const text = textOf(member?.value, dialect, container);
  if (member === undefined || text === undefined || dialect.isMetadata(key, prefix === undefined, container))
    return undefined;
  const pluralInFile = pluralOf(container, key, dialect);
  if (!isSameMember(pluralInFile, plural)) return undefined;
  return { member, container, text };
}

function isSameMember(a: PluralMember | undefined, b: PluralMember | undefined): boolean {
  return a?.base === b?.base && a?.category === b?.category && a?.ordinal === b?.ordinal;
}

/** Whether a container has the plural set that the path's member belongs to. */
export function hasPluralSet(container: JsonContainer, { key, plural }: UnitPath, dialect: JsonDialect): boolean {
  if (dialect.nestedPlurals === true) return isPluralCategory(key) && nestedSetOf(container, dialect) !== undefined;
  if (plural === undefined || !dialect.pluralSuffixes) return false;
  // A set has the form `other`: `ship_few` belongs to a set if there is `ship_other`.
  const otherPlural: PluralMember = { ...plural, category: 'other' };
  const otherKey = keyAt(container, { prefix: undefined, key: suffixedKey(otherPlural), plural: otherPlural });
  const otherForm = pluralOf(container, otherKey, dialect);
  return otherForm?.base === plural.base && otherForm.ordinal === plural.ordinal;
}

/** A key as a container spells it; if case is ignored, the last key that is equal. */
export function keyIn(container: JsonContainer, key: string, dialect: JsonDialect): string | undefined {
  if (dialect.ignoresCase === undefined) return memberOf(container, key)?.key;
  return spellingsOf(container).get(key.toLowerCase());
}

/** The keys of a container by their lowercase spelling. */
function spellingsOf(container: JsonContainer): ReadonlyMap<string, string> {
  const cached = spellingsByContainer.get(container);
  if (cached !== undefined) return cached;
  const spellings = new Map<string, string>();
  for (const { key } of container.members) spellings.set(key.toLowerCase(), key);
  spellingsByContainer.set(container, spellings);
  return spellings;
}

const spellingsByContainer = new WeakMap<JsonContainer, ReadonlyMap<string, string>>();
