import type { ReviewRow } from '../../reviewMessages.ts';

/** Returns the id of the row `by` rows further, within the list; the first one if no row has the focus. */
export function moveFocus(ids: readonly string[], current: string | undefined, by: number): string | undefined {
  const index = current === undefined ? -1 : ids.indexOf(current);
  if (index === -1) return ids[0];
  return ids[Math.max(0, Math.min(ids.length - 1, index + by))];
}

/** Returns the id of the next row with findings after the focused one, from the top again after the last one. */
export function nextWithFindings(rows: readonly ReviewRow[], current: string | undefined): string | undefined {
  const index = rows.findIndex(({ id }) => id === current);
  const inOrder = [...rows.slice(index + 1), ...rows.slice(0, index + 1)];
  return inOrder.find(({ problems }) => problems.length > 0)?.id;
}

/**
 * Returns the id of the row that gets the focus after an action on a row: the next one that `isOpen`, else the nearest
 * one before it, else the row itself.
 */
export function afterAction(ids: readonly string[], current: string, isOpen: (id: string) => boolean): string {
  const index = ids.indexOf(current);
  const next = ids.slice(index + 1).find(isOpen);
  return next ?? ids.slice(0, Math.max(0, index)).findLast(isOpen) ?? current;
}

/**
 * Returns the row that gets the focus when the focused one is no longer listed: the one that follows it in the earlier
 * list and is still there, else the last one before it.
 */
export function focusAfterRemoval(
  before: readonly string[],
  after: readonly string[],
  current: string | undefined,
): string | undefined {
  if (current === undefined) return undefined;
  const remaining = new Set(after);
  if (remaining.has(current)) return current;
  const index = before.indexOf(current);
  if (index === -1) return after[0];
  const isListed = (id: string): boolean => remaining.has(id);
  return before.slice(index + 1).find(isListed) ?? before.slice(0, index).findLast(isListed);
}

/** Returns the ids from one row to another, both included, in the order of the list. */
export function idsBetween(ids: readonly string[], from: string, to: string): readonly string[] {
  const [fromIndex, toIndex] = [ids.indexOf(from), ids.indexOf(to)];
  if (toIndex === -1) return [];
  if (fromIndex === -1) return [to];
  return ids.slice(Math.min(fromIndex, toIndex), Math.max(fromIndex, toIndex) + 1);
}
