import { lstat, readlink, realpath } from 'node:fs/promises';
import systemRules, { basename, dirname, join, resolve } from 'node:path';
import { isMissingFile } from './files/fileErrors.ts';

/** A longer chain of links is treated as a cycle. */
const maxLinks = 40;

/**
 * Returns a file's path with every symbolic link resolved: links among its folders, the file itself if it is a link,
 * and a link to a missing file. The file need not exist.
 */
export async function realPathOf(path: string, remainingLinks = maxLinks): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (!isMissingFile(error) || dirname(path) === path) throw error;
  }
  if (remainingLinks > 0 && (await isLink(path))) {
    const target = resolve(await realPathOf(dirname(path)), await readlink(path));
    return realPathOf(target, remainingLinks - 1);
  }
  return join(await realPathOf(dirname(path), remainingLinks), basename(path));
}

type PathRules = Pick<typeof systemRules, 'relative' | 'isAbsolute' | 'sep'>;

/** Whether a path is a folder or inside it. Both are real paths. `rules` are the path rules of their system. */
export function isWithin(folder: string, path: string, rules: PathRules = systemRules): boolean {
  const relativePath = rules.relative(folder, path);
  if (relativePath === '..' || relativePath.startsWith(`..${rules.sep}`)) return false;
  // On Windows, the relative path to another drive is absolute.
  return !rules.isAbsolute(relativePath);
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
