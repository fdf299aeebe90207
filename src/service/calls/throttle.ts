import { maxJobsPerCall, maxListCount } from '../interface/limits.ts';
import type { LimitedGroup, ResourceGroup } from '../interface/resourceGroup.ts';
import { randomBytes } from 'node:crypto';
import { abortReason } from '../../base/clock.ts';
import type { Clock } from '../../base/clock.ts';

/** The columns of the contract's throttling table. */
export type Limits = 'production' | 'sandbox';

/** The number of requests that may arrive in any window of a given length. */
export interface RateLimit {
  readonly requests: number;
  readonly windowMs: number;
  /**
   * The time that a request may need to arrive. Until it is answered or this time is over, it counts as arriving now,
   * so that delays in the network cannot move the requests of two windows into one. Default 0.
   */
  readonly transitMs?: number;
}

const requestsPerSecond: Record<Limits, Record<ResourceGroup, number>> = {
  production: { jobs: 60, account: 100, order: 100, service: 100, other: 100 },
  sandbox: { jobs: 5, account: 10, order: 10, service: 10, other: 10 },
};

/**
 * A list of jobs begins with a second, so if more jobs were created in one second than a list holds, an order whose
 * response was lost may not be found among them.
 */
const rateOfNewJobs: RateLimit = { requests: Math.ceil(maxListCount / maxJobsPerCall) - 1, windowMs: 1000 };

/**
 * Returns the rate limit of a resource group. The windows are short, because the service counts in fractions of a
 * second (contract: 100 per second means 10 in 100 ms): 60 per second are 6 in 100 ms, 5 per second are one in 200 ms.
 */
export function rateLimitFor(limits: Limits, group: LimitedGroup): RateLimit {
  if (group === 'new-jobs') return rateOfNewJobs;
  const rate = requestsPerSecond[limits][group];
  if (rate >= 10) return { requests: Math.floor(rate / 10), windowMs: 100 };
  return { requests: 1, windowMs: Math.ceil(1000 / rate) };
}

/** Covers rounding of clocks to whole milliseconds, and timers that fire early. */
const roundingMs = 4;
const transitMs = 1000;

/** Returns the rate limit to apply on this side of the network: with time for rounding and transit. */
export function withMargin({ requests, windowMs }: RateLimit): RateLimit {
  return { requests, windowMs: windowMs + roundingMs, transitMs };
}

/** A started request. It arrives at the service by `arrivedBy` (milliseconds since the epoch) at the latest. */
export interface Start {
  readonly id: string;
  readonly arrivedBy: number;
}

/** Stores the started requests that still count. */
export interface StartStore {
  /** Applies changes one after another, each to the result of the previous one. `signal` aborts the wait. */
  change<T>(
    change: (starts: readonly Start[]) => { readonly starts: readonly Start[]; readonly result: T },
    signal?: AbortSignal,
  ): Promise<T>;
  /**
   * If other processes use the store: resolves when they have changed it, or after `ms`. Rejects with the signal's
   * reason.
   */
  changedByOthers?(ms: number, signal: AbortSignal): Promise<void>;
}

/** Notifies the throttle that the request was answered or failed. */
export type MarkAnswered = () => void;

/** A caller waiting for a slot. */
interface Waiter {
  readonly start: (markAnswered: MarkAnswered) => void;
}

/** Answers are stored together with the next start, or after this time. */
const storeAnswersAfterMs = 10;

/** Limits the rate at which requests start, first come, first served. */
export class Throttle {
  readonly #rateLimit: Required<RateLimit>;
  readonly #clock: Clock;
  readonly #store: StartStore;
  readonly #waiting = new Set<Waiter>();
  /** Times of answers that are not stored yet, by id: until then the requests count for longer. */
  readonly #answered = new Map<string, number>();
  /** Set while callers wait; aborted when all of them have given up. */
  #serving: AbortController | undefined;
  /** Ends the sleep when a request was answered. */
  #wake: (() => void) | undefined;
  #answersTimer: NodeJS.Timeout | undefined;
  /** Prefix of ids, unique among the processes that use the store. */
  readonly #name = randomBytes(6).toString('hex');
  #lastId = 0;

  constructor(rateLimit: RateLimit, clock: Clock, store: StartStore = memoryStartStore()) {
    this.#rateLimit = { transitMs: 0, ...rateLimit };
    this.#clock = clock;
    this.#store = store;
  }

  /** Resolves when a request may start; the caller must then send it immediately. Rejects with the signal's reason. */
  async wait(signal?: AbortSignal): Promise<MarkAnswered> {
    signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<MarkAnswered>();
    const waiter: Waiter = { start: resolve };
    const onAbort = (): void => {
      this.#removeWaiter(waiter);
      if (signal) reject(abortReason(signal));
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    this.#waiting.add(waiter);
    this.#startServing();
    try {
      return await promise;
    } finally {
      signal?.removeEventListener('abort', onAbort);
    }
  }

  #removeWaiter(waiter: Waiter): void {
    this.#waiting.delete(waiter);
    if (this.#waiting.size > 0) return;
    this.#serving?.abort();
    this.#serving = undefined;
  }

  /** Serves the waiting callers until there are none. */
  #startServing(): void {
    if (this.#serving) return;
    const serving = new AbortController();
    this.#serving = serving;
    this.#serveWaiters(serving)
      .catch(() => {
        // A failing throttle must not block anyone.
        if (this.#serving === serving) for (const waiter of this.#waiting) waiter.start(() => undefined);
        if (this.#serving === serving) this.#waiting.clear();
      })
      .finally(() => {
        if (this.#serving === serving) this.#serving = undefined;
      });
  }

  async #serveWaiters(serving: AbortController): Promise<void> {
    // Callers of the same moment are served together.
    await Promise.resolve();
    while (this.#waiting.size > 0 && this.#serving === serving) {
      const { ids, restMs } = await this.#store.change((starts) => this.#takeSlots(starts), serving.signal);
      for (const id of ids) this.#startNext(id);
      // Answers since then may already have freed a slot.
      if (restMs > 0 && this.#waiting.size > 0 && this.#answered.size === 0) await this.#sleep(restMs, serving.signal);
    }
    // Synchronously, so that the next caller starts a new loop.
    if (this.#serving === serving) this.#serving = undefined;
  }

  /** Starts the first waiting caller. If there is none, the slot is released. */
  #startNext(id: string): void {
    const [waiter] = this.#waiting;
    if (!waiter) {
      this.#recordAnswer(id);
      return;
    }
    this.#waiting.delete(waiter);
    waiter.start(() => {
      this.#recordAnswer(id);
    });
  }

  /**
   * Takes slots for as many callers as possible, and returns the milliseconds until the next slot may be free. Counts
   * actual starts: timers are late when the process is busy, and starts reserved in advance would then happen in one
   * burst.
   */
  #takeSlots(starts: readonly Start[]): {
    readonly starts: readonly Start[];
    readonly result: { readonly ids: readonly string[]; readonly restMs: number };
  } {
    const { requests, windowMs, transitMs: transit } = this.#rateLimit;
    const now = this.#clock.now();
    const latestArrival = now + transit;
    const countingStarts = this.#withAnswers(starts)
      // A time this far in the future was stored before the clock was set back.
      .map((start) => ({ ...start, arrivedBy: Math.min(start.arrivedBy, latestArrival) }))
      .filter(({ arrivedBy }) => arrivedBy + windowMs > now);
    const slots = Math.max(0, Math.min(requests - countingStarts.length, this.#waiting.size));
    const ids = Array.from({ length: slots }, () => this.#nextId());
    const stored = [...countingStarts, ...ids.map((id) => ({ id, arrivedBy: latestArrival }))].sort(
      (a, b) => a.arrivedBy - b.arrivedBy,
    );
    // At most `requests` may count: the next slot is free when this start, the oldest of that many, no longer does.
    const blocking = stored[stored.length - requests];
    const restMs = blocking === undefined ? 0 : blocking.arrivedBy + windowMs - now;
    return { starts: stored, result: { ids, restMs } };
  }

  #nextId(): string {
    this.#lastId += 1;
    return `${this.#name}.${this.#lastId}`;
  }

  /** An answered request has arrived, usually earlier than assumed: it counts until a window after its answer. */
  #withAnswers(starts: readonly Start[]): readonly Start[] {
    const answered = new Map(this.#answered);
    this.#answered.clear();
    return starts.map((start) => ({
      ...start,
      arrivedBy: Math.min(start.arrivedBy, answered.get(start.id) ?? start.arrivedBy),
    }));
  }

  #recordAnswer(id: string): void {
    if (this.#rateLimit.transitMs === 0) return;
    this.#answered.set(id, this.#clock.now());
    this.#wake?.();
    if (this.#waiting.size > 0) return;
    // No caller waits here, but other processes may have some.
    this.#answersTimer ??= setTimeout(() => {
      this.#answersTimer = undefined;
      if (this.#answered.size === 0) return;
      // If this fails, the requests count until their transit time is over.
      this.#store.change((starts) => ({ starts: this.#withAnswers(starts), result: undefined })).catch(() => undefined);
    }, storeAnswersAfterMs).unref();
  }

  /** Sleeps until a slot may be free: `restMs`, or less when a request was answered in this or another process. */
  async #sleep(restMs: number, signal: AbortSignal): Promise<void> {
    const awake = new AbortController();
    const eitherSignal = AbortSignal.any([signal, awake.signal]);
    const { promise: woken, resolve: wake } = Promise.withResolvers<undefined>();
    this.#wake = () => {
      wake(undefined);
    };
    const wakeUps: Promise<unknown>[] = [this.#clock.sleep(restMs, eitherSignal), woken];
    const changedByOthers = this.#store.changedByOthers?.(restMs, eitherSignal);
    if (changedByOthers) wakeUps.push(changedByOthers);
    try {
      await Promise.race(wakeUps);
    } finally {
      this.#wake = undefined;
      awake.abort();
    }
  }
}

/** Creates a store in memory, for this process only. */
export function memoryStartStore(): StartStore {
  let starts: readonly Start[] = [];
  return {
    change: (change) => {
      const changed = change(starts);
      starts = changed.starts;
      return Promise.resolve(changed.result);
    },
  };
}
