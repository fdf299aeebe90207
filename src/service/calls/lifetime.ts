import type { Clock } from '../../base/clock.ts';

const gracePeriodMs = 3000;

/** The lifetime of a client. */
export interface Lifetime {
  /** Aborted when the client is closed: refuses new calls and ends reads. */
  readonly closed: AbortSignal;
  /** Aborted after the grace period: ends changes too. */
  readonly ended: AbortSignal;
  /** Runs a change, for which `close` waits. */
  runChange<T>(work: () => Promise<T>): Promise<T>;
  /** Aborts `closed` immediately, and `ended` when all changes are done or after three seconds. Resolves then. */
  close(): Promise<void>;
}

export function createLifetime(clock: Clock): Lifetime {
  const closed = new AbortController();
  const ended = new AbortController();
  const changes = new Set<Promise<unknown>>();
  let closing: Promise<void> | undefined;

  const close = async (): Promise<void> => {
    closed.abort();
    const done = new AbortController();
    const allDone = Promise.allSettled(changes).then(() => {
      done.abort();
    });
    await Promise.race([allDone, clock.sleep(gracePeriodMs, done.signal).catch(() => undefined)]);
    ended.abort();
  };

  return {
    closed: closed.signal,
    ended: ended.signal,
    runChange: async (work) => {
      const running = work();
      changes.add(running);
      try {
        return await running;
      } finally {
        changes.delete(running);
      }
    },
    close: () => (closing ??= close()),
  };
}
