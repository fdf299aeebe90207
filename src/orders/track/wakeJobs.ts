import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposable.ts';

export interface WakeOptions {
  /** Whether an id is one of ours: every other is dropped. */
  readonly isKnown: (jobId: string) => boolean;
  /** Asks the service about these jobs, at most `maxWaiting` of them. */
  readonly refresh: (jobIds: readonly string[], signal: AbortSignal) => Promise<void>;
  readonly clock: Clock;
  readonly log: (line: string) => void;
}

/** Refreshes jobs that somebody says have moved. */
export interface JobWaker extends Disposable {
  wake(jobId: string): void;
}

/** So many jobs wait at most: one call of the service takes as many. Those over it are found by the next poll. */
const maxWaiting = 50;
/** Milliseconds between two refreshes, however many callbacks come. */
const pauseMs = 1000;

/**
 * Gathers what is to be refreshed: one refresh at a time, each for all that came meanwhile, with a pause between two.
 * So a flood of callbacks costs the service no more than one call a second.
 */
export function createJobWaker({ isKnown, refresh, clock, log }: WakeOptions): JobWaker {
  const waiting = new Set<string>();
  const stop = new AbortController();
  const isStopped = (): boolean => stop.signal.aborted;
  let running = false;
  const run = async (): Promise<void> => {
    while (waiting.size > 0 && !isStopped()) {
      const ids = [...waiting];
      waiting.clear();
      try {
        await refresh(ids, stop.signal);
      } catch (error) {
        if (!isStopped())
          log(
            `Jobs that the service called about could not be refreshed: ${error instanceof Error ? error.message : String(error)}`,
          );
      }
      await clock.sleep(pauseMs, stop.signal).catch(() => undefined);
    }
    running = false;
  };
  return {
    wake: (jobId) => {
      if (isStopped() || waiting.size >= maxWaiting || !isKnown(jobId)) return;
      waiting.add(jobId);
      if (running) return;
      running = true;
      void run();
    },
    dispose: () => {
      stop.abort();
      waiting.clear();
    },
  };
}
