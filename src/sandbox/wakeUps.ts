/** Longest that a timer waits: the sandbox's clock may be moved meanwhile. */
const maxWaitMs = 60_000;
/** So that what is due all the time does not keep the process busy. */
const minWaitMs = 20;

export interface WakeUps {
  /** To be called whenever something else may be due next. */
  readonly schedule: () => void;
  readonly stop: () => void;
}

/**
 * Does `work` when something is due although nobody asks, so that callbacks leave in time. `waitMs` says in how many
 * milliseconds that is, or undefined for never. Does not keep the process alive.
 */
export function createWakeUps(waitMs: () => number | undefined, work: () => Promise<void>): WakeUps {
  let timer: NodeJS.Timeout | undefined;
  let wakesAt = Infinity;
  let stopped = false;

  const stopTimer = (): void => {
    clearTimeout(timer);
    wakesAt = Infinity;
  };
  const schedule = (): void => {
    const wait = waitMs();
    if (stopped || wait === undefined) return;
    const bounded = Math.min(maxWaitMs, Math.max(minWaitMs, wait));
    const at = performance.now() + bounded;
    if (at >= wakesAt) return;
    stopTimer();
    wakesAt = at;
    timer = setTimeout(() => {
      wakesAt = Infinity;
      // A failure that lasts is told to every caller; here the next round goes on.
      void work()
        .catch(() => undefined)
        .then(schedule);
    }, bounded);
    timer.unref();
  };
  return {
    schedule,
    stop: () => {
      stopped = true;
      stopTimer();
    },
  };
}
