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
  const failure = new AbortController();
  const failureOrCaller = AbortSignal.any(signal === undefined ? [failure.signal] : [signal, failure.signal]);
  const results: R[] = [];
  // All workers take their items from the same iterator.
  const remainingItems = items.entries();
  const work = async (): Promise<void> => {
    for (const [index, item] of remainingItems) {
      results[index] = await map(item, failureOrCaller);
      if (failure.signal.aborted) return;
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(limit, items.length) }, work));
  } catch (error) {
    failure.abort();
    throw error;
  }
  return results;
}
