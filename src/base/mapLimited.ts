/**
 * Maps items asynchronously, with at most `limit` at a time, and returns the results in the order of the items. Rejects
 * with the first error: no further item is then started, and the signal that `map` receives is aborted. That signal is
 * also aborted together with the caller's.
 */
export async function mapLimited<T, R>(
  items: readonly T[],
  limit: number,
  map: (item: T, signal: AbortSignal) => Promise<R>,
  signal?: AbortSignal,
): Promise<readonly R[]> {
  const failed = new AbortController();
  const either = AbortSignal.any(signal === undefined ? [failed.signal] : [signal, failed.signal]);
  const results: R[] = [];
  const waiting = items.entries();
  const work = async (): Promise<void> => {
    for (const [index, item] of waiting) {
      results[index] = await map(item, either);
      if (failed.signal.aborted) return;
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(limit, items.length) }, work));
  } catch (error) {
    failed.abort();
    throw error;
  }
  return results;
}
