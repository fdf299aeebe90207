/** Assigns unique ids to entries in their order: a repeated id gets a number (`save`, `save.2`), in constant time. */
export function numberedIds(separator: string): (proposedId: string) => string {
  const assignedIds = new Set<string>();
  const numbers = new Map<string, number>();
  return (proposedId) => {
    let id = proposedId;
    if (assignedIds.has(id)) {
      let number = numbers.get(proposedId) ?? 1;
      do id = `${proposedId}${separator}${(number += 1)}`;
      while (assignedIds.has(id));
      numbers.set(proposedId, number);
    }
    assignedIds.add(id);
    return id;
  };
}
