/** Splits items into consecutive arrays of at most `size`. */
export function chunk<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

/**
 * Runs `work` on all items, at most `width` at a time, and returns the results in the order of the items.
 * Rejects with the first failure, and then aborts the signal that `work` receives.
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
  const runNext = async (): Promise<void> => {
    for (const [index, item] of rest) results[index] = await work(item, either);
  };
  try {
    await Promise.all(Array.from({ length: Math.min(width, items.length) }, runNext));
  } catch (error) {
    failed.abort();
    throw error;
  }
  return results;
}

/** Groups consecutive items into batches within the limits; an item over the size limit gets its own batch. */
export function pack<T>(
  items: readonly T[],
  sizeOf: (item: T) => number,
  most: { readonly size: number; readonly count: number },
): readonly (readonly T[])[] {
  const batches: T[][] = [];
  let remaining = 0;
  for (const item of items) {
    const size = sizeOf(item);
    const batch = batches.at(-1);
    if (batch !== undefined && size <= remaining && batch.length < most.count) {
      batch.push(item);
      remaining -= size;
    } else {
      batches.push([item]);
      remaining = most.size - size;
    }
  }
  return batches;
}
