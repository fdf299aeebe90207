import { TimeSlice } from '../../../base/timeSlice.ts';
import { languageOf } from '../../../base/locale.ts';
import type { SourceFile, TargetFile } from '../files/localeFile.ts';
import { pluralSetOf } from '../../model/sourceUnit.ts';
import { compareValues, KeptShares, untranslatedAround, valueOf, type ComparedValues } from './comparedValues.ts';
import { sourceWordsOf, type SourceWords, type TextKind } from './sourceWords.ts';
import { standardNamesOf, type StandardNames } from './standardNames.ts';
import type { WantedUnit } from './wantedUnits.ts';

/** A value of a target that equals its source: a unit, or a plural with all its forms. */
export interface SameUnit {
  readonly forms: readonly [SameForm, ...SameForm[]];
}

export interface SameForm {
  /** The key of the target's unit. */
  readonly key: string;
  /** The text of source and target. */
  readonly text: string;
}

/** Why a value is rightly equal to its source. */
export type RightReason =
  | Extract<TextKind, 'wordless' | 'code' | 'name'>
  | 'standard-name' // a name of a region, language, currency or unit that both languages have, see `StandardNames`
  | 'in-most-locales' // a term that the other locales have, too
  | 'same-word' // a word that both languages have, as the rest of the locale shows
  | 'confirmed'; // by the user

/** The values of a target that equal their source. */
export interface SameAsSource {
  /** Those that seem to be untranslated. */
  readonly untranslated: readonly SameUnit[];
  readonly right: readonly (SameUnit & { readonly reason: RightReason })[];
}

/** A target, and the units that equal their source, in the order of the source. A plural is listed with all its forms. */
export interface SameCandidates {
  readonly target: TargetFile;
  readonly same: readonly WantedUnit[];
}

/** Whether the user has confirmed that a form is right as it is. */
export type IsConfirmed = (locale: string, form: SameForm) => boolean;

/** Only values that are untranslated with at least this probability are offered. */
const minProbability = 0.9;

/**
 * Finds the values that equal their source in each target, by locale, and decides which of them are untranslated. A
 * locale of the source's language has none, nor does Scots with an English source. See `Judge` for the decision.
 */
export async function findSameAsSource(
  source: SourceFile,
  candidates: readonly SameCandidates[],
  isConfirmed: IsConfirmed,
): Promise<ReadonlyMap<string, SameAsSource>> {
  const sourceLanguage = writtenLanguage(source.locale);
  const inOtherLanguages = candidates.filter(({ target }) => writtenLanguage(target.locale) !== sourceLanguage);
  if (inOtherLanguages.every(({ same }) => same.length === 0)) return new Map();
  const slice = new TimeSlice();
  const words = sourceWordsOf(source);
  const standardNames = await standardNamesOf(source, slice);
  const positions = new Map(source.units.map(({ id }, index) => [id, index]));
  const byLanguage = new Map<string, Compared[]>();
  for (const { target, same } of inOtherLanguages) {
    const compared = { ...compareValues(source, target, words), same };
    byLanguage.set(compared.language, [...(byLanguage.get(compared.language) ?? []), compared]);
    if (slice.isOver) await slice.rest();
  }

  const keptShares = new KeptShares(source.units.length, byLanguage.values());
  const results = new Map<string, SameAsSource>();
  for (const localesOfLanguage of byLanguage.values()) {
    const keptElsewhere = keptShares.without(localesOfLanguage);
    for (const compared of localesOfLanguage) {
      const judge = new Judge(compared, { words, standardNames, positions, keptShares: keptElsewhere });
      results.set(compared.target.locale, divide(compared, judge, isConfirmed));
      if (slice.isOver) await slice.rest();
    }
  }
  return results;
}

/** Returns a locale's language. Scots is English here: many of its texts are rightly the same. */
function writtenLanguage(locale: string): string {
  const language = languageOf(locale);
  return language === 'sco' ? 'en' : language;
}

type Compared = ComparedValues & Pick<SameCandidates, 'same'>;

/** Divides the values that equal their source into those that seem to be untranslated and those that are right. */
function divide({ target, same }: Compared, judge: Judge, isConfirmed: IsConfirmed): SameAsSource {
  const untranslated: SameUnit[] = [];
  const right: SameAsSource['right'][number][] = [];
  const verdictOn = (unit: WantedUnit): Verdict => {
    const form = { key: unit.id, text: unit.sourceUnit.text };
    return { form, reason: isConfirmed(target.locale, form) ? 'confirmed' : judge.whyRight(unit) };
  };
  const pluralForms = same.filter(({ sourceUnit }) => sourceUnit.plural !== undefined);
  const formsBySet = Map.groupBy(pluralForms, ({ sourceUnit }) => pluralSetOf(sourceUnit));
  for (const unit of same) {
    const setId = pluralSetOf(unit.sourceUnit);
    const formsOfPlural = setId === undefined ? undefined : formsBySet.get(setId);
    // A plural is decided about when its first form is found.
    if (formsOfPlural !== undefined && formsOfPlural[0] !== unit) continue;
    const { forms, reason } =
      formsOfPlural === undefined ? decideOnUnit(verdictOn(unit)) : decideOnPlural(formsOfPlural.map(verdictOn));
    const [first, ...others] = forms;
    if (first === undefined) continue;
    if (reason === undefined) untranslated.push({ forms: [first, ...others] });
    else right.push({ forms: [first, ...others], reason });
  }
  return { untranslated, right };
}

/** A form, and why it is rightly equal; undefined if it seems to be untranslated. */
interface Verdict {
  readonly form: SameForm;
  readonly reason: RightReason | undefined;
}

/** The forms of a unit to list, and why they are rightly equal; undefined if one of them seems to be untranslated. */
interface Decision {
  readonly forms: readonly SameForm[];
  readonly reason: RightReason | undefined;
}

/** Decides about a unit that is no form of a plural. */
function decideOnUnit({ form, reason }: Verdict): Decision {
  return { forms: [form], reason };
}

/** Decides about a plural: if one form seems to be untranslated, all forms with words are. */
function decideOnPlural(verdicts: readonly Verdict[]): Decision {
  const seemsUntranslated = verdicts.some(({ reason }) => reason === undefined);
  if (!seemsUntranslated) return { forms: verdicts.map(({ form }) => form), reason: verdicts[0]?.reason };
  // A form without words, such as an empty “zero”, is not offered with the others.
  const formsWithWords = verdicts.filter(({ reason }) => reason !== 'wordless' && reason !== 'code');
  return { forms: formsWithWords.map(({ form }) => form), reason: undefined };
}

/**
 * Upper bounds of the shares of locales that keep a text, by which texts are grouped: group 0 has the texts that less
 * than 5 % of the other locales keep, group 4 those that at least 80 % keep.
 */
const keptBounds = [0.05, 0.2, 0.5, 0.8, Infinity];

/**
 * How often a text of a kind is the same in all languages (`shared`) or in the two languages at hand (`alike`). Chosen so
 * that nothing is offered in the finished locales of NewPipe, Wagtail, Jellyfin, Kimai, and JabRef.
 */
const rates: Readonly<Record<Exclude<TextKind, 'wordless' | 'code' | 'name'>, { shared: number; alike: number }>> = {
  word: { shared: 0.1, alike: 0.1 },
  phrase: { shared: 0.002, alike: 0.005 },
  sentence: { shared: 0.0005, alike: 0.0003 },
};
/** How texts that are the same in all languages are divided among the groups of `keptBounds`. */
const sharedInGroup = [0.05, 0.1, 0.25, 0.25, 0.35];
/** How often a locale keeps a text that is the same in all languages. */
const keptRateOfShared = 0.9;
/** How often a phrase is the same in both languages if the locale's own texts use all of its words. */
const alikeRateOfOwnWords = 0.8;
/** The least estimate of `shared` for a word. */
const minShared = 0.005;
/** The frequency of shared words: (counted + `priorWords` × assumed rate) / (all words + `priorWords`). */
const priorWords = 10;
/** The untranslated share of a group: (equal + `priorSentences` × share of all) / (present + `priorSentences`). */
const priorSentences = 2;

/** The facts about a source file that the decision needs. */
interface JudgeFacts {
  readonly words: SourceWords;
  readonly standardNames: StandardNames;
  /** The positions of the source's units, by id. */
  readonly positions: ReadonlyMap<string, number>;
  /** The share of the other languages' locales that keep each text, by position; NaN if it is unknown. */
  readonly keptShares: Float64Array;
}

/** The numbers of texts in a group, see `keptBounds`. */
interface Group {
  sentences: number;
  /** Sentences that the target has. */
  present: number;
  /** Sentences whose values equal their source. */
  equal: number;
  /** Single words. */
  words: number;
}

/**
 * Decides about the values of a target that equal their source, by Bayes' rule. A sentence that is equal is untranslated,
 * so sentences show how much of the target is untranslated: in all, among texts that as many other locales keep
 * (new texts are equal everywhere), and around a text. A short text may instead be the same in all languages, which the
 * other locales show, or in these two, which the target's own texts show if they use its words.
 */
class Judge {
  readonly #compared: Compared;
  readonly #facts: JudgeFacts;
  readonly #groups: readonly Group[];
  readonly #totals: Pick<Group, 'sentences' | 'words'>;
  #ownWords: ReadonlySet<string> | undefined;

  constructor(compared: Compared, facts: JudgeFacts) {
    this.#compared = compared;
    this.#facts = facts;
    const groups = keptBounds.map((): Group => ({ sentences: 0, present: 0, equal: 0, words: 0 }));
    facts.keptShares.forEach((keptShare, index) => {
      const groupIndex = groupOf(keptShare);
      const group = groupIndex === undefined ? undefined : groups[groupIndex];
      if (group === undefined) return;
      if (facts.words.isSentence[index] === true) {
        const value = compared.values[index];
        group.sentences += 1;
        if (value !== valueOf.absent) group.present += 1;
        if (value === valueOf.equal) group.equal += 1;
      } else if (facts.words.isOneWord[index] === true) group.words += 1;
    });
    this.#groups = groups;
    this.#totals = {
      sentences: groups.reduce((sum, group) => sum + group.sentences, 0),
      words: groups.reduce((sum, group) => sum + group.words, 0),
    };
  }

  /** Returns why a value is rightly equal; undefined if it seems to be untranslated. */
  whyRight({ sourceUnit, position }: WantedUnit): RightReason | undefined {
    const index = position ?? this.#facts.positions.get(sourceUnit.id) ?? 0;
    const kind = this.#facts.words.kindOf(sourceUnit, index);
    if (kind === 'wordless' || kind === 'code') return kind;
    const { locale } = this.#compared.target;
    if (this.#facts.standardNames.isSameIn(locale, sourceUnit.text)) return 'standard-name';
    if (kind === 'name') return kind;
    const group = groupOf(this.#facts.keptShares[index] ?? Number.NaN);
    const untranslatedShare = this.#shareUntranslated(index, group);
    // How often ordinary texts, and those that are the same in all languages, are in the group of this text.
    const frequency = group === undefined ? 1 : this.#frequencyIn(group);
    const sharedFrequency = group === undefined ? rates[kind].shared : this.#sharedFrequencyIn(group, kind);
    // `alike`: how often a text of this kind is the same in the two languages.
    const weigh = (alike: number): { readonly probability: number; readonly isShared: boolean } => {
      const ordinaryFrequency = frequency * (1 - rates[kind].shared);
      // The three ways in which a value becomes equal: it is untranslated, the same word in both languages, or a term.
      const asUntranslated = ordinaryFrequency * untranslatedShare;
      const asSameWord = ordinaryFrequency * (1 - untranslatedShare) * alike;
      const asTerm = sharedFrequency * keptRateOfShared;
      const probability = asUntranslated / (asUntranslated + asSameWord + asTerm);
      return { probability, isShared: asTerm > asSameWord };
    };
    let verdict = weigh(rates[kind].alike);
    if (verdict.probability >= minProbability && kind !== 'sentence' && this.#usesWordsOf(sourceUnit.text)) {
      // Even if the word is untranslated, its translation is the same.
      if (kind === 'word') return 'same-word';
      verdict = weigh(alikeRateOfOwnWords);
    }
    if (verdict.probability >= minProbability) return undefined;
    if (verdict.isShared && group !== undefined) return 'in-most-locales';
    return 'same-word';
  }

  /** The probability that a text is untranslated, whatever its kind. */
  #shareUntranslated(index: number, group: number | undefined): number {
    const shareOfAll = this.#compared.untranslated;
    const { equal, present } = (group === undefined ? undefined : this.#groups[group]) ?? { equal: 0, present: 0 };
    const shareOfGroup = (equal + priorSentences * shareOfAll) / (present + priorSentences);
    const shareAround = untranslatedAround(this.#compared, index, this.#facts.words);
    // Both pieces of evidence contain the share of the whole target, which must count only once.
    const odds = (oddsOf(shareOfGroup) * oddsOf(shareAround)) / oddsOf(shareOfAll);
    return odds / (1 + odds);
  }

  /** How often an ordinary text is in a group, as the sentences show. One more sentence is divided among all groups. */
  #frequencyIn(group: number): number {
    return ((this.#groups[group]?.sentences ?? 0) + 1 / keptBounds.length) / (this.#totals.sentences + 1);
  }

  /** How often a text of a kind is in a group because it is the same in all languages. */
  #sharedFrequencyIn(group: number, kind: keyof typeof rates): number {
    const assumed = rates[kind].shared * (sharedInGroup[group] ?? 0);
    if (kind !== 'word') return assumed;
    const wordsOfGroup = this.#groups[group]?.words ?? 0;
    const frequencyOfWords = (wordsOfGroup + assumed * priorWords) / (this.#totals.words + priorWords);
    // Sentences are never the same in all languages, so only shared words can make words more frequent than sentences.
    return Math.max(minShared, frequencyOfWords - this.#frequencyIn(group));
  }

  /** Whether the target's own texts use all words of a text. */
  #usesWordsOf(text: string): boolean {
    const ownWords = (this.#ownWords ??= wordsUsedIn(this.#compared));
    const words = text.toLowerCase().match(wordPattern) ?? [];
    return words.length > 0 && words.every((word) => ownWords.has(word));
  }
}

/** Returns the index of a share's group in `keptBounds`; undefined for the unknown share, which is not a number. */
function groupOf(keptShare: number): number | undefined {
  const group = keptBounds.findIndex((bound) => keptShare < bound);
  if (group < 0) return undefined;
  return group;
}

function oddsOf(probability: number): number {
  return probability / (1 - probability);
}

const wordPattern = /\p{L}{2,}/gu;

/** More texts would take long to read, and add few words that a language has in common with another. */
const maxTextsRead = 1000;

/** Returns the words that a target uses in at least two texts of its own with several words. */
function wordsUsedIn({ target, same }: Compared): ReadonlySet<string> {
  const idsOfEqual = new Set(same.map(({ id }) => id));
  const firstPositions = new Map<string, number>();
  const usedTwice = new Set<string>();
  // Of a large target, only every second, third … text is read.
  const interval = Math.ceil(target.units.size / maxTextsRead);
  let position = 0;
  for (const unit of target.units.values()) {
    position += 1;
    if (position % interval !== 0 || idsOfEqual.has(unit.id)) continue;
    const words = unit.text.toLowerCase().match(wordPattern) ?? [];
    if (words.length < 2) continue;
    for (const word of words) {
      const firstPosition = firstPositions.get(word);
      if (firstPosition === undefined) firstPositions.set(word, position);
      else if (firstPosition !== position) usedTwice.add(word);
    }
  }
  return usedTwice;
}
