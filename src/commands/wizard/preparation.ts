import { unlessAborted } from '../../base/clock.ts';
import { Emitter, type Event } from '../../base/event.ts';
import type { PreparedOrder, ReportParts, WizardAnswers } from './wizardAnswers.ts';

/** Prepares an order without sending anything. Rejects if the signal aborts, or if the order can't be planned. */
export type Prepare = (answers: WizardAnswers, signal: AbortSignal, report: ReportParts) => Promise<PreparedOrder>;

/** Prepares an order while the user decides about it, again for every change of the answers. */
export class Preparation {
  readonly #prepare: Prepare;
  readonly #changed = new Emitter<undefined>();
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

  /** Starts to prepare an order with these answers, unless it has been started already. */
  start(answers: WizardAnswers): void {
    if (this.#running !== undefined && prepareTheSame(this.#running.answers, answers)) return;
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
        // Thrown again for whoever asks for the result.
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

/** Whether two answers differ only in what a prepared order does not depend on. */
function prepareTheSame(one: WizardAnswers, other: WizardAnswers): boolean {
  return (
    one.targets === other.targets &&
    one.files === other.files &&
    one.tier === other.tier &&
    one.extra === other.extra &&
    one.comment === other.comment &&
    one.sameAsSource === other.sameAsSource &&
    one.outdated.chosen === other.outdated.chosen
  );
}
