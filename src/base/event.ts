import { toDisposable, type Disposable } from './disposable.ts';

/** Subscribes a listener. Disposing the result unsubscribes it. */
export type Event<T> = (listener: (value: T) => void) => Disposable;

/** The source of an event. If one listener throws, the others are still called. */
export class Emitter<T> implements Disposable {
  readonly #listeners = new Set<(value: T) => void>();

  readonly event: Event<T> = (listener) => {
    // A wrapper for each subscription, so that a function subscribed twice is called twice and unsubscribed once.
    const subscription = (value: T): void => {
      listener(value);
    };
    this.#listeners.add(subscription);
    return toDisposable(() => this.#listeners.delete(subscription));
  };

  fire(value: T): void {
    const errors: unknown[] = [];
    for (const listener of [...this.#listeners]) {
      try {
        listener(value);
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw new AggregateError(errors, 'A listener failed.');
  }

  dispose(): void {
    this.#listeners.clear();
  }
}

/** Fires an event. An error of a listener is only logged: the request, order or delivery itself has not failed. */
export function notifyViews<T>(emitter: Emitter<T>, value: T, log: (line: string) => void): void {
  try {
    emitter.fire(value);
  } catch (error) {
    const reasons = error instanceof AggregateError ? error.errors.map(String).join('; ') : String(error);
    log(`A view failed to follow the jobs: ${reasons}`);
  }
}
