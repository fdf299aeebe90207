/** Pieces of at most `size` items, in order. */
export function chunk<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));
}

/**
 * Runs `work` over all items, at most `width` at a time, and gives the results in the items' order.
 * The first failure rejects, and aborts what still runs through the signal that `work` is given.
 */
export async function inParallel<T, R>(
  items: readonly T[],
  width: number,
  signal: AbortSignal | undefined,
  work: (item: T, signal: AbortSignal) => Promise<R>,
): Promise<readonly R[]> {
  const failed = new AbortController();
  const either = signal ? AbortSignal.any([signal, failed.signal]) : failed.signal;
  const results: R[] = [];
  const rest = items.entries();
  const takeTurns = async (): Promise<void> => {
    for (const [index, item] of rest) results[index] = await work(item, either);
  };
  try {
    await Promise.all(Array.from({ length: Math.min(width, items.length) }, takeTurns));
  } catch (error) {
    failed.abort();
    throw error;
  }
  return results;
}
