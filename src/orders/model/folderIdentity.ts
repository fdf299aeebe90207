import { posix } from 'node:path';
import { hashText } from './hash.ts';

/**
 * The folder that strings were ordered from. Translations are delivered to `uri`; the other members are only used to
 * find out whether the same strings are on order from another folder, clone or machine.
 */
export interface FolderIdentity {
  readonly uri: string;
  /** Hashes of the normalized addresses of the clone's remotes. Empty without a repository or remote. */
  readonly remotes: readonly string[];
  /** Hash of the path of the repository itself on this machine, which all of its worktrees share. */
  readonly repository?: string;
  /**
   * The folder's path from the root of its work tree, '' for the root; without a repository, the URI of the real
   * folder with symbolic links resolved.
   */
  readonly root: string;
}

/**
 * Returns the URI of a local folder exactly as VS Code writes it, so that the command line and the editor have the same
 * project id for a folder. VS Code encodes everything but unreserved characters, also those that Node's `pathToFileURL`
 * keeps, and writes the letter of a drive in lower case. `root` is absolute.
 */
export function folderUri(root: string, platform: NodeJS.Platform = process.platform): string {
  const slashed = platform === 'win32' ? root.replaceAll('\\', '/') : root;
  // On Windows, //server/share is a folder of another machine.
  const [, server = '', path = ''] = /^(?:\/\/([^/]*))?(.*)$/su.exec(slashed) ?? [];
  const absolute = path.startsWith('/') ? path : `/${path}`;
  const withDrive = absolute.replace(/^\/[A-Z]:/u, (drive) => drive.toLowerCase());
  return `file://${encodeSegment(server.toLowerCase())}${withDrive.split('/').map(encodeSegment).join('/')}`;
}

function encodeSegment(segment: string): string {
  return encodeURIComponent(segment.toWellFormed()).replace(
    /[!'()*]/gu,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Returns the project id of a folder by its URI, which the journal and custom data contain too. */
export function projectIdOf(uri: string): string {
  return hashText(uri).slice(0, 8);
}

/** The known facts about the folder of an order. For folders on other machines, only the remotes are known. */
export type OrderedFolder = Partial<FolderIdentity> & Pick<FolderIdentity, 'remotes'>;

/**
 * Returns whether two folders belong to the same project: `same` or `other` if that is certain, otherwise `unknown`.
 * It is `unknown` if one of the folders has no known remote (as in orders of earlier versions) or was renamed.
 */
export function compareFolders(a: FolderIdentity, b: OrderedFolder): 'same' | 'other' | 'unknown' {
  if (a.repository !== undefined && a.repository === b.repository) return 'same';
  if (a.remotes.length > 0 && b.remotes.length > 0)
    return a.remotes.some((remote) => b.remotes.includes(remote)) ? 'same' : 'other';
  const isPlain = a.repository === undefined && b.repository === undefined;
  return isPlain && b.root !== undefined && isSameOrNested(a.root, b.root) ? 'same' : 'unknown';
}

/** Returns the path of a folder's file, relative to the root of the work tree; its URI if there is no repository. */
export function pathFromRoot({ root }: Pick<FolderIdentity, 'root'>, file: string): string {
  return root === '' ? file : `${root}/${file}`;
}

/**
 * Converts a path relative to the root of the work tree into one relative to the folder; undefined outside the folder.
 */
export function pathInFolder({ root }: Pick<FolderIdentity, 'root'>, path: string): string | undefined {
  if (root === '') return path;
  return path.startsWith(`${root}/`) ? path.slice(root.length + 1) : undefined;
}

/**
 * Returns the hash that identifies a file in `custom_data`. It is the same in all clones of a repository and all open
 * folders.
 */
export function hashPath(folder: Pick<FolderIdentity, 'root'>, file: string): string {
  return hashText(`path ${posix.normalize(pathFromRoot(folder, file))}`);
}

/**
 * Returns the hash that identifies a unit in `custom_data`, next to the one that is named there: enough to distinguish
 * the strings of one text. It is the same in all clones of a repository.
 */
export function hashUnit(pathHash: string, key: string | undefined): string {
  return hashText(`${pathHash} ${key ?? ''}`).slice(0, 8);
}

/** Two folders that the user said are different projects, by the names of `folderNames`. */
export interface DifferentFolders {
  readonly here: readonly string[];
  readonly there: readonly string[];
}

/** Returns each pair once. */
export function distinctPairs(pairs: readonly DifferentFolders[]): readonly DifferentFolders[] {
  return [...new Map(pairs.map((pair) => [JSON.stringify(pair), pair])).values()];
}

/** Returns the hashes by which a folder is remembered: of its remotes, else of its repository or its own path. */
export function folderNames({ remotes, repository, root }: OrderedFolder): readonly string[] {
  return remotes.length > 0 ? remotes : [repository ?? hashText(root ?? '')];
}

/** Returns whether a pair is about these two folders, in either order. Each may have remotes in addition. */
export function isPairOf({ here, there }: DifferentFolders, a: OrderedFolder, b: OrderedFolder): boolean {
  const shares = (names: readonly string[], folder: OrderedFolder): boolean =>
    folderNames(folder).some((name) => names.includes(name));
  return (shares(here, a) && shares(there, b)) || (shares(here, b) && shares(there, a));
}

/** Returns whether two folders are the same or one of them contains the other. */
function isSameOrNested(a: string, b: string): boolean {
  return a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`);
}
