import { lstat, readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { isMissingFile } from '../../base/files/fileErrors.ts';
import { GitError } from '../../orders/model/errors/gitError.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** A folder in a repository's work tree. Both are real paths. */
export interface FoundRepository {
  readonly folder: string;
  /** The folder that contains `.git`. */
  readonly root: string;
}

/**
 * Returns the repository that a folder is in; undefined if there is none. Looks where git looks, but starts no program,
 * so that a folder without a repository needs no git. Rejects with GitError 'bare' if git would find a bare repository
 * among the files of a project: versions of git before 2.38 would read it, with settings that anybody could have
 * committed.
 */
export async function findRepository(folderPath: string, env: Environment): Promise<FoundRepository | undefined> {
  const folder = await realpath(folderPath).catch(() => undefined);
  if (folder === undefined) return undefined;
  /** Folders that git does not search, nor those above them. */
  const ceilings = new Set((env['GIT_CEILING_DIRECTORIES'] ?? '').split(path.delimiter));
  const crossesFileSystems = /^(?:1|true|yes|on)$/iu.test(env['GIT_DISCOVERY_ACROSS_FILESYSTEM'] ?? '');
  const device = await deviceOf(folder);
  for (let current = folder; ; current = path.dirname(current)) {
    if (await isBareRepository(current)) throw new GitError('bare', current);
    if (await hasRepository(current)) return { folder, root: current };
    const parent = path.dirname(current);
    if (parent === current || ceilings.has(parent)) return undefined;
    if (!crossesFileSystems && (await deviceOf(parent)) !== device) return undefined;
  }
}

/** Returns the number of the file system that a folder is on. */
async function deviceOf(folder: string): Promise<number | undefined> {
  return (await stat(folder).catch(() => undefined))?.dev;
}

/** Whether git would take a folder itself for a repository. */
async function isBareRepository(folder: string): Promise<boolean> {
  const has = (name: string): Promise<boolean> => exists(path.join(folder, name));
  return (await has('HEAD')) && ((await has('commondir')) || ((await has('objects')) && (await has('refs'))));
}

/** Whether a folder contains a repository's `.git`, valid or damaged. Git ignores an empty folder of this name. */
async function hasRepository(folder: string): Promise<boolean> {
  const gitPath = path.join(folder, '.git');
  const stats = await stat(gitPath).catch((error: unknown) => (isMissingFile(error) ? undefined : 'unknown'));
  if (stats === undefined) return false;
  if (stats === 'unknown') return true;
  if (!stats.isDirectory()) return stats.isFile();
  // A folder that can't be listed counts as a repository.
  const members = new Set(await readdir(gitPath).catch(() => ['HEAD']));
  return ['HEAD', 'objects', 'refs', 'config'].some((member) => members.has(member));
}

async function exists(file: string): Promise<boolean> {
  return lstat(file).then(
    () => true,
    () => false,
  );
}
