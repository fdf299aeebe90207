import type { RowsMessage, ReviewRow } from '../../reviewMessages.ts';
import { matchingRows, type RowFilter } from './rowFilter.ts';
import type { ReviewState } from './reviewState.ts';

/** The rows of the page, and those that match the filters. */
export class RowModel {
  readonly rows = new Map<string, ReviewRow>();
  readonly localeNames = new Map<string, string>();
  /** Whether all portions of the first list have arrived. */
  isComplete = false;
  /** The ids of the matching rows, in order. */
  ids: readonly string[] = [];
  /** Changes when the set of rows changed, so that the values of the filters are collected again. */
  version = 0;

  #listed: readonly ReviewRow[] | undefined;

  /** Returns the matching rows, in order; the same array until a row or the list changes. */
  get listed(): readonly ReviewRow[] {
    this.#listed ??= this.ids.flatMap((id) => this.rows.get(id) ?? []);
    return this.#listed;
  }

  /**
   * Stores rows that arrived. Returns whether the list must be made again. `isAwaited` returns whether the user waits
   * for the approval of a job: if its translation has changed instead, the row shows the difference.
   */
  store(message: RowsMessage, filter: RowFilter, isAwaited: (jobId: string) => boolean): boolean {
    if (message.reset) this.rows.clear();
    this.#listed = undefined;
    let isChanged = message.reset || message.removed.length > 0;
    for (const id of message.removed) this.rows.delete(id);
    for (const row of message.rows) {
      const previousRow = this.rows.get(row.id);
      isChanged ||= previousRow === undefined || mayChangeList(previousRow, row, filter);
      this.rows.set(row.id, isAwaited(row.id) ? withDifference(row, previousRow) : row);
    }
    for (const [tag, name] of Object.entries(message.locales)) this.localeNames.set(tag, name);
    this.isComplete = !message.more;
    if (isChanged) this.version += 1;
    return isChanged;
  }

  /** Makes the list of matching rows again. */
  list({ filter, sorting, scope }: ReviewState, now: number): void {
    this.#listed = undefined;
    const idsInScope = scope === undefined ? undefined : new Set(scope);
    this.ids = matchingRows(this.rows.values(), filter, { sorting, scope: idsInScope, now }).map(({ id }) => id);
  }
}

/** Returns whether a changed row may match other filters, or be sorted differently. */
function mayChangeList(previousRow: ReviewRow, row: ReviewRow, filter: RowFilter): boolean {
  const members = ['title', 'source', 'translation', 'locale', 'file', 'order', 'until'] as const;
  return (
    members.some((member) => previousRow[member] !== row[member]) ||
    previousRow.problems.length !== row.problems.length ||
    (filter.questions && previousRow.isUnanswered !== row.isUnanswered)
  );
}

/** Returns a row that shows how its translation differs from that of the previous row. */
function withDifference(row: ReviewRow, previousRow: ReviewRow | undefined): ReviewRow {
  const previous = previousRow?.translation;
  if (previous === undefined || previous === row.translation) return row;
  return { ...row, previous };
}
