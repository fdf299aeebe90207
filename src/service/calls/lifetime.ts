import type { Clock } from '../../base/clock.ts';

const patienceMs = 3000;

/** From a client's making to its end. */
export interface Lifetime {
  /** No call may begin any more, and reads are given up. */
  readonly closed: AbortSignal;
  /** What changes something is given up too. */
  readonly cut: AbortSignal;
  /** Runs what changes something: the end waits for it. */
  lasting<T>(work: () => Promise<T>): Promise<T>;
  /** Closes at once, cuts when nothing lasts any more or three seconds have passed. Resolves when it is cut. */
  end(): Promise<void>;
}

export function createLifetime(clock: Clock): Lifetime {
  const closed = new AbortController();
  const cut = new AbortController();
  const lasting = new Set<Promise<unknown>>();
  let ending: Promise<void> | undefined;

  const end = async (): Promise<void> => {
    closed.abort();
    const done = new AbortController();
    const allDone = Promise.allSettled(lasting).then(() => {
      done.abort();
    });
    await Promise.race([allDone, clock.sleep(patienceMs, done.signal).catch(() => undefined)]);
    cut.abort();
  };

  return {
    closed: closed.signal,
    cut: cut.signal,
    lasting: async (work) => {
      const running = work();
      lasting.add(running);
      try {
        return await running;
      } finally {
        lasting.delete(running);
      }
    },
    end: () => (ending ??= end()),
  };
}
