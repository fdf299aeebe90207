/** The entries of a file in which the last entry counts if several have the same id. */
export interface LiveEntries<Entry> {
  /** In the file's order. */
  readonly byId: ReadonlyMap<string, Entry>;
  /** The id of each entry of the file; '' for an entry that has none, or that a later one overrides. */
  readonly ids: readonly string[];
}

/** Takes entries in the file's order; entries whose id is '' have no unit. */
export function liveEntries<Entry>(entries: readonly Entry[], idOf: (entry: Entry) => string): LiveEntries<Entry> {
  const byId = new Map<string, Entry>();
  const ids = entries.map(idOf);
  let hasRepeatedIds = false;
  for (const [index, entry] of entries.entries()) {
    const id = ids[index] ?? '';
    if (id === '') continue; // It has no unit.
    const sizeBefore = byId.size;
    byId.set(id, entry);
    const isNewId = byId.size > sizeBefore;
    if (isNewId) continue;
    // Without this, a Map would keep the key at its first position.
    byId.delete(id);
    byId.set(id, entry);
    hasRepeatedIds = true;
  }
  if (!hasRepeatedIds) return { byId, ids };
  return { byId, ids: ids.map((id, index) => (byId.get(id) === entries[index] ? id : '')) };
}
