import { constants } from 'node:fs';
import { mkdir, open, realpath, stat, type FileHandle } from 'node:fs/promises';
import { join, parse, sep } from 'node:path';
import { hasErrorCode } from './fileErrors.ts';
import { openFlag } from './regularFile.ts';

/** Linux's O_PATH, which Node doesn't name: opens a folder that may be entered, even if it may not be listed. */
const openPath = 0o10000000;
const folderFlags = constants.O_RDONLY | openPath | openFlag('O_DIRECTORY') | openFlag('O_NOFOLLOW');

/** A folder while files in it are written. */
export interface PinnedFolder {
  /** A path that leads to this folder, whatever happens to its name. */
  readonly path: string;
  /**
   * Rejects if the folder's path now leads to another folder. It is called directly before each change; absent if
   * `path` leads to the right folder in any case.
   */
  readonly check?: () => Promise<void>;
}

/** Thrown when a folder's path leads to another folder since it was checked, so nothing was written. */
export class FolderMovedError extends Error {
  override readonly name = 'FolderMovedError';

  constructor(folder: string) {
    super(`${folder} was moved or replaced by a link.`);
  }
}

/**
 * Calls `work` with a folder that is given by its real path. On Linux, the folder is opened first, step by step and
 * through no link, and `work` reaches it by its descriptor: whatever replaces a part of the path then, `work`
 * changes nothing outside the folder. On other systems, `check` compares the path again. With `create`, missing folders
 * are created. Rejects with ENOTDIR or FolderMovedError if a part of the path is a link or no folder, and with ENOENT.
 */
export async function inPinnedFolder<T>(
  folder: string,
  { create }: { readonly create: boolean },
  work: (folder: PinnedFolder) => Promise<T>,
): Promise<T> {
  if (!(await (hasDescriptors ??= findDescriptors()))) return inCheckedFolder(folder, create, work);
  const { root } = parse(folder);
  let handle = await open(root, folderFlags);
  try {
    for (const name of folder.slice(root.length).split(sep).filter(Boolean)) {
      const child = await openChild(handle, name, create);
      await handle.close();
      handle = child;
    }
    return await work({ path: pathOf(handle) });
  } catch (error) {
    // A message with `/proc/self/fd/7` would not say which folder that was.
    if (error instanceof Error) error.message = error.message.replaceAll(pathOf(handle), folder);
    throw error;
  } finally {
    await handle.close();
  }
}

/** Opens a folder in another one, without following a link. */
async function openChild(parent: FileHandle, name: string, create: boolean): Promise<FileHandle> {
  const path = join(pathOf(parent), name);
  try {
    return await open(path, folderFlags);
  } catch (error) {
    if (!create || !hasErrorCode(error, 'ENOENT')) throw error;
  }
  await mkdir(path).catch((error: unknown) => {
    if (!hasErrorCode(error, 'EEXIST')) throw error;
  });
  return open(path, folderFlags);
}

async function inCheckedFolder<T>(
  folder: string,
  create: boolean,
  work: (folder: PinnedFolder) => Promise<T>,
): Promise<T> {
  if (create) await mkdir(folder, { recursive: true });
  const check = async (): Promise<void> => {
    if ((await realpath(folder)) !== folder) throw new FolderMovedError(folder);
  };
  await check();
  return work({ path: folder, check });
}

function pathOf({ fd }: FileHandle): string {
  return `/proc/self/fd/${fd}`;
}

/** Whether open folders have paths: on Linux, if the file system of processes is mounted. */
async function findDescriptors(): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  const root = await open('/', folderFlags);
  try {
    const [rootStats, statsByPath] = await Promise.all([root.stat(), stat(pathOf(root))]);
    return rootStats.ino === statsByPath.ino && rootStats.dev === statsByPath.dev;
  } catch {
    return false;
  } finally {
    await root.close();
  }
}

let hasDescriptors: Promise<boolean> | undefined;
