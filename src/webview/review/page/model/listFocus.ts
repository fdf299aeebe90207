import type { ReviewRow } from '../../reviewMessages.ts';

/**
 * Returns the id of the row that is `distance` rows below the focused one, or above it if negative; at most the last or
 * first one. Returns the first one if no listed row has the focus.
 */
export function moveFocus(ids: readonly string[], focusedId: string | undefined, distance: number): string | undefined {
  const focusedIndex = focusedId === undefined ? -1 : ids.indexOf(focusedId);
  if (focusedIndex === -1) return ids[0];
  return ids[Math.max(0, Math.min(ids.length - 1, focusedIndex + distance))];
}

/** Returns the id of the next row with findings after the focused one, from the top again after the last one. */
export function nextWithFindings(rows: readonly ReviewRow[], focusedId: string | undefined): string | undefined {
  // Without a focused row, the index is -1, so all rows are in their order.
  const focusedIndex = rows.findIndex(({ id }) => id === focusedId);
  const rowsAfterFocus = [...rows.slice(focusedIndex + 1), ...rows.slice(0, focusedIndex + 1)];
  return rowsAfterFocus.find(({ problems }) => problems.length > 0)?.id;
}

/**
 * Returns the id of the row that gets the focus after an action on a row: the next one that `isOpen`, else the nearest
 * one before it, else the row itself.
 */
export function focusAfterAction(ids: readonly string[], actedOnId: string, isOpen: (id: string) => boolean): string {
  const index = ids.indexOf(actedOnId);
  const nextId = ids.slice(index + 1).find(isOpen);
  const previousId = ids.slice(0, Math.max(0, index)).findLast(isOpen);
  return nextId ?? previousId ?? actedOnId;
}

/**
 * Returns the row that gets the focus after the list has changed: the focused one if it is still listed, else the
 * nearest listed one that followed it in the earlier list, else the nearest one before it.
 */
export function focusAfterRemoval(
  idsBefore: readonly string[],
  idsAfter: readonly string[],
  focusedId: string | undefined,
): string | undefined {
  if (focusedId === undefined) return undefined;
  const listedIds = new Set(idsAfter);
  if (listedIds.has(focusedId)) return focusedId;
  const focusedIndex = idsBefore.indexOf(focusedId);
  if (focusedIndex === -1) return idsAfter[0];
  const isListed = (id: string): boolean => listedIds.has(id);
  const nextId = idsBefore.slice(focusedIndex + 1).find(isListed);
  return nextId ?? idsBefore.slice(0, focusedIndex).findLast(isListed);
}

/** Returns the ids from one row to another, above or below it, both included, in the order of the list. */
export function idsBetween(ids: readonly string[], fromId: string, toId: string): readonly string[] {
  const [fromIndex, toIndex] = [ids.indexOf(fromId), ids.indexOf(toId)];
  if (toIndex === -1) return [];
  if (fromIndex === -1) return [toId];
  return ids.slice(Math.min(fromIndex, toIndex), Math.max(fromIndex, toIndex) + 1);
}
