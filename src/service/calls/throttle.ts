import type { ResourceGroup } from '../interface/resourceGroup.ts';
import { randomBytes } from 'node:crypto';
import type { Clock } from '../../base/clock.ts';

/** The columns of that table. */
export type Limits = 'production' | 'sandbox';

/** How many requests may arrive in any window of a length. */
export interface Budget {
  readonly requests: number;
  readonly windowMs: number;
  /**
   * A request that has left may be this long on its way. Until it is answered, or this time is over, it counts as one that
   * is just arriving: so no trouble on the way can press two windows' worth of requests into one. Default 0.
   */
  readonly transitMs?: number;
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
  return rate >= 10
    ? { requests: Math.floor(rate / 10), windowMs: 100 }
    : { requests: 1, windowMs: Math.ceil(1000 / rate) };
}

/** What is left of clocks that count whole milliseconds and timers that are a little early. */
const roundingMs = 4;
const transitMs = 1000;

/** The same budget as it is kept to, on this side of the network. */
export function withMargin({ requests, windowMs }: Budget): Budget {
  return { requests, windowMs: windowMs + roundingMs, transitMs };
}

/** A request that counts: it arrived, or will have arrived, by this time (milliseconds since the epoch). */
export interface Start {
  readonly id: string;
  readonly arrivedBy: number;
}

/** Where starts are noted. */
export interface StartBook {
  /** One change after the other, each on what the one before has left. `signal` ends the waiting for one's turn. */
  change<T>(
    change: (starts: readonly Start[]) => { readonly starts: readonly Start[]; readonly result: T },
    signal?: AbortSignal,
  ): Promise<T>;
  /** Where others write in the book too: resolves when they have, or after the time. Rejects with the signal's reason. */
  changedByOthers?(ms: number, signal: AbortSignal): Promise<void>;
}

/** Tells the throttle that the request has been answered, or has failed. */
export type Answered = () => void;

/** One who waits for a place. */
interface Waiter {
  readonly enter: (answered: Answered) => void;
}

/** Answers are noted together with the next start, or after this long. */
const noteAfterMs = 10;

/** Lets at most a budget of requests start in any window of its length, first come, first served. */
export class Throttle {
  readonly #budget: Required<Budget>;
  readonly #clock: Clock;
  readonly #book: StartBook;
  readonly #waiting = new Set<Waiter>();
  /** When requests were answered whose places still count until later. */
  readonly #answered = new Map<string, number>();
  /** Set while somebody waits; aborted when all of them gave up. */
  #turns: AbortController | undefined;
  /** Wakes the turns when something has been answered. */
  #wake: (() => void) | undefined;
  #noteTimer: NodeJS.Timeout | undefined;
  /** Makes ids that nobody else who writes in the book has. */
  readonly #name = randomBytes(6).toString('hex');
  #lastId = 0;

  constructor(budget: Budget, clock: Clock, book: StartBook = memoryBook()) {
    this.#budget = { transitMs: 0, ...budget };
    this.#clock = clock;
    this.#book = book;
  }

  /** Resolves when a request may start, which it then must at once. Rejects with the signal's reason, and others move up. */
  async wait(signal?: AbortSignal): Promise<Answered> {
    signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<Answered>();
    const waiter: Waiter = { enter: resolve };
    const onAbort = (): void => {
      this.#leave(waiter);
      reject(
        signal?.reason instanceof Error ? signal.reason : new DOMException('This operation was aborted', 'AbortError'),
      );
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    this.#waiting.add(waiter);
    this.#takeTurns();
    try {
      return await promise;
    } finally {
      signal?.removeEventListener('abort', onAbort);
    }
  }

  #leave(waiter: Waiter): void {
    this.#waiting.delete(waiter);
    if (this.#waiting.size > 0) return;
    this.#turns?.abort();
    this.#turns = undefined;
  }

  /** Lets those who wait in, until nobody does. */
  #takeTurns(): void {
    if (this.#turns) return;
    const turns = new AbortController();
    this.#turns = turns;
    this.#letAllIn(turns)
      .catch(() => {
        // A throttle that fails must not keep anybody.
        if (this.#turns === turns) for (const waiter of this.#waiting) waiter.enter(() => undefined);
        if (this.#turns === turns) this.#waiting.clear();
      })
      .finally(() => {
        if (this.#turns === turns) this.#turns = undefined;
      });
  }

  async #letAllIn(turns: AbortController): Promise<void> {
    // Those who come together are let in together.
    await Promise.resolve();
    while (this.#waiting.size > 0 && this.#turns === turns) {
      const { ids, restMs } = await this.#book.change((starts) => this.#takePlaces(starts), turns.signal);
      for (const id of ids) this.#letIn(id);
      // What was answered meanwhile may have made room already.
      if (restMs > 0 && this.#waiting.size > 0 && this.#answered.size === 0) await this.#sleep(restMs, turns.signal);
    }
    // At once, so that who comes next does not count on these turns.
    if (this.#turns === turns) this.#turns = undefined;
  }

  /** The first in the row enters; a place that nobody wants any more is free again. */
  #letIn(id: string): void {
    const [waiter] = this.#waiting;
    if (!waiter) {
      this.#note(id);
      return;
    }
    this.#waiting.delete(waiter);
    waiter.enter(() => {
      this.#note(id);
    });
  }

  /**
   * Notes as many starts as there are places and waiters, and tells how long until there can be another place. What counts is
   * when requests really start: timers are late when the process is busy, and times that were reserved beforehand would then
   * pass in one burst.
   */
  #takePlaces(starts: readonly Start[]): {
    readonly starts: readonly Start[];
    readonly result: { readonly ids: readonly string[]; readonly restMs: number };
  } {
    const { requests, windowMs, transitMs: transit } = this.#budget;
    const now = this.#clock.now();
    const latest = now + transit;
    const counting = this.#withAnswers(starts)
      // A time later than any can be was noted before the clock was set back.
      .map((start) => (start.arrivedBy > latest ? { ...start, arrivedBy: latest } : start))
      .filter(({ arrivedBy }) => arrivedBy + windowMs > now);
    const places = Math.max(0, Math.min(requests - counting.length, this.#waiting.size));
    const ids = Array.from({ length: places }, () => this.#nextId());
    const noted = [...counting, ...ids.map((id) => ({ id, arrivedBy: latest }))].sort(
      (a, b) => a.arrivedBy - b.arrivedBy,
    );
    const blocking = noted[noted.length - requests];
    return { starts: noted, result: { ids, restMs: blocking ? blocking.arrivedBy + windowMs - now : 0 } };
  }

  #nextId(): string {
    this.#lastId += 1;
    return `${this.#name}.${this.#lastId}`;
  }

  /** A request that was answered has arrived: earlier than was allowed for, unless it took long. */
  #withAnswers(starts: readonly Start[]): readonly Start[] {
    const answered = new Map(this.#answered);
    this.#answered.clear();
    return starts.map((start) => ({
      ...start,
      arrivedBy: Math.min(start.arrivedBy, answered.get(start.id) ?? start.arrivedBy),
    }));
  }

  #note(id: string): void {
    if (this.#budget.transitMs === 0) return;
    this.#answered.set(id, this.#clock.now());
    this.#wake?.();
    if (this.#waiting.size > 0) return;
    // Nobody here waits, but others may.
    this.#noteTimer ??= setTimeout(() => {
      this.#noteTimer = undefined;
      if (this.#answered.size === 0) return;
      // Where that fails they count until their time is over.
      this.#book.change((starts) => ({ starts: this.#withAnswers(starts), result: undefined })).catch(() => undefined);
    }, noteAfterMs).unref();
  }

  /** Sleeps until there may be a place: for the time given, or less when something has been answered, here or elsewhere. */
  async #sleep(restMs: number, signal: AbortSignal): Promise<void> {
    const awake = new AbortController();
    const either = AbortSignal.any([signal, awake.signal]);
    const { promise: woken, resolve: wake } = Promise.withResolvers<undefined>();
    this.#wake = () => {
      wake(undefined);
    };
    const others = this.#book.changedByOthers?.(restMs, either);
    try {
      await Promise.race([this.#clock.sleep(restMs, either), woken, ...(others ? [others] : [])]);
    } finally {
      this.#wake = undefined;
      awake.abort();
    }
  }
}

/** A book that only this process writes in. */
export function memoryBook(): StartBook {
  let starts: readonly Start[] = [];
  return {
    change: (change) => {
      const changed = change(starts);
      starts = changed.starts;
      return Promise.resolve(changed.result);
    },
  };
}
