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
  let found = 0;
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
      found += 1;
    }
  }
  if (found < missing.size) for (const id of withoutAll(missing, order)) if (!present.has(id)) add(id);
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

/** The indexes by which a list of `length` items grows until it has all that are wanted. */
export function appendedIndexes(length: number, wanted: Iterable<string>): readonly string[] {
  let count = length;
  for (const key of wanted) count = Math.max(count, Number(key) + 1);
  return Array.from({ length: count - length }, (_, offset) => String(length + offset));
}
