import { maxListCount } from '../../../service/interface/limits.ts';
import type { JobStub } from '../../../service/interface/records.ts';
import type { CallOptions, ServiceClient } from '../../../service/interface/serviceClient.ts';

/** The maximum number of requests for one listing. With the service's largest pages this is enough for a million jobs. */
const maxPages = 5000;

/** Services list ten jobs or more by default, and cap lists at ten or more: a shorter list is not reported as cut. */
const minCap = 10;

/** The jobs that a service lists. */
export interface JobListing {
  /** The newest first. */
  readonly ids: readonly string[];
  /** The creation time of the newest job; undefined if the service names none. */
  readonly newest: number | undefined;
  /**
   * False if the service may have more jobs than it has listed, so that a job may exist although it is not in the
   * list.
   */
  readonly isComplete: boolean;
}

/**
 * Lists all jobs created after `since` (milliseconds since the epoch), page by page. Each request starts with the second
 * of the newest job listed so far, until no new job appears. The length of a page is not relied on, because a service
 * may list ten jobs by default or cap its list below the count requested.
 * The service cannot list jobs created before a given time. The result is therefore incomplete if a list that may be
 * cut starts with the newest jobs, or if more jobs were created in one second than one list holds, see `areWhole`.
 * Rejects with ServiceError.
 */
export async function listJobsSince(
  client: ServiceClient,
  since: number,
  options: CallOptions = {},
): Promise<JobListing> {
  const found = new Map<string, number>();
  let unreadable = 0;
  let longest = 0;
  /** Lists of the jobs of one second that may be cut. */
  const crowded: (readonly JobStub[])[] = [];
  let after = Math.max(Math.floor(since / 1000), 1) * 1000;
  /** Whether jobs of the second `after` itself are listed. Assumed only after it was observed. */
  let isInclusive = false;
  const noteUnreadable = (): void => {
    unreadable += 1;
  };
  const listing = (isWhole: boolean): JobListing => {
    // Of equal times, those that were listed last are newer.
    const newestFirst = [...found].toReversed().sort(([, a], [, b]) => b - a);
    const newest = newestFirst[0]?.[1] ?? 0;
    return { ids: newestFirst.map(([id]) => id), newest: newest === 0 ? undefined : newest, isComplete: isWhole };
  };
  for (let pages = 0; pages < maxPages; pages += 1) {
    const page = await client.jobs.list(
      { timestampAfter: after, count: maxListCount },
      { ...options, onUnreadable: noteUnreadable },
    );
    const countBefore = found.size;
    const seconds = page.map(({ createdAt = 0 }) => Math.floor(createdAt / 1000) * 1000);
    for (const [index, { id }] of page.entries()) found.set(id, seconds[index] ?? 0);
    const newest = Math.max(0, ...seconds);
    const mayBeCapped = page.length >= minCap && page.length <= maxListCount;
    if (page.length === 0) return listing(unreadable === 0 && (await areWhole(crowded, longest, client, options)));
    // Without times, or with the newest first, the next page cannot be requested.
    if (newest === 0 || (seconds[0] ?? 0) > (seconds.at(-1) ?? 0)) return listing(unreadable === 0 && !mayBeCapped);
    if (isInclusive && !seconds.includes(after)) {
      // The service does not list in the same way as before.
      isInclusive = false;
      after -= 1000;
      continue;
    }
    isInclusive = seconds.includes(after);
    // A page shorter than an earlier one was not cut, so all jobs created after `after` are known.
    if (found.size === countBefore && page.length < longest)
      return listing(unreadable === 0 && (await areWhole(crowded, longest, client, options)));
    longest = Math.max(longest, page.length);
    // A page may end between jobs of the same second, so the next page lists the jobs of that second again.
    if (found.size > countBefore && isInclusive && newest > after) {
      after = newest;
    } else if (found.size > countBefore && newest - 1000 > after) {
      after = newest - 1000;
    } else if (newest > after && seconds.some((second) => second < newest)) {
      after = newest;
    } else {
      // One second has more jobs than a list holds: its remaining jobs can't be listed, but later jobs can.
      if (mayBeCapped) crowded.push(page);
      isInclusive = false;
      after = Math.max(newest, after) + 1000;
    }
  }
  return listing(false);
}

/**
 * Returns whether none of these lists is cut: the service has returned a longer list, so it does not cut those; or, asked
 * for its newest jobs, it returns the same ones in the reverse order.
 */
async function areWhole(
  lists: readonly (readonly JobStub[])[],
  longest: number,
  client: ServiceClient,
  options: CallOptions,
): Promise<boolean> {
  const doubtful = lists.filter((list) => list.length >= longest || list.length >= maxListCount);
  if (doubtful.length === 0) return true;
  if (doubtful.some((list) => list.length >= maxListCount)) return false;
  const newest = await client.jobs.list({ count: maxListCount }, options);
  const isReverse = (list: readonly JobStub[]): boolean =>
    newest.length === list.length && list.every(({ id }, index) => newest.at(-1 - index)?.id === id);
  return doubtful.every((list) => newest.length > list.length || isReverse(list));
}
