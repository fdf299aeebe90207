/** Returns what `work` rejects with; undefined if it succeeds. For steps of which a later one must be done, whatever becomes of an earlier one. */
export async function failureOf(work: () => Promise<void>): Promise<{ readonly error: unknown } | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    return { error };
  }
}
