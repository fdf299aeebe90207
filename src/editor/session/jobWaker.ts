import { errorMessage } from '../../base/errorMessage.ts';
import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposable.ts';

export interface WakeOptions {
  /** Whether an id is that of a job in the journal; other ids are ignored. */
  readonly isKnown: (jobId: string) => boolean;
  /** Fetches these jobs, at most `maxWaiting`. */
  readonly refresh: (jobIds: readonly string[], signal: AbortSignal) => Promise<void>;
  readonly clock: Clock;
  readonly log: (line: string) => void;
}

/** Refreshes the jobs that callbacks name. */
export interface JobWaker extends Disposable {
  wake(jobId: string): void;
}

/** The maximum number of waiting jobs: as many as one call can fetch. Further jobs are ignored until the next poll. */
const maxWaiting = 50;
/** Milliseconds between two refreshes, regardless of the number of callbacks. */
const pauseMs = 1000;

/**
 * Collects the ids of jobs and refreshes them: one refresh at a time, for all ids that arrived since the last one,
 * with a pause in between. A flood of callbacks thus causes at most one call to the service per second.
 */
export function createJobWaker({ isKnown, refresh, clock, log }: WakeOptions): JobWaker {
  const waitingIds = new Set<string>();
  const stop = new AbortController();
  const isStopped = (): boolean => stop.signal.aborted;
  let isRunning = false;
  const refreshUntilEmpty = async (): Promise<void> => {
    while (waitingIds.size > 0 && !isStopped()) {
      const ids = [...waitingIds];
      waitingIds.clear();
      try {
        await refresh(ids, stop.signal);
      } catch (error) {
        const reason = errorMessage(error);
        if (!isStopped()) log(`Jobs that the service called about could not be refreshed: ${reason}`);
      }
      await clock.sleep(pauseMs, stop.signal).catch(() => undefined);
    }
    isRunning = false;
  };
  return {
    wake: (jobId) => {
      if (isStopped() || waitingIds.size >= maxWaiting || !isKnown(jobId)) return;
      waitingIds.add(jobId);
      if (isRunning) return;
      isRunning = true;
      void refreshUntilEmpty();
    },
    dispose: () => {
      stop.abort();
      waitingIds.clear();
    },
  };
}
