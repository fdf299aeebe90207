import { cldrPluralCategories } from '../../base/pluralForms.ts';

/** Where to insert `ids`, in this order: after or before an existing unit; with neither, into a file without units. */
export interface InsertionPlace {
  readonly ids: readonly string[];
  readonly after?: string;
  readonly before?: string;
  /** The next existing unit after `ids` in the source's order, if any. */
  readonly next?: string;
}

/** The ids of units: a set, or a map keyed by them. */
export type Ids = Pick<ReadonlyMap<string, unknown>, 'has' | 'keys' | 'size'>;

/**
 * Locations of missing units in the source's order: after the nearest existing unit before them, else before the
 * nearest one after them. `order` are the ids of the source in its order (missing ids that it lacks come last),
 * `present` those of the target: with `a b c d` and `b d`, `a` goes before `b`, and `c` after it. Linear time.
 */
export function insertionPlaces(order: readonly string[], present: Ids, missing: Ids): readonly InsertionPlace[] {
  const places: PlaceDraft[] = [];
  /** The place of the missing ids since `lastPresent`. */
  let openPlace: PlaceDraft | undefined;
  let lastPresent: string | undefined;
  let missingInOrder = 0;
  const add = (id: string): void => {
    if (openPlace === undefined) {
      openPlace = lastPresent === undefined ? { ids: [] } : { ids: [], after: lastPresent };
      places.push(openPlace);
    }
    openPlace.ids.push(id);
  };
  for (const id of order) {
    if (present.has(id)) {
      if (openPlace !== undefined) openPlace.next = id;
      if (openPlace !== undefined && lastPresent === undefined) openPlace.before = id;
      lastPresent = id;
      openPlace = undefined;
    } else if (missing.has(id)) {
      add(id);
      missingInOrder += 1;
    }
  }
  if (missingInOrder < missing.size) for (const id of idsNotIn(missing, order)) if (!present.has(id)) add(id);
  return places;
}

/** A place to which ids are still added. */
interface PlaceDraft {
  readonly ids: string[];
  readonly after?: string;
  before?: string;
  /** The present id that follows the ids in the source's order. */
  next?: string;
}

function idsNotIn(missing: Ids, order: readonly string[]): readonly string[] {
  const orderedIds = new Set(order);
  return [...missing.keys()].filter((id) => !orderedIds.has(id));
}

/** The indexes by which a list of `length` items grows until it has items with these keys: `2`, `['4'] → 2 3 4`. */
export function appendedIndexes(length: number, keys: Iterable<string>): readonly string[] {
  let count = length;
  for (const key of keys) count = Math.max(count, Number(key) + 1);
  return Array.from({ length: count - length }, (_, offset) => String(length + offset));
}

/**
 * Returns the source's keys with the plural members that only the target's locale has: each after the last member of
 * its set that is lower in CLDR's order, or else before the first one; without a set, last.
 * `ship_one, ship_other` with `ship_few` → `ship_one, ship_few, ship_other`.
 */
export function withPluralMembers(keys: readonly string[], wantedKeys: Iterable<string>): readonly string[] {
  const presentKeys = new Set(keys);
  const lackingKeys = [...wantedKeys].filter((key) => !presentKeys.has(key) && rankOf(key) >= 0);
  if (lackingKeys.length === 0) return keys;
  const sets = Map.groupBy(
    keys.filter((key) => rankOf(key) >= 0),
    stemOf,
  );
  const keysBefore = new Map<string, string[]>();
  const keysAfter = new Map<string, string[]>();
  const keysAtEnd: string[] = [];
  for (const key of lackingKeys.sort((a, b) => rankOf(a) - rankOf(b))) {
    const members = sets.get(stemOf(key)) ?? [];
    const lowerMember = members.findLast((member) => rankOf(member) < rankOf(key));
    const [firstMember] = members;
    if (lowerMember !== undefined) keysAfter.set(lowerMember, [...(keysAfter.get(lowerMember) ?? []), key]);
    else if (firstMember !== undefined) keysBefore.set(firstMember, [...(keysBefore.get(firstMember) ?? []), key]);
    else keysAtEnd.push(key);
  }
  return [...keys.flatMap((key) => [...(keysBefore.get(key) ?? []), key, ...(keysAfter.get(key) ?? [])]), ...keysAtEnd];
}

/** Returns the part of the key that the members of a plural set share: `ship_one` → `ship_`, `count=one` → `count=`. */
function stemOf(key: string): string {
  return key.slice(0, Math.max(key.lastIndexOf('_'), key.lastIndexOf('=')) + 1);
}

/** Returns the position of a plural member in CLDR's order: `ship_one` → 1; -1 for any other key. */
function rankOf(key: string): number {
  const word = key.slice(stemOf(key).length);
  return cldrPluralCategories.findIndex((category) => category === word);
}
