import type { Clock } from '../../base/clock.ts';
import { longestWaitMs } from '../http/hold.ts';
import { ServiceError, type ServiceErrorReason } from '../interface/serviceError.ts';

const maxRetries = 3;
const firstPauseMs = 500;
const longestPauseMs = 30_000;

interface RetryOptions {
  /** The reasons after which another attempt may succeed. */
  readonly transient: ReadonlySet<ServiceErrorReason>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/**
 * Retries a read at most three times while it fails with a transient reason. A complete but unexpected answer is not
 * requested again. Rejects with the last error of `work`.
 */
export async function withRetries<T>(work: () => Promise<T>, { transient, clock, signal }: RetryOptions): Promise<T> {
  for (let retries = 0; ; retries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ServiceError) || retries === maxRetries) throw error;
      const maySucceedLater = transient.has(error.reason) && !error.isFinal;
      const isPauseTooLong = (error.retryAfterMs ?? 0) > longestWaitMs;
      if (!maySucceedLater || isPauseTooLong) throw error;
      await pauseBefore(retries, error, clock, signal);
    }
  }
}

/** Waits 0.5, 1, then 2 seconds, each up to a quarter longer or shorter so that clients do not retry in step. */
async function pauseBefore(retry: number, failure: ServiceError, clock: Clock, signal: AbortSignal): Promise<void> {
  const backOff = firstPauseMs * 2 ** retry * (0.75 + Math.random() / 2);
  try {
    await clock.sleep(Math.min(Math.max(backOff, failure.retryAfterMs ?? 0), longestPauseMs), signal);
  } catch {
    throw new ServiceError('aborted', 'The call was given up.', { outcome: failure.outcome });
  }
}
