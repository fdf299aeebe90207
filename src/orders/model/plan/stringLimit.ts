import type { Unit } from '../../../formats/format.ts';
import { idsMatching, type KeyPattern } from './keyPattern.ts';

/** A source file to which a limit applies. */
interface LimitedFile {
  readonly project: { readonly id: string };
  readonly path: string;
  readonly units: readonly Unit[];
  /** Entries that are no units although they should be. */
  readonly omitted?: readonly { readonly key?: string }[];
}

/** Limits an order to some of the strings of its files: those with keys like these, or those of a branch. */
export type StringLimit =
  | { readonly kind: 'keys'; readonly pattern: KeyPattern }
  | {
      readonly kind: 'branch';
      /** The branch that this one is compared with, as users write it: `origin/main`. */
      readonly base: string;
      /** The ids of the strings that the branch has added or changed, by project and path. */
      readonly ids: ReadonlyMap<string, ReadonlySet<string>>;
    };

/**
 * Returns the ids of a file's units, and the keys of its omitted entries, to which an order is limited; undefined without
 * a limit. The changes of a branch are those of units.
 */
export function idsWithin(limit: StringLimit | undefined, file: LimitedFile): ReadonlySet<string> | undefined {
  if (limit === undefined) return undefined;
  if (limit.kind === 'keys') {
    const omittedKeys = (file.omitted ?? []).flatMap(({ key }) => key ?? []);
    return new Set([...idsMatching(file.units, limit.pattern), ...omittedKeys.filter(limit.pattern.matches)]);
  }
  return limit.ids.get(fileKey(file)) ?? new Set();
}

/** Identifies a file among those of several projects. */
export function fileKey({ project, path }: Pick<LimitedFile, 'project' | 'path'>): string {
  return JSON.stringify([project.id, path]);
}
