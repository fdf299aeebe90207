/** The entries of a file of which programs see the last where several have one id. */
export interface LiveEntries<Entry> {
  /** In the file's order. */
  readonly byId: ReadonlyMap<string, Entry>;
  /** The id of each entry of the file; '' for one that has none, or that a later one overrules. */
  readonly ids: readonly string[];
}

/** Takes entries in the file's order; those whose id is '' have no unit. */
export function liveEntries<Entry>(entries: readonly Entry[], idOf: (entry: Entry) => string): LiveEntries<Entry> {
  const byId = new Map<string, Entry>();
  const ids = entries.map(idOf);
  let overruled = 0;
  for (const [index, id] of ids.entries()) {
    const entry = entries[index];
    if (id === '' || entry === undefined) continue;
    const known = byId.size;
    byId.set(id, entry);
    if (byId.size > known) continue;
    // A Map leaves a key where it first came.
    byId.delete(id);
    byId.set(id, entry);
    overruled += 1;
  }
  return { byId, ids: overruled === 0 ? ids : ids.map((id, index) => (byId.get(id) === entries[index] ? id : '')) };
}
