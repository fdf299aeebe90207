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
  let overruled = 0;
  for (let index = 0; index < ids.length; index += 1) {
    const [id, entry] = [ids[index], entries[index]];
    if (id === undefined || id === '' || entry === undefined) continue;
    const { size } = byId;
    byId.set(id, entry);
    if (byId.size > size) continue;
    // Without this, a Map would keep the key at its first position.
    byId.delete(id);
    byId.set(id, entry);
    overruled += 1;
  }
  if (overruled === 0) return { byId, ids };
  return { byId, ids: ids.map((id, index) => (byId.get(id) === entries[index] ? id : '')) };
}
