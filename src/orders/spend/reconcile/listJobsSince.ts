import { maxListCount } from '../../../service/interface/limits.ts';
import type { JobStub } from '../../../service/interface/records.ts';
import type { CallOptions, ServiceClient } from '../../../service/interface/serviceClient.ts';

/** The maximum number of requests for one listing. With the service's largest pages, enough for a million jobs. */
const maxPages = 5000;

/** No service caps its lists below this length, so a shorter list is not reported as cut. */
const minCap = 10;

/** The jobs that a service lists. */
export interface JobListing {
  /** The newest first. */
  readonly ids: readonly string[];
  /** The creation time of the newest job; undefined if the service names none. */
  readonly newest: number | undefined;
  /** False if the service may have more jobs than it has listed. */
  readonly isComplete: boolean;
}

/**
 * Lists all jobs created after `since` (milliseconds since the epoch), page by page. Each request starts with the
 * second of the newest job listed so far, until no new job appears. The length of a page is not relied on, because a
 * service may list ten jobs by default or cap its list below the count requested. The service cannot list jobs created
 * before a given time. The result is therefore incomplete if a list that may be cut starts with the newest jobs, or if
 * more jobs were created in one second than one list holds, see `areWhole`. Rejects with ServiceError.
 */
export async function listJobsSince(
  client: ServiceClient,
  since: number,
  options: CallOptions = {},
): Promise<JobListing> {
  /** The creation time of each job in milliseconds, rounded down to a second; 0 if the service names none. */
  const timeById = new Map<string, number>();
  let unreadableCount = 0;
  let longestLength = 0;
  /** Lists of the jobs of one second that may be cut. */
  const listsOfOneSecond: (readonly JobStub[])[] = [];
  /** The time that the next request names, in milliseconds, a whole second. */
  let after = Math.max(Math.floor(since / 1000), 1) * 1000;
  /** Whether jobs of the second `after` itself are listed. Assumed only after it was observed. */
  let isInclusive = false;
  const noteUnreadable = (): void => {
    unreadableCount += 1;
  };
  const listing = (isComplete: boolean): JobListing => {
    // Of equal times, those that were listed last are newer.
    const newestFirst = [...timeById].toReversed().sort(([, a], [, b]) => b - a);
    const newest = newestFirst[0]?.[1] ?? 0;
    return { ids: newestFirst.map(([id]) => id), newest: newest === 0 ? undefined : newest, isComplete };
  };
  const finalListing = async (): Promise<JobListing> =>
    listing(unreadableCount === 0 && (await areWhole(listsOfOneSecond, longestLength, client, options)));
  for (let pages = 0; pages < maxPages; pages += 1) {
    const page = await client.jobs.list(
      { timestampAfter: after, count: maxListCount },
      { ...options, onUnreadable: noteUnreadable },
    );
    if (page.length === 0) return finalListing();
    const countBefore = timeById.size;
    const times = page.map(({ createdAt = 0 }) => Math.floor(createdAt / 1000) * 1000);
    for (const [index, { id }] of page.entries()) timeById.set(id, times[index] ?? 0);
    const hasNewJobs = timeById.size > countBefore;
    const newestTime = Math.max(0, ...times);
    const mayBeCapped = page.length >= minCap && page.length <= maxListCount;

    // Without times, or with the newest first, the next page cannot be requested.
    const isNewestFirst = (times[0] ?? 0) > (times.at(-1) ?? 0);
    if (newestTime === 0 || isNewestFirst) return listing(unreadableCount === 0 && !mayBeCapped);
    if (isInclusive && !times.includes(after)) {
      // The service no longer lists the second `after` itself: asks again, for what comes after the second before it.
      isInclusive = false;
      after -= 1000;
      continue;
    }
    isInclusive = times.includes(after);
    // A page shorter than an earlier one was not cut, so all jobs created after `after` are known.
    if (!hasNewJobs && page.length < longestLength) return finalListing();
    longestLength = Math.max(longestLength, page.length);

    // A page may end between jobs of the same second, so the next page lists the jobs of that second again: if the
    // second `after` itself is not listed, `after` is the second before.
    if (hasNewJobs && isInclusive && newestTime > after) {
      after = newestTime;
    } else if (hasNewJobs && newestTime - 1000 > after) {
      after = newestTime - 1000;
    } else if (newestTime > after && times.some((time) => time < newestTime)) {
      // The page repeats the jobs of several seconds: the next one begins with the last of these seconds, or after it.
      after = newestTime;
    } else {
      // One second has more jobs than a list holds: its remaining jobs can't be listed, but later jobs can.
      if (mayBeCapped) listsOfOneSecond.push(page);
      isInclusive = false;
      after = Math.max(newestTime, after) + 1000;
    }
  }
  return listing(false);
}

/**
 * Returns whether none of these lists is cut. A list is not cut if the service has returned a longer one, of
 * `longestLength`; nor if it has all jobs of the account: then a list of the newest jobs is its reverse.
 */
async function areWhole(
  lists: readonly (readonly JobStub[])[],
  longestLength: number,
  client: ServiceClient,
  options: CallOptions,
): Promise<boolean> {
  const doubtfulLists = lists.filter((list) => list.length >= longestLength || list.length >= maxListCount);
  if (doubtfulLists.length === 0) return true;
  if (doubtfulLists.some((list) => list.length >= maxListCount)) return false;
  const newestJobs = await client.jobs.list({ count: maxListCount }, options);
  const isReverse = (list: readonly JobStub[]): boolean =>
    newestJobs.length === list.length && list.every(({ id }, index) => newestJobs.at(-1 - index)?.id === id);
  return doubtfulLists.every((list) => newestJobs.length > list.length || isReverse(list));
}
