import { open } from 'node:fs/promises';

/**
 * Flushes a folder's entries to disk, so that created, renamed and removed names survive a crash. Does nothing where
 * folders cannot be synced, as on Windows.
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
    const unsupported =
      error instanceof Error &&
      'code' in error &&
      ['EPERM', 'EISDIR', 'EINVAL', 'EACCES', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EBADF'].includes(String(error.code));
    if (!unsupported) throw error;
  }
}
