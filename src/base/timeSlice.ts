import { setImmediate } from 'node:timers/promises';

/** Long work in slices: the event loop gets a turn whenever the work has kept it waiting for a while. */
export class TimeSlice {
  readonly #sliceMs: number;
  #since = performance.now();

  constructor(sliceMs = 10) {
    this.#sliceMs = sliceMs;
  }

  /** Whether it is time to call `rest`. Asking is cheap, awaiting is not. */
  get isOver(): boolean {
    return performance.now() - this.#since > this.#sliceMs;
  }

  /** Lets everything else run that waits for the event loop, then begins a new slice. */
  async rest(): Promise<void> {
    await setImmediate();
    this.#since = performance.now();
  }
}
