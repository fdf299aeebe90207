import { constants, type BigIntStats } from 'node:fs';
import { lstat, open, readlink, realpath, type FileHandle } from 'node:fs/promises';
import { hasErrorCode } from './fileErrors.ts';
import { sameBytes } from './sameBytes.ts';

/** `link`: the path is a symbolic link. `not-a-file`: it is a folder, a device, a pipe or a socket. */
export type Irregularity = 'link' | 'not-a-file' | 'too-large';

/** A path is not that of a regular file of an acceptable size, so nothing was read. */
export class IrregularFileError extends Error {
  override readonly name = 'IrregularFileError';
  readonly reason: Irregularity;
  readonly path: string;

  constructor(reason: Irregularity, path: string) {
    super(`${path}: ${reason}`);
    this.reason = reason;
    this.path = path;
  }
}

/** Returns a flag of `open`; 0 on systems that don't have it. */
export function openFlag(name: 'O_NOFOLLOW' | 'O_NONBLOCK' | 'O_DIRECTORY'): number {
  return (constants as Readonly<Partial<Record<string, number>>>)[name] ?? 0;
}

/** Flags that open a file itself, never what a link leads to, and never wait for the other end of a pipe. */
const noFollow = openFlag('O_NOFOLLOW') | openFlag('O_NONBLOCK');

/** Flags that open a file for reading and writing, but no link. */
export const updateFlags = constants.O_RDWR | noFollow;

/** The least size of the buffer for a file, also if the file reports that it is smaller. */
const minBufferBytes = 4096;

/**
 * Reads a regular file of at most `maxBytes` that is not a symbolic link. Never opens anything else, never waits, and
 * stops at `maxBytes` whatever size the file reports. With `isAtItsPath`, the file must be the one at its path without
 * any link, even if a folder is replaced by a link at that moment. Rejects with IrregularFileError, and with ENOENT.
 */
export async function readRegularFile(
  path: string,
  maxBytes: number,
  { isAtItsPath = false }: { readonly isAtItsPath?: boolean } = {},
): Promise<Uint8Array> {
  requireRegular(await lstat(path), path);
  const file = await openItself(path);
  try {
    const stats = await file.stat();
    requireRegular(stats, path);
    if (stats.size > maxBytes) throw new IrregularFileError('too-large', path);
    if (isAtItsPath && !(await isAt(file, path))) throw new IrregularFileError('link', path);
    return await readBounded(file, stats.size, maxBytes, path);
  } finally {
    await file.close();
  }
}

/** Whether a regular file has exactly this content. Rejects with ENOENT. */
export async function hasContent(path: string, content: Uint8Array): Promise<boolean> {
  try {
    return sameBytes(await readRegularFile(path, content.length), content);
  } catch (error) {
    if (error instanceof IrregularFileError) return false;
    throw error;
  }
}

async function openItself(path: string): Promise<FileHandle> {
  try {
    return await open(path, constants.O_RDONLY | noFollow);
  } catch (error) {
    if (hasErrorCode(error, 'ELOOP')) throw new IrregularFileError('link', path);
    throw error;
  }
}

function requireRegular(stats: { isFile(): boolean; isSymbolicLink(): boolean }, path: string): void {
  if (!stats.isFile()) throw new IrregularFileError(stats.isSymbolicLink() ? 'link' : 'not-a-file', path);
}

/** Reads to the end of the file: some systems report the size 0 for files with content. */
async function readBounded(file: FileHandle, size: number, maxBytes: number, path: string): Promise<Uint8Array> {
  // One byte more than the size, so that the read that meets the end of the file has space in the buffer.
  let buffer = Buffer.allocUnsafe(Math.max(size + 1, minBufferBytes));
  let length = 0;
  for (;;) {
    const { bytesRead } = await file.read(buffer, length, buffer.length - length, length);
    if (bytesRead === 0) return buffer.subarray(0, length);
    length += bytesRead;
    if (length > maxBytes) throw new IrregularFileError('too-large', path);
    if (length === buffer.length) buffer = Buffer.concat([buffer], buffer.length * 2);
  }
}

/** Whether an open file is the one at a real path, so that no link was followed when it was opened. */
async function isAt(file: FileHandle, path: string): Promise<boolean> {
  // Linux knows the path of an open file. A file that was replaced since then has a mark after its path.
  const currentPath = process.platform === 'linux' ? await readlink(`/proc/self/fd/${file.fd}`).catch(() => '') : '';
  if (currentPath === path || currentPath === `${path} (deleted)`) return true;
  const [openedStats, statsAtPath, realPath] = await Promise.all([
    file.stat({ bigint: true }),
    lstat(path, { bigint: true }),
    realpath(path),
  ]);
  return realPath === path && isSameFile(openedStats, statsAtPath);
}

function isSameFile(stats: BigIntStats, otherStats: BigIntStats): boolean {
  return stats.ino === otherStats.ino && stats.dev === otherStats.dev;
}
