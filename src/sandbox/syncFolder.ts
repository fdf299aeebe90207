import { open } from 'node:fs/promises';

/** Makes a rename in the folder last: a file's new name is part of its folder. Does nothing where folders cannot be synced, as on Windows. */
export async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    const unsupported = error instanceof Error && 'code' in error && ['EPERM', 'EISDIR', 'EINVAL', 'EACCES', 'ENOTSUP'].includes(String(error.code));
    if (!unsupported) throw error;
  }
}
