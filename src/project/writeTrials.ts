import { lstat, open, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { unlessMissing } from '../base/files/fileErrors.ts';
import { errorMessage } from '../base/errorMessage.ts';
import { inPinnedFolder } from '../base/files/pinnedFolder.ts';
import { isReadOnly } from '../base/isReadOnly.ts';
import { tryFolder } from '../base/replaceFile.ts';
import { isDiskFailure } from '../base/files/syncFolder.ts';
import type { FailedTrial } from '../orders/model/project.ts';

/** Bytes that a trial writes in addition to the size of the file, so that a full disk shows. */
const spareBytes = 64 * 1024;
/** A larger file would take too long. */
const maxTrialBytes = 8 * 1024 * 1024;

/**
 * Finds out before an order is paid whether deliveries to files will be possible, which only the disk knows. Creates
 * and removes a hidden file in each folder, once in the life of this object. Changes no other file.
 */
export class WriteTrials {
  readonly #folders = new Map<string, Promise<Error | undefined>>();

  /** Returns why a file on the local disk could not be written, or created with its folders; undefined if it could. */
  async whyNot(file: string): Promise<FailedTrial | undefined> {
    try {
      const { path: target, isFile, size } = await nearestExisting(file);
      if (isFile && (await isReadOnly(target))) return { obstacle: 'read-only', message: 'It is read-only.' };
      const error = await this.#tryOnce(isFile ? path.dirname(target) : target, size);
      // An existing file is written in place if no file can be created in its folder.
      const isHarmless = isFile && !isDiskFailure(error);
      if (error !== undefined && !isHarmless) throw error;
      if (isFile) await (await open(target, 'r+')).close();
      return undefined;
    } catch (error) {
      const message = errorMessage(error);
      return { obstacle: isDiskFailure(error) ? 'disk-failure' : 'not-writable', message };
    }
  }

  /** Resolves with the error of a trial in a folder, if it failed. */
  async #tryOnce(folder: string, size: number): Promise<Error | undefined> {
    const trial = this.#folders.get(folder) ?? tryWrite(folder, Math.min(size + spareBytes, maxTrialBytes));
    this.#folders.set(folder, trial);
    return trial;
  }
}

/** Returns the error with which a write of so many bytes into a folder fails. */
async function tryWrite(folder: string, bytes: number): Promise<Error | undefined> {
  try {
    await inPinnedFolder(folder, { create: false }, ({ path: pinned }) => tryFolder(pinned, bytes));
    return undefined;
  } catch (error) {
    if (error instanceof Error) return error;
    return new Error(String(error));
  }
}

/** An existing file, or the existing folder in which a missing file and its missing folders would be created. */
interface NearestExisting {
  /** With all links resolved. */
  readonly path: string;
  readonly isFile: boolean;
  /** In bytes; 0 for a folder. */
  readonly size: number;
}

/** Rejects with an Error if neither the file can be written nor a file or folder of its name can be created. */
async function nearestExisting(file: string): Promise<NearestExisting> {
  const stats = await statIfAny(file);
  if (stats?.isFile() === true) return { path: await realpath(file), isFile: true, size: stats.size };
  if (stats !== undefined) throw new Error(`${file} is not a file.`);
  // Nothing can be created under the name of a link, and some names are too long for the disk.
  if (await exists(file)) throw new Error(`${file} is a link to nothing.`);
  const missingNames: string[] = [path.basename(file)];
  for (let folder = path.dirname(file); ; folder = path.dirname(folder)) {
    const status = await statIfAny(folder);
    if (status?.isDirectory() === true) {
      // Rejects for a name that is too long.
      for (const name of missingNames) await exists(path.join(folder, name));
      return { path: await realpath(folder), isFile: false, size: 0 };
    }
    if (status !== undefined || (await exists(folder))) throw new Error(`${folder} is not a folder.`);
    if (path.dirname(folder) === folder) throw new Error(`${folder} does not exist.`);
    missingNames.push(path.basename(folder));
  }
}

/** Returns the status of what a path leads to. */
async function statIfAny(file: string) {
  return unlessMissing(() => stat(file));
}

/** Whether a name is taken, even by a link to nothing. */
async function exists(file: string): Promise<boolean> {
  return (await unlessMissing(() => lstat(file))) !== undefined;
}
