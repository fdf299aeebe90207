import { open } from 'node:fs/promises';
import { hasErrorCode } from './fileErrors.ts';

/**
 * Flushes a folder's entries to disk, so that created, renamed and removed names survive a crash. Does nothing where
 * folders cannot be synced, as on Windows and on many network drives. Rejects if the disk fails.
 */
export async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (isDiskFailure(error)) throw error;
  }
}

/**
 * Whether an error says that the disk is full or fails. Any other failure of an operation that only some file systems
 * have (hard links, modes, the sync of a folder) means that this one lacks it: systems report that with many codes.
 */
export function isDiskFailure(error: unknown): boolean {
  return hasErrorCode(error, 'ENOSPC', 'EDQUOT', 'EIO');
}
