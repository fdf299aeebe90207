/** Where units go that a file lacks: all of `ids`, in this order, behind or before a unit that is there; with neither, into a file that has none. */
export interface InsertionPlace {
  readonly ids: readonly string[];
  readonly after?: string;
  readonly before?: string;
  /** The one of the source's order that comes behind `ids` and is there, if there is one. */
  readonly next?: string;
}

/** A set of ids, or what is kept by them. */
export type Ids = Pick<ReadonlyMap<string, unknown>, 'has' | 'keys' | 'size'>;

/**
 * Places of missing units as the source's order has them: behind the nearest unit before them that is there, else before
 * the nearest one after them. `order` are the ids of the source in its order (missing ones that it lacks come last),
 * `present` those of the target. Takes time in proportion to their number.
 */
export function insertionPlaces(order: readonly string[], present: Ids, missing: Ids): readonly InsertionPlace[] {
  const places: Draft[] = [];
  let open: Draft | undefined;
  let last: string | undefined;
  let found = 0;
  const add = (id: string): void => {
    if (open === undefined) {
      open = last === undefined ? { ids: [] } : { ids: [], after: last };
      places.push(open);
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
  return places;
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
