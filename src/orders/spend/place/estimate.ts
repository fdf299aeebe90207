import { isSameLocale } from '../../../base/locale.ts';
import { once } from '../../../base/once.ts';
import { present } from '../../../base/present.ts';
import type { Language, LanguagePair } from '../../../service/interface/records.ts';
import { addCredits } from '../../model/addCredits.ts';
import { isFinished, type TrackedJob } from '../../model/trackedJob.ts';
import { type PlanDrafts, type PricedDraft, targetLocalesOf, type DraftCount } from '../../units/gaps/planDrafts.ts';
import { plannedJobId, type Plan, type PlannedJob } from '../../model/plan/plan.ts';
import { withoutExcludedAreas } from '../../../service/interface/excludedText.ts';
import type { TranslationGaps } from '../../units/gaps/translationGaps.ts';
import type { OrderOptions } from '../../model/order/quote.ts';

/** The inputs of an estimate: the service's table of prices for a source language, and the account's own jobs. */
export interface Prices {
  /** Returns the number of words or characters of a text in the source language; each text is counted once. */
  readonly count: UnitCounter;
  /** Returns the row of the table for a target language and tier; undefined if it has none. */
  pairFor(targetLanguage: string, tier: string): LanguagePair | undefined;
  /** Whether the service translates a text for free, because the same job was approved before (contract §1). */
  isApproved(text: string, targetLocale: string, tier: string): boolean;
}

/** The expected length and price of a job. */
export interface JobEstimate {
  /** Words or characters; absent for a document, which only the service can count. */
  readonly unitCount?: number;
  /** Absent for a document, and if the table has no price for the language and tier. */
  readonly credits?: number;
  /** The same text was approved before. */
  readonly isFree?: true;
}

/** The expected price of one locale's jobs. Documents are neither counted nor priced. */
export interface LocaleEstimate {
  readonly locale: string;
  readonly jobCount: number;
  readonly unitCount: number;
  /** Absent if the table has no price for the language and tier. */
  readonly credits?: number;
  readonly currency?: string;
  readonly freeCount: number;
  readonly documentCount: number;
}

/** The expected price of a plan. The quote is authoritative. */
export interface Estimate {
  readonly locales: readonly LocaleEstimate[];
  /** By the id of the job (`plannedJobId`). */
  readonly jobs: ReadonlyMap<string, JobEstimate>;
  readonly unitCount: number;
  /** The sum of all known prices. */
  readonly credits: number;
  readonly currency?: string;
  /** The parts of an order that the price does not include. */
  readonly omitted: readonly EstimateGap[];
}

export type EstimateGap =
  | 'documents' // only the service can count them
  | 'second-pass' // the table has no price for a second pass by an editor
  | 'no-price'; // the table has no price for a language in this tier

/** Returns the prices for texts in the languages of a source locale, by the pairs of `bestPairs`. */
export function pricesOf(
  sourceLanguages: readonly string[],
  { pairs, languages }: { readonly pairs: readonly LanguagePair[]; readonly languages: readonly Language[] },
  jobsOfAccount: readonly TrackedJob[],
): Prices {
  // Those of one source locale are varieties of one language in one script, which are counted in the same way.
  const [sourceLanguage = ''] = sourceLanguages;
  const unitType = languages.find(({ code }) => code === sourceLanguage)?.unitType ?? 'word';
  const keyOf = (target: string, tier: string): string => JSON.stringify([target, tier]);
  const pairsOfSource = pairs.filter(({ source }) => sourceLanguages.includes(source));
  const pairByTargetAndTier = new Map(pairsOfSource.map((pair) => [keyOf(pair.target, pair.tier), pair]));
  // Only made if there are texts to look up: an account may have a hundred thousand jobs.
  const approvedJobsByText = once(() =>
    Map.groupBy(jobsOfAccount.filter(isFinished), ({ protectedText }) => protectedText?.text),
  );
  return {
    count: unitCounter({ code: sourceLanguage, unitType }),
    pairFor: (targetLanguage, tier) => pairByTargetAndTier.get(keyOf(targetLanguage, tier)),
    isApproved: (text, locale, tier) => {
      const approvedJobs = approvedJobsByText().get(text) ?? [];
      return approvedJobs.some((job) => job.tier === tier && isSameLocale(job.targetLocale, locale));
    },
  };
}

/** Estimates the price of a plan from the table of prices, without a request. */
export function estimateOf(plan: Plan, { tier, edit }: Pick<OrderOptions, 'tier' | 'edit'>, prices: Prices): Estimate {
  const jobs = new Map<string, JobEstimate>();
  const locales: LocaleEstimate[] = [];
  for (const [locale, jobsOfLocale] of Map.groupBy(plan.jobs, ({ targetLocale }) => targetLocale)) {
    // A locale has one language code at the service.
    const pair = prices.pairFor(jobsOfLocale[0]?.targetLanguage ?? '', tier);
    const estimates: JobEstimate[] = [];
    for (const job of jobsOfLocale) {
      const estimate = estimateJob(job, { locale, tier, pair }, prices);
      estimates.push(estimate);
      jobs.set(plannedJobId(job), estimate);
    }
    locales.push(sumUp(estimates, locale, pair));
  }
  const omitted: EstimateGap[] = [];
  if (locales.some(({ documentCount }) => documentCount > 0)) omitted.push('documents');
  const hasTexts = plan.jobs.some(({ document }) => document === undefined);
  if (edit === true && hasTexts) omitted.push('second-pass');
  if (locales.some(({ credits }) => credits === undefined)) omitted.push('no-price');
  return {
    locales,
    jobs,
    unitCount: locales.reduce((sum, { unitCount }) => sum + unitCount, 0),
    credits: locales.reduce((sum, { credits = 0 }) => addCredits(sum, credits), 0),
    ...present({ currency: locales.find(({ currency }) => currency !== undefined)?.currency }),
    omitted,
  };
}

/**
 * Estimates the price of the missing and changed units of a target, fast enough for many locales: no plan is made, and
 * each text is counted once for all of them.
 */
export function estimateTarget(
  { target: { locale }, targetLanguage, drafts }: PricedDraft,
  tier: string,
  prices: Prices,
): LocaleEstimate {
  const pair = prices.pairFor(targetLanguage, tier);
  const estimates = drafts.map((draft) => estimateJob(draft, { locale, tier, pair }, prices));
  return sumUp(estimates, locale, pair);
}

/** Estimates the price of the missing and changed units of all files in each of the locales that could be read. */
export function estimateLocales(
  drafts: Pick<PlanDrafts, 'pricedDraft'>,
  locales: readonly string[],
  tier: string,
  prices: Prices,
): readonly LocaleEstimate[] {
  return locales.flatMap((locale) => {
    const draft = drafts.pricedDraft(locale);
    // The draft may have the locale in the spelling of its file.
    return draft === undefined ? [] : [{ ...estimateTarget(draft, tier, prices), locale }];
  });
}

/** A job to be estimated. A form of a plural, and a text that is translated again, are never free. */
type EstimatedJob = Pick<PlannedJob, 'protectedText' | 'document' | 'retranslate'> & { readonly isForm?: boolean };

function estimateJob(
  { protectedText: { text }, document, isForm, retranslate }: EstimatedJob,
  { locale, tier, pair }: { readonly locale: string; readonly tier: string; readonly pair: LanguagePair | undefined },
  prices: Prices,
): JobEstimate {
  if (document !== undefined) return {};
  const unitCount = prices.count(text);
  if (pair === undefined) return { unitCount };
  const mayBeFree = unitCount > 0 && isForm !== true && retranslate !== true;
  if (mayBeFree && prices.isApproved(text, locale, tier)) return { unitCount, credits: 0, isFree: true };
  return { unitCount, credits: priceOf(unitCount, pair) };
}

/**
 * Returns the price of a number of words or characters, in credits. Amounts of jobs have two decimals wherever they
 * were recorded, so the price is rounded to hundredths of a credit. A job that is charged costs at least one hundredth.
 */
export function priceOf(unitCount: number, { unitPrice }: Pick<LanguagePair, 'unitPrice'>): number {
  if (unitCount === 0 || unitPrice === 0) return 0;
  // Whole millionths have no floating-point errors: 0.145 × 100 is less than 14.5.
  const millionths = unitCount * Math.round(unitPrice * 1e6);
  const hundredths = Math.round(millionths / 1e4);
  return Math.max(1, hundredths) / 100;
}

function sumUp(jobs: readonly JobEstimate[], locale: string, pair: LanguagePair | undefined): LocaleEstimate {
  let [unitCount, credits, freeCount, documentCount] = [0, 0, 0, 0];
  for (const job of jobs) {
    if (job.unitCount === undefined) documentCount += 1;
    if (job.isFree === true) freeCount += 1;
    unitCount += job.unitCount ?? 0;
    credits = addCredits(credits, job.credits ?? 0);
  }
  return {
    locale,
    jobCount: jobs.length,
    unitCount,
    freeCount,
    documentCount,
    ...present({ credits: pair === undefined ? undefined : credits, currency: pair?.currency }),
  };
}

/** The service's language of a source text, which says whether its words or its characters are charged. */
export type CountedLanguage = Pick<Language, 'code' | 'unitType'>;

/** Counts the words or characters of texts as they are sent. */
export type UnitCounter = (text: string) => number;

/**
 * Returns a function that counts what the service charges for a protected text, by the unit type of the source language
 * (contract §1, support pages on word counts):
 *
 * - Text in `[[[ ]]]`, HTML tags and comments, punctuation, and symbols by themselves, such as emoji, are free.
 * - A word is written between spaces, and has a letter or a digit: `e-mail` and `3.14` are one each. Text without
 *   spaces between words (Thai) is divided by Unicode's rules, as `Intl.Segmenter` does.
 * - A character is a letter or a digit of Chinese, Japanese or Korean; a Latin word within is one. The service doesn't
 *   say how it counts numbers there: here they are counted like Latin words.
 *
 * The quote is authoritative. Texts are counted once: the same ones are ordered into many languages.
 */
export function unitCounter({ code, unitType }: CountedLanguage): UnitCounter {
  const counts = new Map<string, number>();
  const countWordsOfLanguage = code === 'th' ? countThaiWords : countWords;
  const countText = unitType === 'character' ? countCharacters : countWordsOfLanguage;
  return (text) => {
    const count = counts.get(text) ?? countText(chargedText(text));
    counts.set(text, count);
    return count;
  };
}

/** Returns the text without its excluded areas, tags and comments, and with characters for character references. */
function chargedText(text: string): string {
  let charged = text;
  if (charged.includes('[[[')) charged = withoutExcludedAreas(charged);
  if (charged.includes('<')) charged = withoutTags(charged);
  if (charged.includes('&')) charged = charged.replaceAll(characterReference, referencedCharacter);
  return charged;
}

/**
 * The start of a comment, or a tag. Group 1 is the name of a tag whose values in quotes may contain `>`:
 * `<a title="a > b">`. Group 2 is the name of a tag with a quote that is not closed: `<a title="b>`. No match contains
 * another `<`, so the search is linear.
 */
const commentOrTag =
  /<!--|<[/!?]?([a-z][^\s/>"'<]*)(?:"[^"<]*"|'[^'<]*'|[^"'<>])*>|<[/!?]?([a-z][^\s/>"'<]*)[^<>]*>/giu;

/** Elements for parts of words: `un<b>believ</b>able` is one word. Any other element ends a word, like `<br>`. */
const inlineElements: ReadonlySet<string> = new Set(
  'a abbr b bdi bdo cite code em font i ins mark s small span strong sub sup u'.split(' '),
);

function withoutTags(text: string): string {
  let charged = '';
  let copiedTo = 0;
  const commentEnd = '-->';
  const lastCommentEnd = text.lastIndexOf(commentEnd);
  for (const { 0: match, 1: name, 2: nameBeforeOpenQuote = '', index } of text.matchAll(commentOrTag)) {
    const isWithinComment = index < copiedTo;
    if (isWithinComment) continue;
    const matchEnd = index + match.length;
    const isComment = match === '<!--';
    // A comment that is never closed is text.
    if (isComment && lastCommentEnd < matchEnd) continue;
    const isInline = !isComment && inlineElements.has((name ?? nameBeforeOpenQuote).toLowerCase());
    charged += text.slice(copiedTo, index) + (isInline ? '' : ' ');
    copiedTo = isComment ? text.indexOf(commentEnd, matchEnd) + commentEnd.length : matchEnd;
  }
  return charged + text.slice(copiedTo);
}

/** `&amp;`, `&#39;`, `&#x8a9e;`. */
const characterReference = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]\w{0,31}));/giu;

const spaceNames: ReadonlySet<string> = new Set(['nbsp', 'ensp', 'emsp', 'thinsp', 'Tab', 'NewLine']);

/** `eacute`, `Ntilde`, `szlig`, `oelig`. */
const letterName = /^(?:[a-z](?:acute|grave|circ|tilde|uml|cedil|ring|slash|caron)|szlig|(?:ae|oe)lig|eth|thorn)$/iu;

/** The last code point of Unicode. */
const lastCodePoint = 0x10_ffff;

/**
 * Returns a character that is counted like the one that a reference represents: `a` for a letter, a space, or `&` for a
 * sign. The parameters are the match and the groups of `characterReference`.
 */
function referencedCharacter(_reference: string, decimal?: string, hexadecimal?: string, name = ''): string {
  if (spaceNames.has(name)) return ' ';
  if (name !== '') return letterName.test(name) ? 'a' : '&';
  const codePoint = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
  return codePoint <= lastCodePoint ? String.fromCodePoint(codePoint) : '&';
}

const letterOrDigit = /[\p{L}\p{N}]/u;

function countWords(text: string): number {
  let count = 0;
  for (const word of text.split(/\s+/u)) if (letterOrDigit.test(word)) count += 1;
  return count;
}

/** Kept, because making a segmenter takes longer than counting a thousand texts. */
let thaiSegmenter: Intl.Segmenter | undefined;

function countThaiWords(text: string): number {
  thaiSegmenter ??= new Intl.Segmenter('th', { granularity: 'word' });
  let count = 0;
  for (const { isWordLike } of thaiSegmenter.segment(text)) if (isWordLike === true) count += 1;
  return count;
}

/** A Latin word or a number, with the ASCII punctuation between its parts: `e-mail`, `3.14`, `https://example.org`. */
const latinWord = /[\p{Script=Latin}\p{Nd}]\p{M}*(?:[!-/:-@[-`{-~’]*[\p{Script=Latin}\p{Nd}]\p{M}*)*/gu;

function countCharacters(text: string): number {
  const withOneLetterPerWord = text.replaceAll(latinWord, 'a');
  return withOneLetterPerWord.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
}

/** Strings with a simulated translation, which the sandbox of the service has made. */
interface SimulatedStrings {
  readonly count: number;
  /** The locales that have any of them. */
  readonly locales: readonly string[];
  /** The locales with missing strings that do not even have a simulated translation. */
  readonly otherLocales: readonly string[];
}

/** The strings that translations lack, counted as an order of their files counts them. */
export interface MissingStrings {
  /** In all locales together. */
  readonly count: number;
  /** The locales that lack strings. */
  readonly locales: readonly string[];
  /** Those of them that have only a simulated translation, which doesn't count as one; absent if there are none. */
  readonly simulated?: SimulatedStrings;
  /** Words or characters of all locales together; absent if the prices are not known. */
  readonly unitCount?: number;
  /** The expected price; absent if it is not known for a locale. */
  readonly credits?: number;
  readonly currency?: string;
}

/** How the missing strings are priced. */
export interface MissingPrices {
  readonly tier: string;
  /** Absent if the service's tables are not known. */
  readonly prices: Prices | undefined;
}

/**
 * Counts the missing and changed strings in all locales of the project, and estimates their price. Reads the
 * translations and sends nothing. Rejects with the signal's reason.
 */
export async function countMissing(
  { sources, drafts }: Pick<TranslationGaps, 'sources' | 'drafts'>,
  { tier, prices }: MissingPrices,
  signal: AbortSignal,
): Promise<MissingStrings> {
  const allLocales = targetLocalesOf(sources);
  await drafts.load(allLocales, signal);
  const allCounts = allLocales.map((locale) => ({ locale, missing: 0, simulated: 0, ...drafts.count(locale) }));
  const countsWithGaps = allCounts.filter(({ missing, simulated }) => missing + simulated > 0);
  const locales = countsWithGaps.map(({ locale }) => locale);
  const count = countsWithGaps.reduce((sum, { missing, simulated }) => sum + missing + simulated, 0);
  const missingStrings = { count, ...present({ simulated: simulatedStrings(countsWithGaps) }), locales };
  if (prices === undefined || count === 0) return missingStrings;
  const estimates = estimateLocales(drafts, locales, tier, prices);
  const isEachPriced = estimates.every(({ credits }) => credits !== undefined);
  const sumOfCredits = estimates.reduce((sum, { credits = 0 }) => addCredits(sum, credits), 0);
  return {
    ...missingStrings,
    unitCount: estimates.reduce((sum, { unitCount }) => sum + unitCount, 0),
    ...present({ credits: isEachPriced ? sumOfCredits : undefined, currency: estimates[0]?.currency }),
  };
}

interface LocaleCount extends DraftCount {
  readonly locale: string;
}

function simulatedStrings(counts: readonly LocaleCount[]): SimulatedStrings | undefined {
  const count = counts.reduce((sum, { simulated }) => sum + simulated, 0);
  if (count === 0) return undefined;
  return {
    count,
    locales: counts.filter(({ simulated }) => simulated > 0).map(({ locale }) => locale),
    otherLocales: counts.filter(({ missing }) => missing > 0).map(({ locale }) => locale),
  };
}
