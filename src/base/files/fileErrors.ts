/** Whether an error has one of these codes of the system, such as `EEXIST`. */
export function hasErrorCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

/** Whether an error says that a file does not exist, or that a part of its path is not a folder. */
export function isMissingFile(error: unknown): boolean {
  return hasErrorCode(error, 'ENOENT', 'ENOTDIR');
}

/** Returns the result of `work`; undefined if it rejects because a file does not exist. */
export async function unlessMissing<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (isMissingFile(error)) return undefined;
    throw error;
  }
}
