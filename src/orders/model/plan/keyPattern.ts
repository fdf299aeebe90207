import { readableId, splitPlural } from '../../../formats/kit/unitId.ts';
import type { Unit } from '../../../formats/format.ts';

/** Selects strings by their keys. */
export interface KeyPattern {
  /** As the user wrote it. */
  readonly text: string;
  /** Returns whether a key, the id of a unit, is selected. */
  readonly matches: (id: string) => boolean;
}

/**
 * Parses patterns of keys, separated by commas: `checkout.*, *.title`. `*` matches any number of characters; the others
 * match themselves. Returns undefined for a text without a pattern, which selects all keys.
 */
export function parseKeyPattern(text: string): KeyPattern | undefined {
  const patterns = text
    .split(',')
    .map((pattern) => pattern.trim())
    .filter((pattern) => pattern !== '');
  if (patterns.length === 0) return undefined;
  // `checkout.*` is split into `checkout.` and an empty part.
  const isMatchedBy = patterns.map((pattern) => matcherOf(pattern.split('*')));
  const matches = (id: string): boolean => isMatchedBy.some((isMatch) => namesOf(id).some(isMatch));
  return { text: patterns.join(', '), matches };
}

/** Returns a pattern that selects exactly these keys, whatever characters they contain. */
export function exactKeys(keys: readonly string[]): KeyPattern {
  const names = new Set(keys);
  return { text: keys.join(', '), matches: (id) => namesOf(id).some((name) => names.has(name)) };
}

/** Returns the ids of the units whose keys match. */
export function idsMatching(units: readonly Unit[], { matches }: KeyPattern): ReadonlySet<string> {
  return new Set(units.filter(({ id }) => matches(id)).map(({ id }) => id));
}

/** Returns the names by which a pattern may select a unit: its id and its plural's key, with and without escapes. */
function namesOf(id: string): readonly string[] {
  const pluralKey = splitPlural(id)?.base;
  const names = pluralKey === undefined ? [id] : [id, pluralKey];
  return [...new Set(names.flatMap((name) => [name, readableId(name)]))];
}

/**
 * Returns a function that says whether a name has these parts, with any characters between them. It takes linear time:
 * each part is searched after the previous one, and the last one is the end.
 */
function matcherOf(parts: readonly string[]): (name: string) => boolean {
  const [first = '', ...innerParts] = parts;
  const last = innerParts.pop();
  return (name) => {
    // A pattern without `*` has one part.
    if (last === undefined) return name === first;
    if (!name.startsWith(first)) return false;
    let searchFrom = first.length;
    for (const part of innerParts) {
      const partStart = name.indexOf(part, searchFrom);
      if (partStart < 0) return false;
      searchFrom = partStart + part.length;
    }
    return name.length - last.length >= searchFrom && name.endsWith(last);
  };
}
