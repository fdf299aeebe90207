/**
 * Returns the error that `work` rejects with, or undefined if it succeeds. For cleanup where a later step must run even
 * if an earlier one failed.
 */
export async function failureOf(work: () => Promise<void>): Promise<{ readonly error: unknown } | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    return { error };
  }
}
