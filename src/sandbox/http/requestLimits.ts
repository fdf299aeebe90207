/**
 * The answer to a call over the limit: none, HTTP 429, or HTTP 200 with code 2800. The contract does not say which
 * applies.
 */
export const throttleKinds = ['off', '429', 'code'] as const;
export type ThrottleKind = (typeof throttleKinds)[number];

export const limitColumns = ['production', 'sandbox'] as const;
export type LimitColumn = (typeof limitColumns)[number];

/** The resource groups of contract §8. */
const resourceGroups = ['jobs', 'account', 'order', 'service', 'other'] as const;
export type ResourceGroup = (typeof resourceGroups)[number];

/** The number of calls allowed within any period of this many milliseconds. */
interface Rate {
  readonly calls: number;
  readonly ms: number;
}

/** The table of contract §8, with its granularity: 100 per second is 10 per 100 ms, 5 per second is one per 200 ms. */
const rates: Readonly<Record<LimitColumn, Readonly<Record<ResourceGroup, Rate>>>> = {
  production: {
    jobs: { calls: 6, ms: 100 },
    account: { calls: 10, ms: 100 },
    order: { calls: 10, ms: 100 },
    service: { calls: 10, ms: 100 },
    other: { calls: 10, ms: 100 },
  },
  sandbox: {
    jobs: { calls: 1, ms: 200 },
    account: { calls: 1, ms: 100 },
    order: { calls: 1, ms: 100 },
    service: { calls: 1, ms: 100 },
    other: { calls: 1, ms: 100 },
  },
};

/** Limit of remembered addresses; the oldest are removed. On loopback there are few. */
const maxAddresses = 1000;

export interface RequestLimits {
  /** Counts a call; returns whether it is within the limit. */
  readonly note: (address: string, path: string) => boolean;
  /** Number of all calls so far, and of calls over the limit. */
  readonly requests: Readonly<Record<ResourceGroup, number>>;
  readonly exceeded: Readonly<Record<ResourceGroup, number>>;
}

/**
 * Counts calls by address and resource group in a sliding window. A call over the limit does not count against later
 * calls. `now` is in milliseconds of a clock that can't be moved: advancing the sandbox's clock must not allow more
 * calls.
 */
export function createRequestLimits(column: LimitColumn, now: () => number): RequestLimits {
  const windows = new Map<string, number[]>();
  const requests = zeroes();
  const exceeded = zeroes();
  return {
    requests,
    exceeded,
    note: (address, path) => {
      const group = groupOf(path);
      const rate = rates[column][group];
      requests[group] += 1;
      const at = now();
      const window = windowOf(windows, `${group} ${address}`);
      while (window[0] !== undefined && window[0] <= at - rate.ms) window.shift();
      const isWithinLimit = window.length < rate.calls;
      if (isWithinLimit) window.push(at);
      else exceeded[group] += 1;
      return isWithinLimit;
    },
  };
}

/** Returns the resource group of a path: `/translate/jobs` includes all paths below it, but not `/translate/job/1`. */
export function groupOf(path: string): ResourceGroup {
  const unversioned = path.replace(/^\/v2(?=\/|$)/u, '');
  if (/^\/translate\/jobs(?:\/|$)/u.test(unversioned)) return 'jobs';
  if (/^\/account(?:\/|$)/u.test(unversioned)) return 'account';
  if (/^\/translate\/order(?:\/|$)/u.test(unversioned)) return 'order';
  return /^\/translate\/service(?:\/|$)/u.test(unversioned) ? 'service' : 'other';
}

/** Returns the times of the calls that still count, oldest first. The caller changes them. */
function windowOf(windows: Map<string, number[]>, key: string): number[] {
  const starts = windows.get(key);
  if (starts) return starts;
  const [oldest] = windows.keys();
  if (oldest !== undefined && windows.size >= maxAddresses * resourceGroups.length) windows.delete(oldest);
  const newWindow: number[] = [];
  windows.set(key, newWindow);
  return newWindow;
}

function zeroes(): Record<ResourceGroup, number> {
  return { jobs: 0, account: 0, order: 0, service: 0, other: 0 };
}
