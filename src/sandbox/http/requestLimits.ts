/** What a call over the limit gets: nothing, HTTP 429, or HTTP 200 with code 2800. The contract does not say which. */
export const throttleKinds = ['off', '429', 'code'] as const;
export type ThrottleKind = (typeof throttleKinds)[number];

export const limitColumns = ['production', 'sandbox'] as const;
export type LimitColumn = (typeof limitColumns)[number];

/** The resource groups of contract §8. */
const resourceGroups = ['jobs', 'account', 'order', 'service', 'other'] as const;
export type ResourceGroup = (typeof resourceGroups)[number];

/** So many calls in any stretch of so many milliseconds. */
interface Rate {
  readonly calls: number;
  readonly ms: number;
}

/** The table of contract §8, at its granularity: 100 a second are 10 per 100 ms, 5 a second one per 200 ms. */
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

/** Addresses beyond this are forgotten, oldest first: on loopback there are few. */
const maxAddresses = 1000;

export interface RequestLimits {
  /** Counts a call, and tells whether it is within the limit. */
  readonly note: (address: string, path: string) => boolean;
  /** All calls so far, and those over the limit. */
  readonly requests: Readonly<Record<ResourceGroup, number>>;
  readonly exceeded: Readonly<Record<ResourceGroup, number>>;
}

/**
 * Counts calls by address and resource group over a sliding window. A call over the limit does not count against the next ones.
 * `now` is in milliseconds, of a clock that nobody moves: who advances the sandbox's clock must not be let through faster.
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
      const within = window.length < rate.calls;
      if (within) window.push(at);
      else exceeded[group] += 1;
      return within;
    },
  };
}

/** The resource group of a path: `/translate/jobs` and all below it, but not `/translate/job/1`. */
export function groupOf(path: string): ResourceGroup {
  const place = path.replace(/^\/v2(?=\/|$)/u, '');
  if (/^\/translate\/jobs(?:\/|$)/u.test(place)) return 'jobs';
  if (/^\/account(?:\/|$)/u.test(place)) return 'account';
  if (/^\/translate\/order(?:\/|$)/u.test(place)) return 'order';
  return /^\/translate\/service(?:\/|$)/u.test(place) ? 'service' : 'other';
}

function windowOf(windows: Map<string, number[]>, key: string): number[] {
  const found = windows.get(key);
  if (found) return found;
  const [oldest] = windows.keys();
  if (oldest !== undefined && windows.size >= maxAddresses * resourceGroups.length) windows.delete(oldest);
  const made: number[] = [];
  windows.set(key, made);
  return made;
}

function zeroes(): Record<ResourceGroup, number> {
  return { jobs: 0, account: 0, order: 0, service: 0, other: 0 };
}
