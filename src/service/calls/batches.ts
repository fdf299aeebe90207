/** Splits items into consecutive arrays of at most `size`. */
export function chunk<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

/** Groups consecutive items into batches within the limits; an item over the size limit gets its own batch. */
export function pack<T>(
  items: readonly T[],
  sizeOf: (item: T) => number,
  limits: { readonly size: number; readonly count: number },
): readonly (readonly T[])[] {
  const batches: T[][] = [];
  let remainingSize = 0;
  for (const item of items) {
    const size = sizeOf(item);
    const batch = batches.at(-1);
    if (batch !== undefined && size <= remainingSize && batch.length < limits.count) {
      batch.push(item);
      remainingSize -= size;
    } else {
      batches.push([item]);
      remainingSize = limits.size - size;
    }
  }
  return batches;
}
