import { posix } from 'node:path';
import { hashText } from './hash.ts';

/**
 * The folder that strings were ordered from. `uri` is where their translations are delivered to; the rest only answers
 * whether the same strings are on order from another folder, clone or machine.
 */
export interface FolderIdentity {
  readonly uri: string;
  /** Hashes of the normalized addresses of the clone's remotes. Empty if there is no repository or it has no remote. */
  readonly remotes: readonly string[];
  /** Hash of the path of the repository itself on this machine, which all of its worktrees share. */
  readonly repository?: string;
  /**
   * The folder's path from the root of its work tree, '' for the root; without a repository, the URI of the real
   * folder with symbolic links resolved.
   */
  readonly root: string;
}

/** What is known of the folder that something was ordered from. Of other machines' folders only the remotes. */
export type OrderedFolder = Partial<FolderIdentity> & Pick<FolderIdentity, 'remotes'>;

/**
 * Returns whether two folders belong to the same project: `same` or `other` where that is certain, else `unknown`, which is
 * the case when one of them names no remote, as in orders of earlier versions, or when it was renamed.
 */
export function compareFolders(a: FolderIdentity, b: OrderedFolder): 'same' | 'other' | 'unknown' {
  if (a.repository !== undefined && a.repository === b.repository) return 'same';
  if (a.remotes.length > 0 && b.remotes.length > 0)
    return a.remotes.some((remote) => b.remotes.includes(remote)) ? 'same' : 'other';
  const isPlain = a.repository === undefined && b.repository === undefined;
  return isPlain && b.root !== undefined && isWithin(a.root, b.root) ? 'same' : 'unknown';
}

/** The path of a file of a folder from the root of its work tree; without a repository its URI. */
export function pathFromRoot({ root }: Pick<FolderIdentity, 'root'>, file: string): string {
  return root === '' ? file : `${root}/${file}`;
}

/** The path within a folder of what is at `path` from the root of its work tree; undefined when that is outside the folder. */
export function pathInFolder({ root }: Pick<FolderIdentity, 'root'>, path: string): string | undefined {
  if (root === '') return path;
  return path.startsWith(`${root}/`) ? path.slice(root.length + 1) : undefined;
}

/** What names a file in `custom_data`: it tells clones of one repository where the file is, whichever folder of it is open. */
export function hashPath(folder: Pick<FolderIdentity, 'root'>, file: string): string {
  return hashText(`path ${posix.normalize(pathFromRoot(folder, file))}`);
}

/** Whether one folder is the other, or is in it. */
function isWithin(a: string, b: string): boolean {
  return a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`);
}
