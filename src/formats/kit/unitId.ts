import { cldrPluralCategories } from '../../base/pluralForms.ts';
import type { PluralCategory } from './localeFormat.ts';

/** Keys next to plural forms: https://pkg.go.dev/github.com/nicksnyder/go-i18n/v2/i18n#Message */
export const goI18nMetadata: ReadonlySet<string> = new Set(['id', 'description', 'hash', 'leftDelim', 'rightDelim']);

/** A plural set (`base`, itself an id) and one of its members. */
export interface PluralMember {
  readonly base: string;
  readonly category: PluralCategory;
  /** The forms are for first, second, third … instead of one, two, three … */
  readonly ordinal: boolean;
}

const ordinalPrefix = 'ordinal-';
const categories: ReadonlySet<string> = new Set(cldrPluralCategories);

export function isPluralCategory(word: string): word is PluralCategory {
  return categories.has(word);
}

/**
 * Escapes a key as a part of an id: a backslash before `.`, `#` and `\`. Files have tens of thousands of keys: most
 * have none of these or only periods, and a regular expression takes up to four times as long for them.
 */
export function escapeKey(key: string): string {
  let escapedOffset = 0;
  while (escapedOffset < key.length && !needsEscape(key.charCodeAt(escapedOffset))) escapedOffset += 1;
  if (escapedOffset === key.length) return key;
  if (key.includes('#', escapedOffset) || key.includes('\\', escapedOffset)) return key.replace(/[.#\\]/g, '\\$&');
  if (key.includes('.', escapedOffset + 1)) return key.replaceAll('.', '\\.');
  // Only one period: much the most frequent case.
  return `${key.slice(0, escapedOffset)}\\${key.slice(escapedOffset)}`;
}

/** The id of an entry with a single key. For an empty key, it is a lone backslash, since no id is empty. */
export function entryId(key: string): string {
  return key === '' ? '\\' : escapeKey(key);
}

/** Whether a UTF-16 unit is `.`, `#` or a backslash. */
function needsEscape(code: number): boolean {
  return code === 0x2e || code === 0x23 || code === 0x5c;
}

/** The id of the unit at a path of keys, from the outermost to its own. Reversed by `splitKeyPath`. */
export function joinKeyPath(keys: readonly string[]): string {
  return keys.map(escapeKey).join('.');
}

/** `a\.b.c` → `['a.b', 'c']`; undefined for a plural form (`a#one`), and for an id that no file has (`a\b`). */
export function splitKeyPath(id: string): readonly string[] | undefined {
  if (!/[#\\]/.test(id)) return id.split('.');
  const keys: string[] = [];
  let key = '';
  for (let index = 0; index < id.length; index += 1) {
    let char = id.charAt(index);
    if (char === '.') {
      keys.push(key);
      key = '';
      continue;
    }
    if (char === '#') return undefined;
    if (char === '\\') {
      index += 1;
      char = id.charAt(index);
      if (!/[.#\\]/.test(char)) return undefined;
    }
    key += char;
  }
  return [...keys, key];
}

/** An id whose keys are joined by periods alone, which is the same for `a\.b` and `a.b`; see `keysArePaths`. */
export function keyPathOf(id: string): string {
  if (!id.includes('\\.')) return id;
  return id.replace(/\\([.#\\])/g, (escape, char) => (char === '.' ? '.' : escape));
}

/** An id without its escapes, for people to read. */
export function readableId(id: string): string {
  return id.replace(/\\([.#\\])/g, '$1');
}

/** `key#one` → base `key`, category `one`; `key#ordinal-one` is an ordinal; undefined for any other id. */
export function splitPlural(id: string): PluralMember | undefined {
  const hashOffset = lastUnescapedHash(id);
  if (hashOffset < 0) return undefined;
  const member = id.slice(hashOffset + 1);
  const ordinal = member.startsWith(ordinalPrefix);
  const category = ordinal ? member.slice(ordinalPrefix.length) : member;
  if (!isPluralCategory(category)) return undefined;
  return { base: id.slice(0, hashOffset), category, ordinal };
}

/** The id of a member of a plural set. Reversed by `splitPlural`. */
export function joinPlural(member: PluralMember): string {
  return `${member.base}#${member.ordinal ? ordinalPrefix : ''}${member.category}`;
}

/** The id of a text whose base is an id: that of a cardinal plural's form if it has a category. */
export function formId(base: string, category: PluralCategory | undefined): string {
  if (category === undefined) return base;
  return joinPlural({ base, category, ordinal: false });
}

/** `cart.items#one → cart.items.one`: the id in a file that is not known to have plurals. Other ids do not change. */
export function nestedId(id: string): string {
  const member = splitPlural(id);
  if (member === undefined || member.ordinal) return id;
  return `${member.base}.${member.category}`;
}

/**
 * The ids by which orders of earlier versions name a plural member: `cart.items.one` for `cart.items#one`, gotext's
 * `cart.items.one.msg`, and inlang's `cart.items=one`. None for any other id. Reversed by `memberOfNestedId`.
 */
export function earlierIdsOf(id: string): readonly string[] {
  const nested = nestedId(id);
  if (nested === id) return [];
  const periodOffset = nested.lastIndexOf('.');
  return [nested, `${nested}.msg`, `${nested.slice(0, periodOffset)}=${nested.slice(periodOffset + 1)}`];
}

/**
 * The id of a plural member that an id of `nestedId` may stand for: `cart.items#one` for `cart.items.one`. `count=one` is
 * the variant `count#one` of inlang's message format. Orders of earlier versions name the forms of gotext by the objects
 * that they may be: `cart.items.one.msg`.
 */
export function memberOfNestedId(nestedOrText: string): string | undefined {
  const id = nestedOrText.endsWith('.msg') ? nestedOrText.slice(0, -'.msg'.length) : nestedOrText;
  const periodOffset = Math.max(id.lastIndexOf('.'), id.lastIndexOf('='));
  const category = id.slice(periodOffset + 1);
  if (periodOffset <= 0 || !isPluralCategory(category)) return undefined;
  return formId(id.slice(0, periodOffset), category);
}

/** The offset of the last `#` without a backslash of its own before it: in `a#b\#c`, 1; -1 if there is none. */
function lastUnescapedHash(id: string): number {
  let hashOffset = id.lastIndexOf('#');
  while (hashOffset > 0) {
    let backslashes = 0;
    while (id[hashOffset - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return hashOffset;
    hashOffset = id.lastIndexOf('#', hashOffset - 1);
  }
  return hashOffset;
}

// Plural sets whose members are keys with suffixes, as in i18next since its JSON format 4: `ship_one`, `ship_other`.
const ordinalSuffix = '_ordinal';

/**
 * The plural member that a key names, with a plain key as its base: `ship_one` → base `ship`, category `one`. Undefined
 * for a key without a suffix, and if `hasText` says that the set lacks the member `_other`, without which it is no set.
 */
export function pluralMemberOf(key: string, hasText: (otherKey: string) => boolean): PluralMember | undefined {
  const suffixOffset = key.lastIndexOf('_');
  if (suffixOffset <= 0) return undefined;
  const category = key.slice(suffixOffset + 1);
  if (!isPluralCategory(category)) return undefined;
  const stem = key.slice(0, suffixOffset);
  if (!hasText(`${stem}_other`)) return undefined;
  const ordinal = stem.endsWith(ordinalSuffix) && stem.length > ordinalSuffix.length;
  const base = ordinal ? stem.slice(0, -ordinalSuffix.length) : stem;
  return { base, category, ordinal };
}

/** The key of a plural member whose base is a plain key. Reversed by `pluralMemberOf`. */
export function suffixedKey({ base, category, ordinal }: PluralMember): string {
  return `${base}${ordinal ? ordinalSuffix : ''}_${category}`;
}

/** `count#one`, `count=one` → `count_one`: the same for both spellings of a variant in inlang's message format. */
export function variantId(id: string): string {
  const plain = plainId(id);
  const offset = plain.lastIndexOf('=');
  const category = plain.slice(offset + 1);
  return offset > 0 && isPluralCategory(category) ? `${plain.slice(0, offset)}_${category}` : plain;
}

/** `ship#one → ship_one`: the id if the file lacks `ship_other`, so that each key is a unit of its own. */
export function plainId(id: string): string {
  const member = splitPlural(id);
  return member === undefined ? id : suffixedKey(member);
}

/** Assigns unique ids to entries in their order: a repeated id gets a number (`save`, `save.2`), in constant time. */
export function numberedIds(separator: string): (proposedId: string) => string {
  const assignedIds = new Set<string>();
  const numbers = new Map<string, number>();
  return (proposedId) => {
    let id = proposedId;
    if (assignedIds.has(id)) {
      let number = numbers.get(proposedId) ?? 1;
      do id = `${proposedId}${separator}${(number += 1)}`;
      while (assignedIds.has(id));
      numbers.set(proposedId, number);
    }
    assignedIds.add(id);
    return id;
  };
}
