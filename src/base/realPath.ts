import { lstat, readlink, realpath } from 'node:fs/promises';
import ownPaths, { basename, dirname, join, resolve } from 'node:path';
import { isMissingFile } from './files/fileErrors.ts';

/** A longer chain of links is treated as a cycle. */
const maxLinks = 40;

/**
 * Returns a file's path with every symbolic link resolved: links among its folders, the file itself if it is a link,
 * and a link to a missing file. The file need not exist.
 */
export async function realPathOf(path: string, links = maxLinks): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (!isMissingFile(error) || dirname(path) === path) throw error;
  }
  if (links > 0 && (await isLink(path)))
    return realPathOf(resolve(await realPathOf(dirname(path)), await readlink(path)), links - 1);
  return join(await realPathOf(dirname(path), links), basename(path));
}

type PathRules = Pick<typeof ownPaths, 'relative' | 'isAbsolute' | 'sep'>;

/** Whether a path is a folder or inside it. Both are real paths, of this system unless `paths` is another one's. */
export function isWithin(folder: string, path: string, paths: PathRules = ownPaths): boolean {
  const way = paths.relative(folder, path);
  return way !== '..' && !way.startsWith(`..${paths.sep}`) && !paths.isAbsolute(way);
}

/** Returns a file's real path if it is outside all of these folders; otherwise undefined. The file need not exist. */
export async function realPathOutside(path: string, folders: readonly string[]): Promise<string | undefined> {
  const real = await realPathOf(path);
  for (const folder of folders) if (isWithin(await realpath(folder).catch(() => folder), real)) return undefined;
  return real;
}

async function isLink(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isSymbolicLink();
  } catch (error) {
    if (isMissingFile(error)) return false;
    throw error;
  }
}
