import { setTimeout } from 'node:timers/promises';
import { Emitter, type Event } from '../../base/event.ts';
import { mapLimited } from '../../base/mapLimited.ts';
import { present } from '../../base/present.ts';
import type { LocaleEstimate } from '../../orders/spend/place/estimate.ts';
import type { SameUnit } from '../../orders/units/plan/sameAsSource.ts';
import { estimateScope, type EstimateInputs } from './scopeEstimate.ts';
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

const localesAtOnce = 2;

/** In milliseconds. */
const shortTime = 100;

/**
 * The strings that the project's own locales lack. Their files are read while the wizard is already open,
 * beginning with the locales that are selected at first.
 */
export class OrderFacts {
  /** Settles when everything is read, or reading has stopped. Never rejects. */
  readonly settled: Promise<void>;
  readonly #scope: OrderScope;
  readonly #inputs: EstimateInputs;
  readonly #choices: Map<string, TargetChoice>;
  readonly #changed = new Emitter<undefined>();
  readonly #stop = new AbortController();
  #isComplete = false;

  constructor(scope: OrderScope, inputs: EstimateInputs, first: readonly string[]) {
    this.#scope = scope;
    this.#inputs = inputs;
    const locales = localesOf(scope);
    this.#choices = new Map(locales.map((locale) => [locale, this.#known(locale)]));
    const isFirst = (locale: string): boolean => first.includes(locale);
    const order = [...locales.filter(isFirst), ...locales.filter((locale) => !isFirst(locale))];
    this.settled = this.#read(order).catch(() => undefined);
  }

  readonly onChange: Event<undefined> = (listener) => this.#changed.event(listener);
  readonly choices = (): readonly TargetChoice[] => [...this.#choices.values()];
  readonly isComplete = (): boolean => this.#isComplete;

  /** Small projects are read by then, and their list never changes while the user points at it. */
  readonly soon = async (): Promise<void> => {
    await Promise.race([this.settled, setTimeout(shortTime, undefined, { ref: false })]);
  };

  /** Stops reading. */
  dispose(): void {
    this.#stop.abort();
  }

  async #read(locales: readonly string[]): Promise<void> {
    const { signal } = this.#stop;
    const { gaps } = this.#inputs;
    try {
      await mapLimited(locales, localesAtOnce, async (locale) => {
        await gaps.drafts.load([locale], signal);
        signal.throwIfAborted();
        this.#choices.set(locale, this.#known(locale));
        this.#changed.fire(undefined);
      });
      // Words that are equal in many locales are names, so all locales are compared together.
      await gaps.findSameAsSource();
      for (const locale of locales) this.#choices.set(locale, this.#known(locale));
    } finally {
      this.#isComplete = true;
      if (!signal.aborted) this.#changed.fire(undefined);
    }
  }

  /** Returns undefined for a locale that can't be estimated: the others still are, and it is reported if it is selected. */
  #estimate(locale: string): TargetChoice['estimate'] {
    try {
      return estimateScope(this.#scope, locale, this.#inputs);
    } catch {
      return undefined;
    }
  }

  #known(locale: string): TargetChoice {
    const { gaps } = this.#inputs;
    const count = gaps.drafts.count(locale);
    return {
      locale,
      ...present({ estimate: this.#estimate(locale) }),
      ...(count === undefined ? {} : { ...count, sameAsSource: gaps.sameAsSourceIn(locale) }),
    };
  }
}
