/** Where units go that a file lacks: all of `ids`, in this order, behind or before a unit that is there; with neither, into a file that has none. */
export interface InsertionPlace {
  readonly ids: readonly string[];
  readonly after?: string;
  readonly before?: string;
}

/**
 * Places of missing units as the source's order has them: behind the nearest unit before them that is there, else before
 * the nearest one after them. `order` are the ids of the source in its order (missing ones that it lacks come last),
 * `present` those of the target. Takes time in proportion to their number.
 */
export function insertionPlaces(order: readonly string[], present: ReadonlySet<string>, missing: ReadonlySet<string>): readonly InsertionPlace[] {
  const places: { ids: string[]; after?: string; before?: string }[] = [];
  let open: { ids: string[]; after?: string; before?: string } | undefined;
  let last: string | undefined;
  const inOrder = new Set(order);
  for (const id of [...order, ...[...missing].filter((each) => !inOrder.has(each))]) {
    if (present.has(id)) {
      if (open !== undefined && last === undefined) open.before = id;
      last = id;
      open = undefined;
    } else if (missing.has(id)) {
      if (open === undefined) {
        open = last === undefined ? { ids: [] } : { ids: [], after: last };
        places.push(open);
      }
      open.ids.push(id);
    }
  }
  return places;
}
