import { present } from '../../../../base/present.ts';
import type { ReviewRow } from '../../reviewMessages.ts';
import type { ShownApproval } from '../../reviewIntent.ts';

/** How long an approval by a single key can be undone before it is sent, in milliseconds. */
export const undoMs = 5000;

/** An approval that is not sent yet. */
export interface QueuedApproval extends ShownApproval {
  /** When it is sent, in milliseconds since the epoch. */
  readonly due: number;
}

/** Approvals that are not sent yet, oldest first. An id occurs at most once. */
export type ApprovalQueue = readonly QueuedApproval[];

/** Adds an approval of a translation as its row shows it. */
export function queueApproval(
  queue: ApprovalQueue,
  { id, hash }: Pick<ReviewRow, 'id' | 'hash'>,
  { now, override }: { readonly now: number; readonly override: boolean },
): ApprovalQueue {
  const approval = { jobId: id, override, due: now + undoMs, ...present({ hash }) };
  return [...removeApproval(queue, id), approval];
}

export function removeApproval(queue: ApprovalQueue, jobId: string): ApprovalQueue {
  return queue.filter((approval) => approval.jobId !== jobId);
}

/** Divides the queue into the approvals that are due at the time `now`, and those that wait longer. */
export function takeDue(
  queue: ApprovalQueue,
  now: number,
): { readonly due: readonly ShownApproval[]; readonly waiting: ApprovalQueue } {
  const dueApprovals = queue.filter(({ due }) => due <= now);
  return {
    due: dueApprovals.map(({ jobId, hash, override }) => ({ jobId, override, ...present({ hash }) })),
    waiting: queue.filter(({ due }) => due > now),
  };
}

/** Returns the milliseconds until the next approval is to be sent; undefined if the queue is empty. */
export function nextDueIn(queue: ApprovalQueue, now: number): number | undefined {
  if (queue.length === 0) return undefined;
  const firstDue = Math.min(...queue.map(({ due }) => due));
  return Math.max(0, firstDue - now);
}

/**
 * Removes approvals of translations that are gone or have changed: an approval is only for what the user has seen.
 * Returns the remaining queue, and the ids of the jobs whose translations have changed.
 */
export function withoutChanged(
  queue: ApprovalQueue,
  rowOf: (jobId: string) => Pick<ReviewRow, 'hash'> | undefined,
): { readonly queue: ApprovalQueue; readonly changed: readonly string[] } {
  const unchanged = queue.filter(({ jobId, hash }) => {
    const row = rowOf(jobId);
    return row !== undefined && row.hash === hash;
  });
  const removed = queue.filter((approval) => !unchanged.includes(approval));
  const changedIds = removed.map(({ jobId }) => jobId).filter((jobId) => rowOf(jobId) !== undefined);
  return { queue: unchanged, changed: changedIds };
}
