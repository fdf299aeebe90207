/**
 * Returns a list without the items that another list has. Of equal items, as many are removed as the other list has,
 * from the beginning; the order is kept. Takes linear time, because a text may have tens of thousands of placeholders.
 */
export function withoutEqual<Item extends Other, Other>(
  items: readonly Item[],
  others: readonly Other[],
  keyOf: (item: Other) => string,
): readonly Item[] {
  const unmatched = new Map<string, number>();
  for (const key of others.map(keyOf)) unmatched.set(key, (unmatched.get(key) ?? 0) + 1);
  return items.filter((item) => {
    const key = keyOf(item);
    const count = unmatched.get(key) ?? 0;
    if (count > 0) unmatched.set(key, count - 1);
    return count === 0;
  });
}
