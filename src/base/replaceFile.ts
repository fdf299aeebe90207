import type { Stats } from 'node:fs';
import { link, lstat, open, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { hasErrorCode } from './files/fileErrors.ts';
import { hasContent, IrregularFileError, readRegularFile, updateFlags } from './files/regularFile.ts';
import { sameBytes } from './files/sameBytes.ts';
import { isDiskFailure, syncFolder } from './files/syncFolder.ts';

/** A write of a file. It is recorded before it begins, so that it can be recognized and completed after a crash. */
export interface FileWrite {
  /** Lowercase hexadecimal digits that name the temporary files of this write. */
  readonly id: string;
  /**
   * Stores both contents on disk. Called before a file is written in place, where a crash can leave half of it.
   * `before` is undefined for a file that the write creates.
   */
  readonly keep: (before: Uint8Array | undefined, after: Uint8Array) => Promise<void>;
  /** Called directly before each change of the folder, see `PinnedFolder.check`; rejects to prevent it. */
  readonly check?: (() => Promise<void>) | undefined;
}

/** `changed`: another program has changed the file since the caller read it. Its content was kept. */
export type WriteOutcome = 'done' | 'changed';

/** Identifies the contents of an interrupted write. */
export interface WriteContents {
  readonly isBefore: (bytes: Uint8Array) => boolean;
  readonly isAfter: (bytes: Uint8Array) => boolean;
}

/** Permission bits, with set-user-id, set-group-id and sticky. */
const permissions = 0o7777;

/**
 * Replaces `before` with `after` in one step: a crash leaves one or the other, never a mixture. The path must not be a
 * link. Its folders may be links, unless the caller excludes them by `inPinnedFolder`. The new file has the mode, the
 * user and the group of the old one from its first byte. Extended attributes and access control lists are preserved
 * only when the file is written in place, since Node cannot read them.
 *
 * A file is written in place, after `write.keep`, if it cannot be replaced by an equivalent one: it has several hard
 * links, another user or group, or a folder in which no file can be created, or the file system refuses the
 * replacement.
 *
 * Another program's change is preserved: the old file gets a second link and is read immediately before and after the
 * replacement, and content that differs is restored. These changes can still be lost:
 * - another program's own replacement of the file between the last check and the replacement, two system calls apart;
 * - a write after the last check, by a program that opened the old file before the replacement;
 * - without hard links, any change between the last check and the replacement;
 * - in place, a change between the last check and the end of the write, which follow each other immediately.
 */
export async function replaceFile(
  path: string,
  before: Uint8Array,
  after: Uint8Array,
  write: FileWrite,
): Promise<WriteOutcome> {
  const stats = await lstat(path);
  if (!stats.isFile()) throw new IrregularFileError(stats.isSymbolicLink() ? 'link' : 'not-a-file', path);
  const names = temporaryNames(dirname(path), write.id);
  await write.check?.();
  const hasSeveralLinks = stats.nlink > 1;
  if (hasSeveralLinks || !(await prepare(names.newPath, after, stats))) return overwrite(path, before, after, write);
  try {
    return (await swap(path, names, { before, after }, write)) ?? (await overwrite(path, before, after, write));
  } finally {
    await rm(names.newPath, { force: true });
  }
}

/**
 * Creates a file in one step and only if none exists, in a folder that exists. On a file system without hard links it
 * is written in place, after `write.keep` has stored its content.
 */
export async function createFile(path: string, after: Uint8Array, write: FileWrite): Promise<WriteOutcome> {
  const names = temporaryNames(dirname(path), write.id);
  await write.check?.();
  try {
    const file = await open(names.newPath, 'wx');
    await writeAll(file, after);
    await write.check?.();
    if (!(await tryLink(names.newPath, path))) {
      await write.keep(undefined, after);
      await write.check?.();
      await writeAll(await open(path, 'wx'), after);
    }
    await syncFolder(dirname(path));
    return 'done';
  } catch (error) {
    if (hasErrorCode(error, 'EEXIST')) return 'changed';
    throw error;
  } finally {
    await rm(names.newPath, { force: true });
  }
}

/** The id of the files that `tryFolder` creates; ids of writes are random. */
const trialId = '000000000000';

/** Attempts of one trial; other processes hardly make so many trials at the same time. */
const maxAttempts = 5;

/**
 * Tries whether files can be written in a folder: creates a file with that many bytes as a write does, and removes it
 * immediately. Returns the owner of the files that this process creates there. All trials use one name, so the file of
 * an earlier trial whose process was killed is removed, too. The name is the longer one of those that a write needs,
 * hidden, and without an extension that anything watches. Rejects with the error that a write would meet.
 */
export async function tryFolder(folder: string, bytes: number): Promise<Pick<Stats, 'uid' | 'gid'>> {
  const trialPath = temporaryNames(folder, trialId).oldPath;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const file = await open(trialPath, 'wx');
      const { uid, gid } = await file.stat().catch(async (error: unknown) => {
        await file.close();
        throw error;
      });
      await writeAll(file, new Uint8Array(bytes));
      return { uid, gid };
    } catch (error) {
      // A leftover, or the trial of another window, which can do without its file.
      if (!hasErrorCode(error, 'EEXIST') || attempt === maxAttempts) throw error;
    } finally {
      await rm(trialPath, { force: true }).catch(() => undefined);
    }
  }
}

/** Deletes a file whose content is `before`. It is first moved aside, and moved back if its content differs. */
export async function removeFile(path: string, before: Uint8Array, write: FileWrite): Promise<WriteOutcome> {
  const names = temporaryNames(dirname(path), write.id);
  if (!(await hasContent(path, before))) return 'changed';
  await write.check?.();
  await rename(path, names.oldPath);
  if (await hasContent(names.oldPath, before)) {
    await rm(names.oldPath);
    await syncFolder(dirname(path));
    return 'done';
  }
  await moveBack(names.oldPath, path);
  return 'changed';
}

/**
 * Removes the temporary files that an interrupted write created next to `path`. Restores another program's change that
 * the write had moved aside. Touches only regular files named by this write's id. Rejects with IrregularFileError if
 * one of the files has more than `maxBytes`.
 */
export async function cleanUpWrite(path: string, id: string, contents: WriteContents, maxBytes: number): Promise<void> {
  const names = temporaryNames(dirname(path), id);
  if (await isRegular(names.newPath)) await rm(names.newPath);
  const asidePath = names.oldPath;
  if (!(await isRegular(asidePath))) return;
  const isOldContent = contents.isBefore(await readRegularFile(asidePath, maxBytes));
  const currentContent = await readIfAny(path, maxBytes);
  if (isOldContent) await rm(asidePath);
  // From here, the file that was moved aside has another program's change.
  else if (currentContent === undefined) await moveBack(asidePath, path);
  // It replaces the content that this write has produced.
  else if (contents.isAfter(currentContent)) await rename(asidePath, path);
  // Otherwise both contents are kept, unless they are one file under two names.
  else if (await isSameFile(asidePath, path)) await rm(asidePath);
}

/** The paths of a write's temporary files. */
interface TemporaryNames {
  /** Of the new content, until it replaces the file. */
  readonly newPath: string;
  /** Of the old file, until it is certain that the new one replaced nothing else. */
  readonly oldPath: string;
}

/** Short names, to stay within the system's limits; hidden, and without an extension that a locale file could have. */
export function temporaryNames(folder: string, id: string): TemporaryNames {
  // Ids come from the journal: an id that this extension did not create could be any path.
  if (!/^[0-9a-f]{1,32}$/u.test(id)) throw new Error(`"${id}" is not the id of a write.`);
  return {
    newPath: join(folder, `.human-translation-${id}.tmp`),
    oldPath: join(folder, `.human-translation-${id}.before.tmp`),
  };
}

/**
 * Writes a file that can replace an existing one with this mode and owner; returns false and creates no file if that is
 * impossible.
 */
async function prepare(path: string, bytes: Uint8Array, existing: Stats): Promise<boolean> {
  let file;
  try {
    file = await open(path, 'wx', existing.mode & permissions);
  } catch (error) {
    if (hasErrorCode(error, 'EEXIST') || isDiskFailure(error)) throw error;
    return false;
  }
  let isReady = false;
  try {
    isReady = await takeOnMode(file, existing);
    if (isReady) await writeAll(file, bytes);
    return isReady;
  } catch (error) {
    isReady = false;
    throw error;
  } finally {
    await file.close();
    if (!isReady) await rm(path, { force: true });
  }
}

/** Sets an empty file's mode to that of an existing one; returns false if that is impossible or the owners differ. */
async function takeOnMode(file: FileHandle, existing: Stats): Promise<boolean> {
  const stats = await file.stat();
  if (stats.uid !== existing.uid || stats.gid !== existing.gid) return false;
  if ((stats.mode & permissions) === (existing.mode & permissions)) return true;
  try {
    await file.chmod(existing.mode & permissions);
    return true;
  } catch (error) {
    if (isDiskFailure(error)) throw error;
    return false;
  }
}

/** Renames the prepared file over the old one; returns undefined if the file system does not allow that. */
async function swap(
  path: string,
  names: TemporaryNames,
  { before, after }: { readonly before: Uint8Array; readonly after: Uint8Array },
  { check }: FileWrite,
): Promise<WriteOutcome | undefined> {
  // The second name keeps the old file, so that it can be restored.
  const isLinked = await tryLink(path, names.oldPath);
  try {
    if (!(await hasContent(path, before))) return 'changed';
    // Another program has replaced the file since the link was made.
    if (isLinked && !(await isSameFile(names.oldPath, path))) return 'changed';
    await check?.();
    await rename(names.newPath, path);
    await syncFolder(dirname(path));
    if (!isLinked || (await hasContent(names.oldPath, before))) return 'done';
    // Another program wrote to the old file in the meantime: restores it, unless the new one was changed as well.
    if (await hasContent(path, after)) await rename(names.oldPath, path);
    return 'changed';
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return 'changed';
    if (isDiskFailure(error)) throw error;
    return undefined;
  } finally {
    if (isLinked) await rm(names.oldPath, { force: true });
  }
}

/** Writes in place from the beginning, so that an interrupted write is new content followed by old. */
async function overwrite(path: string, before: Uint8Array, after: Uint8Array, write: FileWrite): Promise<WriteOutcome> {
  await write.keep(before, after);
  await write.check?.();
  const file = await open(path, updateFlags);
  try {
    const stats = await file.stat();
    if (!stats.isFile() || stats.size !== before.length || !sameBytes(await file.readFile(), before)) return 'changed';
    for (let offset = 0; offset < after.length;)
      offset += (await file.write(after, offset, after.length - offset, offset)).bytesWritten;
    await file.truncate(after.length);
    await file.sync();
  } finally {
    await file.close();
  }
  return (await hasContent(path, after)) ? 'done' : 'changed';
}

/** Writes a new file, flushes it to disk and closes it. */
async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Restores the name of a file that was moved aside. A newer file of this name is kept instead. */
async function moveBack(asidePath: string, path: string): Promise<void> {
  try {
    if (!(await tryLink(asidePath, path))) {
      await rename(asidePath, path);
      return;
    }
  } catch (error) {
    if (!hasErrorCode(error, 'EEXIST')) throw error;
  }
  await rm(asidePath);
}

/**
 * Creates a hard link. Returns false on a file system without them, such as FAT. Systems report that with many codes
 * (EPERM, ENOTSUP; on Windows EISDIR, EINVAL or UNKNOWN; shared folders EPROTO), so every failure means it, except
 * those that say what is wrong: the name exists (EEXIST), the file or its folder doesn't (ENOENT), there is no space
 * (ENOSPC, EDQUOT), or the disk fails (EIO).
 */
async function tryLink(existingPath: string, newPath: string): Promise<boolean> {
  try {
    await link(existingPath, newPath);
    return true;
  } catch (error) {
    if (hasErrorCode(error, 'EEXIST', 'ENOENT') || isDiskFailure(error)) throw error;
    return false;
  }
}

async function readIfAny(path: string, maxBytes: number): Promise<Uint8Array | undefined> {
  try {
    return await readRegularFile(path, maxBytes);
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

async function isRegular(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isFile();
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return false;
    throw error;
  }
}

async function isSameFile(path: string, otherPath: string): Promise<boolean> {
  try {
    const [stats, otherStats] = [await lstat(path, { bigint: true }), await lstat(otherPath, { bigint: true })];
    return stats.ino === otherStats.ino && stats.dev === otherStats.dev;
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return false;
    throw error;
  }
}
