/**
 * Returns the items of one list without those that the other list has: for each kind, the first ones are removed, as
 * many as the other list has. The rest keeps its order. Texts may have tens of thousands of placeholders, so this takes
 * linear time.
 */
export function withoutEqual<Item>(
  items: readonly Item[],
  others: readonly Item[],
  keyOf: (item: Item) => string,
): readonly Item[] {
  const left = new Map<string, number>();
  for (const key of others.map(keyOf)) left.set(key, (left.get(key) ?? 0) + 1);
  return items.filter((item) => {
    const key = keyOf(item);
    const count = left.get(key) ?? 0;
    if (count > 0) left.set(key, count - 1);
    return count === 0;
  });
}
