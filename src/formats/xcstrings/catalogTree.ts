import { findLocale } from '../../base/locale.ts';
import { formatErrorAt } from '../kit/textLocation.ts';
import {
  isContainer,
  liveMembers,
  memberOf,
  parseJson,
  type JsonContainer,
  type JsonMember,
  type JsonNode,
  type JsonString,
} from '../json/jsonTree.ts';
import { escapeKey, formId, isPluralCategory, splitKeyPath, splitPlural, type PluralMember } from '../kit/unitId.ts';
import { because } from '../reasons/reason.ts';

/** A parsed string catalog. */
export interface Catalog {
  readonly text: string;
  readonly root: JsonContainer;
  /** The entries by key. */
  readonly strings: JsonContainer;
  readonly sourceLanguage: string | undefined;
}

/** Parses a catalog. Throws FormatError for a text that is not JSON, or not a catalog. */
export function parseCatalog(text: string): Catalog {
  const root = parseJson(text);
  const strings = objectAt(root, 'strings');
  if (strings === undefined) throw formatErrorAt(text, root.start, because('xcstrings-root'));
  return { text, root, strings, sourceLanguage: stringAt(root, 'sourceLanguage')?.value };
}

/** One text of a localization: of an entry in one language. */
export interface Leaf {
  /** The part of the id after the entry's key: `.device.mac`, `.substitutions.count`, `.values.0`; '' for none. */
  readonly suffix: string;
  readonly category: PluralMember['category'] | undefined;
  /** From the localization to the object with state and value (a stringUnit), or to the values (of a stringSet). */
  readonly keys: readonly string[];
  readonly value: JsonString;
  readonly state: JsonString | undefined;
}

/**
 * The texts of a localization, in the file's order: a stringUnit is one text, a stringSet several; variations by
 * plural, device or width and the substitutions of a format contain further ones, at any depth.
 */
export function leavesOf(localization: JsonNode | undefined): readonly Leaf[] {
  const leaves: Leaf[] = [];
  if (localization?.kind === 'object')
    collectLeaves({ container: localization, keys: [], suffix: '', category: undefined }, leaves);
  return leaves;
}

/** An object that contains a text or variations, and its location as in `Leaf`. */
interface LeafContainer extends Pick<Leaf, 'keys' | 'suffix' | 'category'> {
  readonly container: JsonContainer;
}

function collectLeaves({ container, keys, suffix, category }: LeafContainer, leaves: Leaf[]): void {
  for (const { key, value } of container.members) {
    if (!isContainer(value)) continue;
    const childKeys = [...keys, key];
    // A form's own text has it as category; texts that vary further have it in the suffix: `.plural.one.device.mac`
    const childSuffix = suffix + pluralPart(category);
    if (key === 'stringUnit') {
      const text = stringAt(value, 'value');
      const state = stringAt(value, 'state');
      if (text !== undefined) leaves.push({ suffix, category, keys: childKeys, value: text, state });
    } else if (key === 'stringSet') collectSet(value, childKeys, childSuffix, leaves);
    else if (key === 'variations') collectVariations(value, childKeys, childSuffix, leaves);
    else if (key === 'substitutions') collectSubstitutions(value, childKeys, childSuffix, leaves);
  }
}

function collectSubstitutions(
  substitutions: JsonContainer,
  keys: readonly string[],
  suffix: string,
  leaves: Leaf[],
): void {
  for (const { key, value } of substitutions.members) {
    if (!isContainer(value)) continue;
    const childSuffix = `${suffix}.substitutions.${escapeKey(key)}`;
    collectLeaves({ container: value, keys: [...keys, key], suffix: childSuffix, category: undefined }, leaves);
  }
}

function collectSet(set: JsonContainer, keys: readonly string[], suffix: string, leaves: Leaf[]): void {
  const values = memberOf(set, 'values')?.value;
  if (values?.kind !== 'array') return;
  const state = stringAt(set, 'state');
  for (const { key, value } of values.members) {
    if (value.kind !== 'string') continue;
    const valueKeys = [...keys, 'values', key];
    leaves.push({ suffix: `${suffix}.values.${key}`, category: undefined, keys: valueKeys, value, state });
  }
}

function collectVariations(variations: JsonContainer, keys: readonly string[], suffix: string, leaves: Leaf[]): void {
  for (const kind of variations.members) {
    if (!isContainer(kind.value)) continue;
    for (const variation of kind.value.members) {
      if (!isContainer(variation.value)) continue;
      const child = { container: variation.value, keys: [...keys, kind.key, variation.key] };
      const childSuffix = `${suffix}.${escapeKey(kind.key)}.${escapeKey(variation.key)}`;
      if (kind.key === 'plural' && isPluralCategory(variation.key))
        collectLeaves({ ...child, suffix, category: variation.key }, leaves);
      else collectLeaves({ ...child, suffix: childSuffix, category: undefined }, leaves);
    }
  }
}

/** The part of an id for a plural form that varies further. */
function pluralPart(category: Leaf['category']): string {
  return category === undefined ? '' : `.plural.${category}`;
}

/** The id of a text of an entry. */
export function idOf(key: string, { suffix, category }: Pick<Leaf, 'suffix' | 'category'>): string {
  return formId(escapeKey(key) + suffix, category);
}

/** The location that an id refers to: an entry's key, and the keys from a localization to the text's object. */
export interface CatalogPath {
  readonly key: string;
  readonly keys: readonly string[];
  readonly category: Leaf['category'];
}

/**
 * The location that an id refers to: `Hello.device.mac` → `Hello`, `['variations', 'device', 'mac', 'stringUnit']`;
 * undefined if it is not an id of a catalog.
 */
export function catalogPathOf(id: string): CatalogPath | undefined {
  const member = splitPlural(id);
  const [key, ...names] = splitKeyPath(member?.base ?? id) ?? [];
  if (key === undefined || member?.ordinal === true) return undefined;
  // Names come in pairs: `device`, `mac`; `substitutions`, `count`; `values`, `0` (always the last).
  const keys: string[] = [];
  let isSet = false;
  for (let index = 0; index < names.length; index += 2) {
    const [kind, name] = [names[index] ?? '', names[index + 1]];
    if (name === undefined || isSet) return undefined;
    isSet = kind === 'values';
    if (isSet) keys.push('stringSet');
    else if (kind !== 'substitutions') keys.push('variations');
    keys.push(kind, name);
  }
  if (member !== undefined) keys.push('variations', 'plural', member.category);
  return { key, keys: isSet ? keys : [...keys, 'stringUnit'], category: member?.category };
}

/** The node that keys lead to. */
export function nodeAt(from: JsonNode | undefined, keys: readonly string[]): JsonNode | undefined {
  let node = from;
  for (const key of keys) {
    if (!isContainer(node)) return undefined;
    node = memberOf(node, key)?.value;
  }
  return node;
}

/** A language as a file spells it; undefined if the file does not have it. */
export function languageIn(catalog: Catalog, locale: string): string | undefined {
  return findLocale([...languagesOf(catalog)], locale);
}

/** The languages of all entries, in the order of their first occurrence. */
export function languagesOf({ strings }: Catalog): ReadonlySet<string> {
  const languages = new Set<string>();
  for (const { value } of strings.members) {
    for (const { key } of objectAt(value, 'localizations')?.members ?? []) languages.add(key);
  }
  return languages;
}

export function objectAt(node: JsonNode, key: string): JsonContainer | undefined {
  const value = valueAt(node, key);
  return value?.kind === 'object' ? value : undefined;
}

export function stringAt(node: JsonNode, key: string): JsonString | undefined {
  const value = valueAt(node, key);
  return value?.kind === 'string' ? value : undefined;
}

function valueAt(node: JsonNode, key: string): JsonNode | undefined {
  return node.kind === 'object' ? memberOf(node, key)?.value : undefined;
}

/** The entries in the file's order: the last of equal keys; not the empty key that Xcode often adds, which is no id. */
export function entriesOf({ strings }: Catalog): readonly JsonMember[] {
  return liveMembers(strings).filter(({ key }) => key !== '');
}

/** Whether the file says that an entry is not to be translated. */
export function isMarkedNotToTranslate(text: string, entry: JsonNode): boolean {
  const mark = valueAt(entry, 'shouldTranslate');
  return mark?.kind === 'scalar' && text.startsWith('false', mark.start);
}
