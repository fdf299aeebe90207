/** Pieces of at most `size` items, in order. */
export function chunk<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
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

/** Neighbouring items, packed so that none of the packs goes over the limits; an item that is too large alone is a pack of its own. */
export function packed<T>(
  items: readonly T[],
  sizeOf: (item: T) => number,
  most: { readonly size: number; readonly count: number },
): readonly (readonly T[])[] {
  const packs: T[][] = [];
  let room = 0;
  for (const item of items) {
    const size = sizeOf(item);
    const pack = packs.at(-1);
    if (pack !== undefined && size <= room && pack.length < most.count) {
      pack.push(item);
      room -= size;
    } else {
      packs.push([item]);
      room = most.size - size;
    }
  }
  return packs;
}
