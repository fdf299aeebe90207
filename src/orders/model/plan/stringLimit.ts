import type { Unit } from '../../../formats/format.ts';
import { idsMatching, type KeyPattern } from './keyPattern.ts';

/** A source file to which a limit applies. */
interface LimitedFile {
  readonly project: { readonly id: string };
  readonly path: string;
  readonly units: readonly Unit[];
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

/** Returns the ids of a file's units to which an order is limited; undefined without a limit. */
export function idsWithin(limit: StringLimit | undefined, file: LimitedFile): ReadonlySet<string> | undefined {
  if (limit === undefined) return undefined;
  if (limit.kind === 'keys') return idsMatching(file.units, limit.pattern);
  return limit.ids.get(fileKey(file)) ?? new Set();
}

/** Identifies a file among those of several projects. */
export function fileKey({ project, path }: Pick<LimitedFile, 'project' | 'path'>): string {
  return JSON.stringify([project.id, path]);
}
