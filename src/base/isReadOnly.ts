import { stat } from 'node:fs/promises';

/** The owner's write bit of a file's mode; on Windows it reflects the read-only attribute. */
const ownerMayWrite = 0o200;

/**
 * Whether a file is read-only. A rename would replace it nevertheless, but it was made read-only on purpose, often by a
 * version control system. False for a missing file.
 */
export async function isReadOnly(path: string): Promise<boolean> {
  try {
    return ((await stat(path)).mode & ownerMayWrite) === 0;
  } catch {
    return false;
  }
}
