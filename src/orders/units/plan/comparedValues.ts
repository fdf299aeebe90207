import { languageOf } from '../../../base/locale.ts';
import type { SourceFile, TargetFile } from '../files/localeFile.ts';
import { alignedUnits } from './alignedUnits.ts';
import type { SourceWords } from './sourceWords.ts';

/** The values of a target, compared with their sources, by the positions of the source's units. */
export interface ComparedValues {
  readonly target: TargetFile;
  readonly language: string;
  /** One of `valueOf` for each unit. */
  readonly values: Uint8Array;
  /** How many sentences it has. */
  readonly sentences: number;
  /** The share of its sentences that equal their source, which no finished translation does. Between 0 and 1. */
  readonly untranslated: number;
  /** Running totals: how many texts before a position have several words, and how many of those equal their source. */
  readonly severalBefore: Int32Array;
  readonly equalBefore: Int32Array;
}

/** How a value compares with its source. The order matters: from `differentCase` on, the words are the same. */
export const valueOf = { absent: 0, different: 1, differentCase: 2, equal: 3 } as const;

/** The assumed share of untranslated sentences, before any are counted. It weighs as much as one sentence. */
const assumedShare = 0.2;

/** Compares the values of a target with their sources. */
export function compareValues(
  source: Pick<SourceFile, 'units'>,
  target: TargetFile,
  words: SourceWords,
): ComparedValues {
  const { units } = source;
  const aligned = alignedUnits(source, target);
  const values = new Uint8Array(units.length);
  const severalBefore = new Int32Array(units.length + 1);
  const equalBefore = new Int32Array(units.length + 1);
  let sentences = 0;
  let equalSentences = 0;
  units.forEach(({ text }, index) => {
    const targetUnit = aligned[index];
    const value = targetUnit?.needsWork === true ? valueOf.absent : compare(text, targetUnit?.text ?? '');
    values[index] = value;
    const presentCount = value === valueOf.absent ? 0 : 1;
    const equalCount = value === valueOf.equal ? 1 : 0;
    if (words.isSentence[index] === true) {
      sentences += presentCount;
      equalSentences += equalCount;
    }
    // `[1, 1, 0]` → `[0, 1, 2, 2]`: the totals at `index + 1` contain the text at `index`.
    const isCounted = words.hasSeveralWords[index] === true;
    severalBefore[index + 1] = (severalBefore[index] ?? 0) + (isCounted ? presentCount : 0);
    equalBefore[index + 1] = (equalBefore[index] ?? 0) + (isCounted ? equalCount : 0);
  });
  return {
    target,
    language: languageOf(target.locale),
    values,
    sentences,
    untranslated: (equalSentences + assumedShare) / (sentences + 1),
    severalBefore,
    equalBefore,
  };
}

/** Returns one of `valueOf` for a source text and its translation. */
function compare(text: string, translated: string): number {
  if (text === '' || translated === '') return valueOf.absent;
  if (text === translated) return valueOf.equal;
  const isSameLength = text.length === translated.length;
  if (isSameLength && text.toLowerCase() === translated.toLowerCase()) return valueOf.differentCase;
  return valueOf.different;
}

/** How many units around one are considered, on each side. */
const radius = 5;
/** How many texts around a unit weigh as much as the share of the whole file. */
const wholeWeight = 3;

/** Returns the share of untranslated texts around a position: new strings are often added together. */
export function untranslatedAround(compared: ComparedValues, index: number, words: SourceWords): number {
  const { values, severalBefore, equalBefore, untranslated } = compared;
  const start = Math.max(0, index - radius);
  const end = Math.min(values.length, index + radius + 1);
  // The unit itself is no evidence.
  const isCounted = words.hasSeveralWords[index] === true && values[index] === valueOf.equal;
  const ownCount = isCounted ? 1 : 0;
  // The number of texts from `start` to `end` is the difference of the totals before these positions.
  const severalAround = (severalBefore[end] ?? 0) - (severalBefore[start] ?? 0) - ownCount;
  const equalAround = (equalBefore[end] ?? 0) - (equalBefore[start] ?? 0) - ownCount;
  return (equalAround + untranslated * wholeWeight) / (severalAround + wholeWeight);
}

/** With fewer sentences, a locale shows too little about which texts are the same in all languages. */
const minSentences = 10;
/** The least sum of weights (see `weigh`) of the locales that have a text: more than one locale counts. */
const minLocales = 1.5;

/**
 * For each unit, the share of locales that keep its text: their value is equal, apart from the case of its letters.
 * Locales count by how much of them is translated, and those of one language count as one.
 */
export class KeptShares {
  /** By the positions of the units: the weight of the locales that have a value, and of those that keep the text. */
  readonly #presentWeights: Float64Array;
  readonly #keptWeights: Float64Array;

  constructor(unitCount: number, languages: Iterable<readonly ComparedValues[]>) {
    this.#presentWeights = new Float64Array(unitCount);
    this.#keptWeights = new Float64Array(unitCount);
    for (const locales of languages) for (const { weight, values } of weigh(locales)) this.#add(values, weight);
  }

  /** Returns the shares in the locales of all languages except one; NaN for units that too few locales have. */
  without(locales: readonly ComparedValues[]): Float64Array {
    const weighedLocales = weigh(locales);
    return this.#presentWeights.map((presentInAll, index) => {
      let presentWeight = presentInAll;
      let keptWeight = this.#keptWeights[index] ?? 0;
      for (const { weight, values } of weighedLocales) {
        const value = values[index] ?? valueOf.absent;
        if (value !== valueOf.absent) presentWeight -= weight;
        if (value >= valueOf.differentCase) keptWeight -= weight;
      }
      if (presentWeight < minLocales) return Number.NaN;
      return Math.max(0, keptWeight) / presentWeight;
    });
  }

  #add(values: Uint8Array, weight: number): void {
    // From `differentCase` on, the value has the words of its source: the locale keeps the text.
    values.forEach((value, index) => {
      if (value !== valueOf.absent) this.#presentWeights[index] = (this.#presentWeights[index] ?? 0) + weight;
      if (value >= valueOf.differentCase) this.#keptWeights[index] = (this.#keptWeights[index] ?? 0) + weight;
    });
  }
}

/** Weighs the locales of one language, which share a weight: that of a finished one is 1, of a half translated one ¼. */
function weigh(
  locales: readonly ComparedValues[],
): readonly { readonly weight: number; readonly values: Uint8Array }[] {
  return locales
    .filter(({ sentences }) => sentences >= minSentences)
    .map(({ untranslated, values }) => ({ weight: (1 - untranslated) ** 2 / locales.length, values }));
}
