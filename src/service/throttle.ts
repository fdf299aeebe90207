import type { Clock } from '../base/clock.ts';

/** The groups of the contract's throttling table. */
export type ResourceGroup = 'jobs' | 'account' | 'order' | 'service' | 'other';
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
  return rate >= 10 ? { requests: Math.floor(rate / 10), windowMs: 100 } : { requests: 1, windowMs: Math.ceil(1000 / rate) };
}

/** What is left of clocks that count whole milliseconds and timers that are a little early. */
const roundingMs = 4;
const transitMs = 250;

/** The same budget as it is kept to, on this side of the network. */
export function withMargin({ requests, windowMs }: Budget): Budget {
  return { requests, windowMs: windowMs + roundingMs, transitMs };
}

/** A request that counts: it arrived, or will have arrived, by this time (milliseconds since the epoch). */
export interface Start {
  readonly id: string;
  readonly arrivedBy: number;
}

/** Where starts are noted: one change after the other, each on what the one before has left. */
export interface StartBook {
  change<T>(change: (starts: readonly Start[]) => { readonly starts: readonly Start[]; readonly result: T }, signal?: AbortSignal): Promise<T>;
  /** How long a look at the book is good for, when others write in it too. */
  readonly staleAfterMs?: number;
}

/** Tells the throttle that the request has been answered, or has failed. */
export type Answered = () => void;

/** Lets at most a budget of requests start in any window of its length, first come, first served. */
export class Throttle {
  readonly #budget: Required<Budget>;
  readonly #clock: Clock;
  readonly #book: StartBook;
  #lastTurn: Promise<unknown> = Promise.resolve();
  /** Wakes the one who is next when something has been answered. */
  #wake: (() => void) | undefined;
  #answers = 0;
  #lastId = 0;

  constructor(budget: Budget, clock: Clock, book: StartBook = memoryBook()) {
    this.#budget = { transitMs: 0, ...budget };
    this.#clock = clock;
    this.#book = book;
  }

  /** Resolves when a request may start, which it then must at once. Rejects with the signal's reason, and others move up. */
  async wait(signal?: AbortSignal): Promise<Answered> {
    const turn = this.#lastTurn.then(() => this.#start(signal));
    this.#lastTurn = turn.catch(() => undefined);
    return signal ? unlessAborted(turn, signal) : turn;
  }

  /**
   * What counts is when requests really start: timers are late when the process is busy, and times that were
   * reserved beforehand would then pass in one burst.
   */
  async #start(signal?: AbortSignal): Promise<Answered> {
    this.#lastId += 1;
    const id = `${process.pid}.${this.#lastId}`;
    for (;;) {
      signal?.throwIfAborted();
      const answers = this.#answers;
      const restMs = await this.#book.change((starts) => this.#takePlace(starts, id), signal);
      if (restMs === 0) return this.#started(id, signal);
      // What was answered meanwhile may have made room already.
      if (answers === this.#answers) await this.#sleep(restMs, signal);
    }
  }

  /** A place that was taken for one who gave up meanwhile is free again. */
  #started(id: string, signal: AbortSignal | undefined): Answered {
    const answered = (): void => {
      this.#note(id);
    };
    if (signal?.aborted === true) answered();
    return answered;
  }

  /** Notes a start if there is a place, or tells how long until there can be one. */
  #takePlace(starts: readonly Start[], id: string): { readonly starts: readonly Start[]; readonly result: number } {
    const { requests, windowMs, transitMs: transit } = this.#budget;
    const now = this.#clock.now();
    const latest = now + transit;
    const counting = starts
      // A time later than any can be was noted before the clock was set back.
      .map((start) => (start.arrivedBy > latest ? { ...start, arrivedBy: latest } : start))
      .filter(({ arrivedBy }) => arrivedBy + windowMs > now)
      .sort((a, b) => a.arrivedBy - b.arrivedBy);
    const blocking = counting[counting.length - requests];
    if (blocking) return { starts: counting, result: blocking.arrivedBy + windowMs - now };
    return { starts: [...counting, { id, arrivedBy: latest }], result: 0 };
  }

  /** The request with this id has arrived: earlier than was allowed for, unless it took long. */
  #note(id: string): void {
    const now = this.#clock.now();
    this.#book
      .change((starts) => ({ starts: starts.map((start) => (start.id === id && start.arrivedBy > now ? { id, arrivedBy: now } : start)), result: undefined }))
      .then(
        () => {
          this.#answers += 1;
          this.#wake?.();
        },
        // Then it counts until its time is over.
        () => undefined,
      );
  }

  /** Sleeps until there may be a place: for the time given, or less when something has been answered, here or elsewhere. */
  async #sleep(restMs: number, signal: AbortSignal | undefined): Promise<void> {
    const awake = new AbortController();
    const { promise: woken, resolve: wake } = Promise.withResolvers<undefined>();
    this.#wake = () => { wake(undefined); };
    try {
      const either = signal ? AbortSignal.any([signal, awake.signal]) : awake.signal;
      await Promise.race([this.#clock.sleep(Math.min(restMs, this.#book.staleAfterMs ?? restMs), either), woken]);
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
