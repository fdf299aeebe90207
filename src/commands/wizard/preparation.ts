import { unlessAborted } from '../../base/clock.ts';
import { Emitter, type Event } from '../../base/event.ts';
import type { PreparedOrder, ReportParts, WizardAnswers } from './wizardAnswers.ts';

/** Prepares an order without sending anything. Rejects if the signal aborts, or if the order can't be planned. */
export type Prepare = (answers: WizardAnswers, signal: AbortSignal, report: ReportParts) => Promise<PreparedOrder>;

/** Prepares an order while the user decides about it, again for every change of the answers. */
export class Preparation {
  readonly #prepare: Prepare;
  readonly #changed = new Emitter<undefined>();
  /** The answers of the preparation that was started last, and the way to stop it. */
  #running: { readonly answers: WizardAnswers; readonly stop: AbortController } | undefined;
  #result: Promise<PreparedOrder> | undefined;
  #parts: Partial<PreparedOrder> = {};
  #isComplete = false;

  constructor(prepare: Prepare) {
    this.#prepare = prepare;
  }

  readonly onChange: Event<undefined> = (listener) => this.#changed.event(listener);

  /** The parts that are known so far. */
  get parts(): Partial<PreparedOrder> {
    return this.#parts;
  }

  /** Whether the order is prepared, or can't be. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** Starts to prepare an order with these answers, unless it has been started with equal ones. */
  start(answers: WizardAnswers): void {
    if (this.#running !== undefined && !needsNewPreparation(this.#running.answers, answers)) return;
    this.dispose();
    const stop = new AbortController();
    this.#running = { answers, stop };
    // The parts for other answers may be wrong for these.
    this.#parts = {};
    this.#isComplete = false;
    const report = (parts: Partial<PreparedOrder>, isComplete: boolean): void => {
      if (stop.signal.aborted) return;
      this.#parts = { ...this.#parts, ...parts };
      this.#isComplete = isComplete;
      this.#changed.fire(undefined);
    };
    const result = this.#prepare(answers, stop.signal, (parts) => {
      report(parts, false);
    });
    this.#result = result;
    result.then(
      (prepared) => {
        report(prepared, true);
      },
      () => {
        // The error is not lost: `result` rejects with it.
        report({}, true);
      },
    );
  }

  /** Returns the prepared order. Rejects as `Prepare` does, and if the signal aborts. */
  async result(signal: AbortSignal): Promise<PreparedOrder> {
    if (this.#result === undefined) throw new Error('Nothing is being prepared.');
    return unlessAborted(this.#result, signal);
  }

  /** Stops what is being prepared. */
  dispose(): void {
    this.#running?.stop.abort();
    this.#running = undefined;
  }
}

/** Whether an answer has changed on which a prepared order depends. A changed answer is always a new object. */
function needsNewPreparation(last: WizardAnswers, changed: WizardAnswers): boolean {
  return (
    last.targets !== changed.targets ||
    last.files !== changed.files ||
    last.tier !== changed.tier ||
    last.extra !== changed.extra ||
    last.comment !== changed.comment ||
    last.sameAsSource !== changed.sameAsSource ||
    last.outdated.chosen !== changed.outdated.chosen
  );
}
