import type { Clock } from '../../../src/base/clock.ts';

/** A clock that is moved by hand, so that windows of 100 ms can be tested to the millisecond. */
export interface HandClock extends Clock {
  /** Moves the time forward and wakes sleepers whose time has come. */
  advance(ms: number): void;
}

interface Sleeper {
  readonly wakeAt: number;
  readonly wake: () => void;
}

/** Starts at a whole second, so that windows counted from a round time begin there too. */
export function handClock(start = Date.UTC(2026, 0, 15, 9)): HandClock {
  let now = start;
  let sleepers: readonly Sleeper[] = [];
  return {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (ms <= 0) {
          resolve();
          return;
        }
        sleepers = [...sleepers, { wakeAt: now + ms, wake: resolve }];
        signal?.addEventListener(
          'abort',
          () => {
            reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
          },
          { once: true },
        );
      }),
    advance: (ms) => {
      now += ms;
      const due = sleepers.filter(({ wakeAt }) => wakeAt <= now);
      sleepers = sleepers.filter(({ wakeAt }) => wakeAt > now);
      for (const { wake } of due) wake();
    },
  };
}
