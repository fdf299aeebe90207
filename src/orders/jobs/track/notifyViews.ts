import type { Emitter } from '../../../base/event.ts';

/**
 * Fires an event. An error of a listener is only logged, so that the request, order or delivery does not seem to have
 * failed.
 */
export function notifyViews<T>(emitter: Emitter<T>, value: T, log: (line: string) => void): void {
  try {
    emitter.fire(value);
  } catch (error) {
    const reasons = error instanceof AggregateError ? error.errors.map(String).join('; ') : String(error);
    log(`A view failed to follow the jobs: ${reasons}`);
  }
}
