import type { Unit } from '../../../formats/format.ts';

/** Why a file is not, or only in part, the source of its strings. See `StringSource`. */
export type SourceRole =
  /** The file of the source language is missing; those that exist are in `locales`. */
  | { readonly kind: 'unknown'; readonly locales: readonly string[] }
  /** Another file of the source language comes first. It lacks the ids in `onlyHere`, and has other texts for `differing`. */
  | {
      readonly kind: 'second';
      readonly first: string;
      readonly onlyHere: ReadonlySet<string>;
      readonly differing: readonly string[];
    }
  /** Its name is that of another file with a suffix that is no locale, and it has the same keys. */
  | { readonly kind: 'variant'; readonly of: string };

/** Compares a second file of the source language with the first one, `first`. */
export function roleOfSecond(
  units: readonly Unit[],
  first: { readonly path: string; readonly units: readonly Unit[] },
) {
  const texts = new Map(first.units.map(({ id, text }) => [id, text]));
  const onlyHere = new Set(units.filter(({ id }) => !texts.has(id)).map(({ id }) => id));
  const differing = units.filter(({ id, text }) => texts.has(id) && texts.get(id) !== text).map(({ id }) => id);
  return { kind: 'second', first: first.path, onlyHere, differing } as const satisfies SourceRole;
}

/**
 * Whether a file has the strings of another one whose name it extends by a suffix that is no locale, such as
 * `messages_pirate.properties`. A file of strings of its own, such as `messages_admin.properties`, has other keys.
 */
export function isVariant(units: readonly Unit[], baseUnits: readonly Unit[]): boolean {
  const idsOfBase = new Set(baseUnits.map(({ id }) => id));
  const sharedCount = units.filter(({ id }) => idsOfBase.has(id)).length;
  return sharedCount * 2 >= units.length;
}
