import { maxListCount } from '../../service/interface/limits.ts';
import type { CallOptions, ServiceClient } from '../../service/interface/serviceClient.ts';

/** The maximum number of requests for one listing. With the service's largest pages this is enough for 40,000 jobs. */
const maxPages = 200;

/** Services list ten jobs or more by default, and cap lists at ten or more: a shorter list is not reported as cut. */
const minCap = 10;

/** The jobs that a service lists. */
export interface JobListing {
  readonly ids: readonly string[];
  /**
   * False if the service may have more jobs than it has listed, so that a job may exist although it is not in the
   * list.
   */
  readonly isComplete: boolean;
}

/**
 * Lists all jobs created after `since` (milliseconds since the epoch), page by page. Each request starts at the time
 * of the newest job listed so far, until no new job appears. The length of a page is not relied on, because a service
 * may list ten jobs by default or cap its list below the count requested.
 * The service cannot list jobs created before a given time. The result is therefore incomplete if a list that may be
 * cut starts with the newest jobs, or if more jobs were created in one second than one list holds. Rejects with
 * ServiceError.
 */
export async function listJobsSince(
  client: ServiceClient,
  since: number,
  options: CallOptions = {},
): Promise<JobListing> {
  const ids = new Set<string>();
  let isComplete = true;
  let longest = 0;
  let after = Math.max(Math.floor(since / 1000), 1) * 1000;
  const noteUnreadable = (): void => {
    isComplete = false;
  };
  for (let pages = 0; pages < maxPages; pages += 1) {
    const page = await client.jobs.list(
      { timestampAfter: after, count: maxListCount },
      { ...options, onUnreadable: noteUnreadable },
    );
    const before = ids.size;
    for (const { id } of page) ids.add(id);
    const seconds = page.map(({ createdAt = 0 }) => Math.floor(createdAt / 1000) * 1000);
    const newest = Math.max(0, ...seconds);
    const mayBeCapped = page.length >= minCap && page.length <= maxListCount;
    // Without times, or with the newest first, the next page cannot be requested.
    if (newest === 0 || (seconds[0] ?? 0) > (seconds.at(-1) ?? 0))
      return { ids: [...ids], isComplete: isComplete && !mayBeCapped };
    // A page shorter than an earlier one was not cut, so all jobs created after `after` are known.
    if (ids.size === before && page.length < longest) return { ids: [...ids], isComplete };
    longest = Math.max(longest, page.length);
    // A page may end between jobs of the same second, and `after` may include its own second or not. So the next page
    // starts one second earlier where possible.
    if (ids.size > before && newest - 1000 > after) {
      after = newest - 1000;
    } else if (newest > after && seconds.some((second) => second < newest)) {
      after = newest;
    } else {
      // One second has more jobs than a list holds: its remaining jobs can't be listed, but later jobs can.
      if (mayBeCapped) isComplete = false;
      after = Math.max(newest, after) + 1000;
    }
  }
  return { ids: [...ids], isComplete: false };
}
