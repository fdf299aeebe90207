import type { Change } from '../../../../src/sandbox/records/change.ts';

/** Returns the content of a storage that received all these changes. */
export function mergedChanges(changes: readonly Change[]): Change {
  const jobs = new Map(changes.flatMap((change) => change.jobs ?? []).map((job) => [job.id, job]));
  const orders = new Map(changes.flatMap((change) => change.orders ?? []).map((order) => [order.id, order]));
  return { ...(Object.assign({}, ...changes) as Change), jobs: [...jobs.values()], orders: [...orders.values()] };
}
