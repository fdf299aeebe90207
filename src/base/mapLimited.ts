/**
 * Maps items asynchronously, with at most `limit` at a time, and returns the results in the order of the items. Rejects
 * with the first error, after which no further item is started.
 */
export async function mapLimited<T, R>(
  items: readonly T[],
  limit: number,
  map: (item: T, index: number) => Promise<R>,
): Promise<readonly R[]> {
  const results = new Map<number, R>();
  const waiting = items.entries();
  let hasFailed = false;
  const work = async (): Promise<void> => {
    for (const [index, item] of waiting) {
      try {
        results.set(index, await map(item, index));
      } catch (error) {
        hasFailed = true;
        throw error;
      }
      if (hasFailed) return;
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, work));
  return items.map((_, index) => results.get(index) as R);
}
