import type { OmittedEntry, Reason } from '../../../formats/format.ts';
import { present } from '../../../base/present.ts';

/** An entry of a locale file that no string was read from, although it probably has a text. */
export interface OmittedString {
  /** The id of the string, or what the ids of several begin with; absent for an entry without a key. */
  readonly key?: string;
  /** From 1. */
  readonly line: number;
  readonly reason: Reason;
}

/** Returns the omitted entries of a text in the order of their lines, each once. */
export function omittedStrings(text: string, entries: readonly OmittedEntry[]): readonly OmittedString[] {
  let line = 1;
  let offset = 0;
  const distinct = new Map<string, OmittedString>();
  for (const { key, start, reason } of entries.toSorted((a, b) => a.start - b.start)) {
    // Only the lines since the previous entry are counted, so that many entries take linear time.
    line += text.slice(offset, start).match(/\r\n|\n|\r/g)?.length ?? 0;
    offset = start;
    const omitted = { line, reason, ...present({ key }) };
    distinct.set(identityOf(omitted), omitted);
  }
  return [...distinct.values()];
}

/** Identifies an omitted string among those of its file. */
export function identityOf({ key, line }: Pick<OmittedString, 'key' | 'line'>): string {
  return JSON.stringify([line, key ?? null]);
}

/**
 * Returns a function that finds the omitted string of a target because of which a unit has no text, although the program
 * may show one: the entry with its id, or one that contains it, `cart` for `cart.title` and `cart.items#one`.
 */
export function omittedFinder(omitted: readonly OmittedString[] = []): (id: string) => OmittedString | undefined {
  if (omitted.length === 0) return () => undefined;
  const byKey = new Map(omitted.flatMap((entry) => (entry.key === undefined ? [] : [[entry.key, entry] as const])));
  return (id) => {
    for (let key = id; key !== '';) {
      const entry = byKey.get(key);
      if (entry !== undefined) return entry;
      key = key.slice(0, Math.max(key.lastIndexOf('.'), key.lastIndexOf('#'), 0));
    }
    return undefined;
  };
}
