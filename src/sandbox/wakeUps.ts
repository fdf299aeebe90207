/** Maximum wait, because the sandbox's clock may be moved in the meantime. */
const maxWaitMs = 60_000;
/** Minimum wait, so that work that is always due doesn't keep the process busy. */
const minWaitMs = 20;

export interface WakeUps {
  /** Call this when the next due time may have changed. */
  readonly schedule: () => void;
  readonly stop: () => void;
}

/**
 * Runs `work` when something is due, even without requests, so that callbacks are sent on time. `waitMs` returns the
 * milliseconds until then; undefined for never. Does not keep the process alive.
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
      // A permanent failure is reported to every caller, so it is ignored here.
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
