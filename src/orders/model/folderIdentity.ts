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
  const withSlashes = platform === 'win32' ? root.replaceAll('\\', '/') : root;
  // On Windows, `//server/share/app` is a folder of another machine: `server`, `/share/app`. Else there is no server.
  const [, server = '', path = ''] = /^(?:\/\/([^/]*))?(.*)$/su.exec(withSlashes) ?? [];
  const absolutePath = path.startsWith('/') ? path : `/${path}`;
  // `/C:/app → /c:/app`
  const withLowerDrive = absolutePath.replace(/^\/[A-Z]:/u, (drive) => drive.toLowerCase());
  const encodedPath = withLowerDrive.split('/').map(encodeSegment).join('/');
  return `file://${encodeSegment(server.toLowerCase())}${encodedPath}`;
}

function encodeSegment(segment: string): string {
  const toHex = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(segment.toWellFormed()).replace(/[!'()*]/gu, toHex);
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
export function compareFolders(folder: FolderIdentity, ordered: OrderedFolder): 'same' | 'other' | 'unknown' {
  if (folder.repository !== undefined && folder.repository === ordered.repository) return 'same';
  if (folder.remotes.length > 0 && ordered.remotes.length > 0)
    return folder.remotes.some((remote) => ordered.remotes.includes(remote)) ? 'same' : 'other';
  // Without repositories, `root` is the URI of the whole folder.
  const havePlainRoots = folder.repository === undefined && ordered.repository === undefined;
  if (!havePlainRoots || ordered.root === undefined) return 'unknown';
  return isSameOrNested(folder.root, ordered.root) ? 'same' : 'unknown';
}

/** Returns the path of a folder's file, relative to the root of the work tree; its URI if there is no repository. */
export function pathFromRoot({ root }: Pick<FolderIdentity, 'root'>, file: string): string {
  return root === '' ? file : `${root}/${file}`;
}

/** Converts a path from the root of the work tree into one from the folder; undefined outside the folder. */
export function pathInFolder({ root }: Pick<FolderIdentity, 'root'>, path: string): string | undefined {
  if (root === '') return path;
  return path.startsWith(`${root}/`) ? path.slice(root.length + 1) : undefined;
}

/** Returns the hash of a file in `custom_data`, which is the same in all clones and all open folders. */
export function hashPath(folder: Pick<FolderIdentity, 'root'>, file: string): string {
  return hashText(`path ${posix.normalize(pathFromRoot(folder, file))}`);
}

/**
 * Returns a hash for one of the `others` in `custom_data`: units with the same text as the unit that is named there. It
 * is short, because only the strings with one text must be distinguished. It is the same in all clones.
 */
export function hashUnit(pathHash: string, key: string | undefined): string {
  return hashText(`${pathHash} ${key ?? ''}`).slice(0, 8);
}

/** Two folders that the user said are different projects, by `folderHashes`: the one here, and one with an order. */
export interface DifferentFolders {
  readonly here: readonly string[];
  readonly there: readonly string[];
}

/** Returns each pair once. */
export function distinctPairs(pairs: readonly DifferentFolders[]): readonly DifferentFolders[] {
  return [...new Map(pairs.map((pair) => [JSON.stringify(pair), pair])).values()];
}

/** Returns the hashes by which a folder is remembered: of its remotes, else of its repository or its own path. */
export function folderHashes({ remotes, repository, root }: OrderedFolder): readonly string[] {
  return remotes.length > 0 ? remotes : [repository ?? hashText(root ?? '')];
}

/** Whether a pair is about these two folders, in either order. Each may have other remotes, too: one is enough. */
export function isPairOf({ here, there }: DifferentFolders, a: OrderedFolder, b: OrderedFolder): boolean {
  const isNamed = (folder: OrderedFolder, names: readonly string[]): boolean =>
    folderHashes(folder).some((name) => names.includes(name));
  return (isNamed(a, here) && isNamed(b, there)) || (isNamed(b, here) && isNamed(a, there));
}

/** Returns whether two folders are the same or one of them contains the other. */
function isSameOrNested(a: string, b: string): boolean {
  return a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`);
}
