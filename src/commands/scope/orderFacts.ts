import { setTimeout } from 'node:timers/promises';
import { Emitter, type Event } from '../../base/event.ts';
import { mapLimited } from '../../base/mapLimited.ts';
import { present } from '../../base/present.ts';
import type { LocaleEstimate } from '../../orders/spend/place/estimate.ts';
import type { SameUnit } from '../../orders/units/plan/sameAsSource.ts';
import { estimateScope, type EstimateInputs } from './estimateScope.ts';
import { localesOf } from './scopePlan.ts';
import type { OrderScope } from './orderScope.ts';

/** A locale that can be chosen, with the number of its missing and changed units if known. */
export interface TargetChoice {
  readonly locale: string;
  readonly missing?: number;
  /** Units that have only a translation from the sandbox. */
  readonly simulated?: number;
  /** Units that equal their source and seem to be untranslated. */
  readonly sameAsSource?: readonly SameUnit[];
  /** The expected price in the default tier, without a request. */
  readonly estimate?: LocaleEstimate;
}

/** The maximum number of locales whose files are read at the same time. */
const maxLocalesAtOnce = 2;

/** How long the wizard waits for the facts before it opens. */
const maxWaitMs = 100;

/** Counts the strings that the project's locales lack, the likely targets first, while the wizard is already open. */
export class OrderFacts {
  /** Settles when everything is read, or reading has stopped. Never rejects. */
  readonly settled: Promise<void>;
  readonly #scope: OrderScope;
  readonly #inputs: EstimateInputs;
  readonly #choices: Map<string, TargetChoice>;
  readonly #changed = new Emitter<undefined>();
  readonly #stop = new AbortController();
  #isComplete = false;

  constructor(scope: OrderScope, inputs: EstimateInputs, likelyTargets: readonly string[]) {
    this.#scope = scope;
    this.#inputs = inputs;
    const locales = localesOf(scope);
    this.#choices = new Map(locales.map((locale) => [locale, this.#choiceFor(locale)]));
    const isLikely = (locale: string): boolean => likelyTargets.includes(locale);
    const readingOrder = [...locales.filter(isLikely), ...locales.filter((locale) => !isLikely(locale))];
    this.settled = this.#read(readingOrder).catch(() => undefined);
  }

  readonly onChange: Event<undefined> = (listener) => this.#changed.event(listener);
  readonly choices = (): readonly TargetChoice[] => [...this.#choices.values()];
  readonly isComplete = (): boolean => this.#isComplete;

  /**
   * Resolves when everything is read, at the latest after `maxWaitMs`. That is enough for small projects: their list of
   * languages is then complete when it opens, and doesn't change while the user points at it.
   */
  readonly settledSoon = async (): Promise<void> => {
    await Promise.race([this.settled, setTimeout(maxWaitMs, undefined, { ref: false })]);
  };

  /** Stops reading. */
  dispose(): void {
    this.#stop.abort();
  }

  /** Reads the locales' files in this order, and updates the choice for each. */
  async #read(locales: readonly string[]): Promise<void> {
    const { signal } = this.#stop;
    const { gaps } = this.#inputs;
    try {
      await mapLimited(locales, maxLocalesAtOnce, async (locale) => {
        await gaps.drafts.load([locale], signal);
        signal.throwIfAborted();
        this.#choices.set(locale, this.#choiceFor(locale));
        this.#changed.fire(undefined);
      });
      // A value that equals its source in many locales is a name ("GitHub"), so all locales are compared together.
      await gaps.findSameAsSource();
      for (const locale of locales) this.#choices.set(locale, this.#choiceFor(locale));
    } finally {
      this.#isComplete = true;
      if (!signal.aborted) this.#changed.fire(undefined);
    }
  }

  /** Returns undefined for a locale that can't be estimated. Its error is reported only if the locale is selected. */
  #estimate(locale: string): TargetChoice['estimate'] {
    try {
      return estimateScope(this.#scope, locale, this.#inputs);
    } catch {
      return undefined;
    }
  }

  #choiceFor(locale: string): TargetChoice {
    const { gaps } = this.#inputs;
    const choice: TargetChoice = { locale, ...present({ estimate: this.#estimate(locale) }) };
    const count = gaps.drafts.count(locale);
    // Undefined until the locale's files are read.
    if (count === undefined) return choice;
    return { ...choice, ...count, sameAsSource: gaps.sameAsSourceIn(locale) };
  }
}
