/**
 * Returns a list without the items that another list has. Of equal items, as many are removed as the other list has,
 * from the beginning: `a b c b` without `b` is `a c b`. Takes linear time, because a text may have tens of thousands of
 * placeholders.
 */
export function withoutEqual<Item extends OtherItem, OtherItem>(
  items: readonly Item[],
  otherItems: readonly OtherItem[],
  keyOf: (item: OtherItem) => string,
): readonly Item[] {
  const unmatchedCounts = new Map<string, number>();
  for (const key of otherItems.map(keyOf)) unmatchedCounts.set(key, (unmatchedCounts.get(key) ?? 0) + 1);
  return items.filter((item) => {
    const key = keyOf(item);
    const count = unmatchedCounts.get(key) ?? 0;
    if (count > 0) unmatchedCounts.set(key, count - 1);
    return count === 0;
  });
}
