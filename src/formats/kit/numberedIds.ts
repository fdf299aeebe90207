/**
 * Gives the entries of a file ids of their own, in its order: one that is there already, against the rules, is numbered from
 * two on (`save`, `save.2`, `save.3`), in a time that does not grow with how many there are.
 */
export function numberedIds(separator: string): (wish: string) => string {
  const taken = new Set<string>();
  const numbers = new Map<string, number>();
  return (wish) => {
    let id = wish;
    if (taken.has(id)) {
      let number = numbers.get(wish) ?? 1;
      do id = `${wish}${separator}${(number += 1)}`;
      while (taken.has(id));
      numbers.set(wish, number);
    }
    taken.add(id);
    return id;
  };
}
