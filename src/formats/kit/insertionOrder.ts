import { cldrPluralCategories } from '../../base/pluralForms.ts';

/**
 * Where to insert units that a file lacks: all of `ids`, in this order, after or before an existing unit; with
 * neither, into a file without units.
 */
export interface InsertionPlace {
  readonly ids: readonly string[];
  readonly after?: string;
  readonly before?: string;
  /** The next existing unit after `ids` in the source's order, if any. */
  readonly next?: string;
}

/** A set of ids, or a map keyed by ids. */
export type Ids = Pick<ReadonlyMap<string, unknown>, 'has' | 'keys' | 'size'>;

/**
 * Locations of missing units in the source's order: after the nearest existing unit before them, else before the
 * nearest one after them. `order` are the ids of the source in its order (missing ids that it lacks come last),
 * `present` those of the target. Runs in linear time.
 */
export function insertionPlaces(order: readonly string[], present: Ids, missing: Ids): readonly InsertionPlace[] {
  const locations: Draft[] = [];
  let open: Draft | undefined;
  let last: string | undefined;
  let missingInOrder = 0;
  const add = (id: string): void => {
    if (open === undefined) {
      open = last === undefined ? { ids: [] } : { ids: [], after: last };
      locations.push(open);
    }
    open.ids.push(id);
  };
  for (const id of order) {
    if (present.has(id)) {
      if (open !== undefined) open.next = id;
      if (open !== undefined && last === undefined) open.before = id;
      last = id;
      open = undefined;
    } else if (missing.has(id)) {
      add(id);
      missingInOrder += 1;
    }
  }
  if (missingInOrder < missing.size) for (const id of withoutAll(missing, order)) if (!present.has(id)) add(id);
  return locations;
}

interface Draft {
  readonly ids: string[];
  readonly after?: string;
  before?: string;
  next?: string;
}

function withoutAll(missing: Ids, order: readonly string[]): readonly string[] {
  const inOrder = new Set(order);
  return [...missing.keys()].filter((id) => !inOrder.has(id));
}

/** The indexes by which a list of `length` items grows until it has items with these keys: `2`, `['4'] → 2 3 4`. */
export function appendedIndexes(length: number, keys: Iterable<string>): readonly string[] {
  let count = length;
  for (const key of keys) count = Math.max(count, Number(key) + 1);
  return Array.from({ length: count - length }, (_, offset) => String(length + offset));
}

/**
 * Returns the source's keys with the plural members that it lacks, because only the target's locale has them: each after
 * the last member of its set that is lower in CLDR's order, or else before the first one; without a set, last.
 * `ship_one, ship_other` with `ship_few` → `ship_one, ship_few, ship_other`.
 */
export function withPluralMembers(keys: readonly string[], wanted: Iterable<string>): readonly string[] {
  const present = new Set(keys);
  const lacking = [...wanted].filter((key) => !present.has(key) && rankOf(key) >= 0);
  if (lacking.length === 0) return keys;
  const sets = Map.groupBy(
    keys.filter((key) => rankOf(key) >= 0),
    stemOf,
  );
  const before = new Map<string, string[]>();
  const after = new Map<string, string[]>();
  const last: string[] = [];
  for (const key of lacking.sort((one, other) => rankOf(one) - rankOf(other))) {
    const set = sets.get(stemOf(key)) ?? [];
    const lower = set.findLast((member) => rankOf(member) < rankOf(key));
    const [first] = set;
    if (lower !== undefined) after.set(lower, [...(after.get(lower) ?? []), key]);
    else if (first !== undefined) before.set(first, [...(before.get(first) ?? []), key]);
    else last.push(key);
  }
  return [...keys.flatMap((key) => [...(before.get(key) ?? []), key, ...(after.get(key) ?? [])]), ...last];
}

/** Returns the part of the key that the members of a plural set share: `ship_one` → `ship_`. */
function stemOf(key: string): string {
  return key.slice(0, key.lastIndexOf('_') + 1);
}

/** Returns the position of a plural member in CLDR's order: `ship_one` → 1; -1 for any other key. */
function rankOf(key: string): number {
  const word = key.slice(key.lastIndexOf('_') + 1);
  return cldrPluralCategories.findIndex((category) => category === word);
}
