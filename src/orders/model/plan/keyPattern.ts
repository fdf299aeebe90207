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
 * Parses patterns of keys, separated by commas: `checkout.*, *.title`. `*` matches any number
 * of characters; the others match themselves. Returns undefined for a text without a pattern, which selects all keys.
 */
export function parseKeyPattern(text: string): KeyPattern | undefined {
  const patterns = text
    .split(',')
    .map((pattern) => pattern.trim())
    .filter((pattern) => pattern !== '');
  if (patterns.length === 0) return undefined;
  const parts = patterns.map((pattern) => pattern.split('*'));
  return { text: patterns.join(', '), matches: (id) => parts.some((pattern) => namesOf(id).some(fits(pattern))) };
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

/** Returns the names by which a pattern may select a unit: its id, with and without escapes, and the key of its plural. */
function namesOf(id: string): readonly string[] {
  const plural = splitPlural(id)?.base;
  return [...new Set([id, ...(plural === undefined ? [] : [plural])].flatMap((name) => [name, readableId(name)]))];
}

/** Compares in linear time: each part is searched after the previous one, and the last one is the end. */
function fits(parts: readonly string[]): (name: string) => boolean {
  const [first = '', ...others] = parts;
  const last = others.pop();
  return (name) => {
    if (last === undefined) return name === first;
    if (!name.startsWith(first)) return false;
    let searchFrom = first.length;
    for (const part of others) {
      const partStart = name.indexOf(part, searchFrom);
      if (partStart < 0) return false;
      searchFrom = partStart + part.length;
    }
    return name.length - last.length >= searchFrom && name.endsWith(last);
  };
}
