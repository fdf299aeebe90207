/** Returns the item of a list that has exactly one. */
export function onlyItem<T>(items: readonly T[]): T | undefined {
  return items.length === 1 ? items[0] : undefined;
}
