/**
 * The items of one list without as many as the other has of each kind, the first of them; what is left keeps its order.
 * Texts may hold tens of thousands of placeholders, so nothing is looked for in a list.
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
