import { setImmediate } from 'node:timers/promises';

/** Divides long work into slices, so that other events are handled in between. */
export class TimeSlice {
  readonly #sliceMs: number;
  #startedAt = performance.now();

  constructor(sliceMs = 10) {
    this.#sliceMs = sliceMs;
  }

  /** Whether it is time to call `rest`. Checking is cheap, awaiting is not. */
  get isOver(): boolean {
    return performance.now() - this.#startedAt > this.#sliceMs;
  }

  /** Yields to the event loop, then begins a new slice. */
  async rest(): Promise<void> {
    await setImmediate();
    this.#startedAt = performance.now();
  }
}
