import type { Clock } from '../base/clock.ts';

/** The groups of the contract's throttling table. */
export type ResourceGroup = 'jobs' | 'account' | 'order' | 'service' | 'other';
/** The columns of that table. */
export type Limits = 'production' | 'sandbox';

interface Budget {
  readonly requests: number;
  readonly windowMs: number;
}

const requestsPerSecond: Record<Limits, Record<ResourceGroup, number>> = {
  production: { jobs: 60, account: 100, order: 100, service: 100, other: 100 },
  sandbox: { jobs: 5, account: 10, order: 10, service: 10, other: 10 },
};

/**
 * The service counts in slices of a second (contract: 100 a second means 10 in 100 ms), so a rate is a small
 * budget for a short window: 60 a second are 6 in 100 ms, 5 a second are one in 200 ms.
 */
export function budgetFor(limits: Limits, group: ResourceGroup): Budget {
  const rate = requestsPerSecond[limits][group];
  return rate >= 10 ? { requests: Math.floor(rate / 10), windowMs: 100 } : { requests: 1, windowMs: Math.ceil(1000 / rate) };
}

/** Lets at most a budget of requests start in any window of its length, first come, first served. */
export class Throttle {
  readonly #budget: Budget;
  readonly #clock: Clock;
  /** When the latest requests started, oldest first; as many as the budget has. */
  readonly #starts: number[] = [];
  #lastTurn: Promise<void> = Promise.resolve();

  constructor(budget: Budget, clock: Clock) {
    this.#budget = budget;
    this.#clock = clock;
  }

  /** Resolves when a request may start. Rejects with the signal's reason, and others move up. */
  async wait(signal?: AbortSignal): Promise<void> {
    const turn = this.#lastTurn.then(() => this.#start(signal));
    this.#lastTurn = turn.catch(() => undefined);
    await (signal ? unlessAborted(turn, signal) : turn);
  }

  /**
   * What counts is when requests really start: timers are late when the process is busy, and times that were
   * reserved beforehand would then pass in one burst.
   */
  async #start(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    const { requests, windowMs } = this.#budget;
    const first = this.#starts.length < requests ? undefined : this.#starts.shift();
    if (first !== undefined) {
      // A window is always enough, also when the clock was set back.
      const rest = Math.min(first + windowMs - this.#clock.now(), windowMs);
      try {
        if (rest > 0) await this.#clock.sleep(rest, signal);
      } catch (error) {
        this.#starts.unshift(first);
        throw error;
      }
    }
    this.#starts.push(this.#clock.now());
  }
}

async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => {
    reject(signal.reason instanceof Error ? signal.reason : new DOMException('This operation was aborted', 'AbortError'));
  };
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

const throttles = new WeakMap<Clock, Map<string, Throttle>>();

/** The one throttle of this process for a service and a resource group: the service counts by address, not by client. */
export function sharedThrottle(origin: string, limits: Limits, group: ResourceGroup, clock: Clock): Throttle {
  const ofClock = throttles.get(clock) ?? new Map<string, Throttle>();
  throttles.set(clock, ofClock);
  const name = `${limits} ${group} ${origin}`;
  const throttle = ofClock.get(name) ?? new Throttle(budgetFor(limits, group), clock);
  ofClock.set(name, throttle);
  return throttle;
}
