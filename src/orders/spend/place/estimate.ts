import { isSameLocale } from '../../../base/locale.ts';
import { once } from '../../../base/once.ts';
import { present } from '../../../base/present.ts';
import type { Language, LanguagePair } from '../../../service/interface/records.ts';
import { addCredits } from '../../model/credits.ts';
import { isFinished, type TrackedJob } from '../../model/trackedJob.ts';
import { type PlanDrafts, type PricedDraft, targetLocalesOf, type DraftCount } from '../../units/gaps/planDrafts.ts';
import { plannedJobId, type Plan, type PlannedJob } from '../../model/plan/plan.ts';
import { withoutExcludedAreas } from '../../../service/interface/excludedText.ts';
import type { TranslationGaps } from '../../units/gaps/translationGaps.ts';
import type { OrderOptions } from '../../model/order/quote.ts';

/** The inputs of an estimate: the service's table of prices for a source language, and the account's own jobs. */
export interface Prices {
  /** Counts the texts of the source language; each text is counted once. */
  readonly count: UnitCounter;
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

/** Returns the prices for texts in a source language. `known`: the account's jobs. */
export function pricesOf(
  sourceLanguage: string,
  { pairs, languages }: { readonly pairs: readonly LanguagePair[]; readonly languages: readonly Language[] },
  known: readonly TrackedJob[],
): Prices {
  const unitType = languages.find(({ code }) => code === sourceLanguage)?.unitType ?? 'word';
  const byPair = new Map(
    pairs
      .filter(({ source }) => source === sourceLanguage)
      .map((pair) => [JSON.stringify([pair.target, pair.tier]), pair]),
  );
  // Only made if there are texts to look up: an account may have a hundred thousand jobs.
  const approved = once(() => Map.groupBy(known.filter(isFinished), ({ protectedText }) => protectedText?.text));
  return {
    count: unitCounter({ code: sourceLanguage, unitType }),
    pairFor: (targetLanguage, tier) => byPair.get(JSON.stringify([targetLanguage, tier])),
    isApproved: (text, locale, tier) =>
      approved()
        .get(text)
        ?.some((job) => job.tier === tier && isSameLocale(job.targetLocale, locale)) === true,
  };
}

/** Estimates the price of a plan from the table of prices, without a request. */
export function estimateOf(plan: Plan, { tier, edit }: Pick<OrderOptions, 'tier' | 'edit'>, prices: Prices): Estimate {
  const jobs = new Map<string, JobEstimate>();
  const locales = [...Map.groupBy(plan.jobs, ({ targetLocale }) => targetLocale)].map(([locale, ofLocale]) => {
    const pair = prices.pairFor(ofLocale[0]?.targetLanguage ?? '', tier);
    const estimates = ofLocale.map((job) => estimateJob(job, { locale, tier, pair }, prices));
    for (const [index, job] of ofLocale.entries()) jobs.set(plannedJobId(job), estimates[index] ?? {});
    return sumUp(estimates, locale, pair);
  });
  const hasTexts = plan.jobs.some(({ document }) => document === undefined);
  return {
    locales,
    jobs,
    unitCount: locales.reduce((sum, { unitCount }) => sum + unitCount, 0),
    credits: locales.reduce((sum, { credits = 0 }) => addCredits(sum, credits), 0),
    ...present({ currency: locales.find(({ currency }) => currency !== undefined)?.currency }),
    omitted: [
      ...(locales.some(({ documentCount }) => documentCount > 0) ? (['documents'] as const) : []),
      ...(edit === true && hasTexts ? (['second-pass'] as const) : []),
      ...(locales.some(({ credits }) => credits === undefined) ? (['no-price'] as const) : []),
    ],
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
  drafts: Pick<PlanDrafts, 'into'>,
  locales: readonly string[],
  tier: string,
  prices: Prices,
): readonly LocaleEstimate[] {
  return locales.flatMap((locale) => {
    const draft = drafts.into(locale);
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
  const isFree = unitCount > 0 && isForm !== true && retranslate !== true && prices.isApproved(text, locale, tier);
  return isFree ? { unitCount, credits: 0, isFree } : { unitCount, credits: priceOf(unitCount, pair) };
}

/**
 * Returns the price of a number of words or characters. Amounts of jobs have two decimals wherever they were recorded,
 * so each job is rounded to hundredths, and a job that is charged costs at least one.
 */
export function priceOf(unitCount: number, { unitPrice }: Pick<LanguagePair, 'unitPrice'>): number {
  if (unitCount === 0 || unitPrice === 0) return 0;
  // Without floating-point errors: 0.145 × 100 is less than 14.5.
  const millionths = unitCount * Math.round(unitPrice * 1e6);
  return Math.max(1, Math.round(millionths / 1e4)) / 100;
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
 * - A word is written between spaces, and has a letter or a digit: `e-mail` and `3.14` are one each. Text without spaces
 *   between words (Thai) is divided by Unicode's rules, as `Intl.Segmenter` does.
 * - A character is a letter or a digit of Chinese, Japanese or Korean; a Latin word within is one. The service doesn't
 *   say how it counts numbers there: here they are counted like Latin words.
 *
 * The quote is authoritative. Texts are counted once: the same ones are ordered into many languages.
 */
export function unitCounter({ code, unitType }: CountedLanguage): UnitCounter {
  const counts = new Map<string, number>();
  const countWordsOfLanguage = code === 'th' ? countSegments : countWords;
  const countText = unitType === 'character' ? countCharacters : countWordsOfLanguage;
  return (text) => {
    const count = counts.get(text) ?? countText(chargedText(text));
    counts.set(text, count);
    return count;
  };
}

/** Returns the text without its excluded areas, tags and comments, and with characters for character references. */
function chargedText(text: string): string {
  const included = text.includes('[[[') ? withoutExcludedAreas(text) : text;
  const untagged = included.includes('<') ? withoutTags(included) : included;
  return untagged.includes('&') ? untagged.replaceAll(characterReference, referencedCharacter) : untagged;
}

/**
 * The start of a comment, or a tag. Values in quotes may contain `>` (`<a title="a > b">`), unless a quote is not
 * closed (`<a title="b>`): the names of these two kinds of tags are groups of their own. No match contains another `<`,
 * so the search is linear.
 */
const commentOrTag =
  /<!--|<[/!?]?([a-z][^\s/>"'<]*)(?:"[^"<]*"|'[^'<]*'|[^"'<>])*>|<[/!?]?([a-z][^\s/>"'<]*)[^<>]*>/giu;

/** Elements for parts of words: `un<b>believ</b>able` is one word. Any other element ends a word, like `<br>`. */
const inlineElements: ReadonlySet<string> = new Set(
  'a abbr b bdi bdo cite code em font i ins mark s small span strong sub sup u'.split(' '),
);

function withoutTags(text: string): string {
  let charged = '';
  let from = 0;
  const lastCommentEnd = text.lastIndexOf('-->');
  for (const { 0: match, 1: name, 2: nameBeforeOpenQuote = '', index } of text.matchAll(commentOrTag)) {
    // Within a comment.
    if (index < from) continue;
    const isComment = match === '<!--';
    // A comment that is never closed is text.
    if (isComment && lastCommentEnd < index + match.length) continue;
    const isInline = !isComment && inlineElements.has((name ?? nameBeforeOpenQuote).toLowerCase());
    charged += text.slice(from, index) + (isInline ? '' : ' ');
    from = isComment ? text.indexOf('-->', index + match.length) + 3 : index + match.length;
  }
  return charged + text.slice(from);
}

/** `&amp;`, `&#39;`, `&#x8a9e;`. */
const characterReference = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]\w{0,31}));/giu;

const spaceNames: ReadonlySet<string> = new Set(['nbsp', 'ensp', 'emsp', 'thinsp', 'Tab', 'NewLine']);

/** `eacute`, `Ntilde`, `szlig`, `oelig`. */
const letterName = /^(?:[a-z](?:acute|grave|circ|tilde|uml|cedil|ring|slash|caron)|szlig|(?:ae|oe)lig|eth|thorn)$/iu;

/** The last code point of Unicode. */
const lastCodePoint = 0x10_ffff;

/** Returns a character that is counted like the one that a reference represents: a letter, a space, or a sign. */
function referencedCharacter(_reference: string, decimal?: string, hexadecimal?: string, name = ''): string {
  if (spaceNames.has(name)) return ' ';
  if (name !== '') return letterName.test(name) ? 'a' : '&';
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
  return code <= lastCodePoint ? String.fromCodePoint(code) : '&';
}

const letterOrDigit = /[\p{L}\p{N}]/u;

function countWords(text: string): number {
  let count = 0;
  for (const word of text.split(/\s+/u)) if (letterOrDigit.test(word)) count += 1;
  return count;
}

/** Making one takes longer than counting a thousand texts. */
let segmenter: Intl.Segmenter | undefined;

function countSegments(text: string): number {
  segmenter ??= new Intl.Segmenter('th', { granularity: 'word' });
  let count = 0;
  for (const { isWordLike } of segmenter.segment(text)) if (isWordLike === true) count += 1;
  return count;
}

/** A Latin word or a number, with what joins its parts, as in `e-mail`, `3.14` or an address. */
const latinWord = /[\p{Script=Latin}\p{Nd}]\p{M}*(?:[!-/:-@[-`{-~’]*[\p{Script=Latin}\p{Nd}]\p{M}*)*/gu;

function countCharacters(text: string): number {
  return text.replaceAll(latinWord, 'a').match(/[\p{L}\p{N}]/gu)?.length ?? 0;
}

/** Strings with a simulated translation. */
interface SimulatedStrings {
  readonly count: number;
  /** The locales that have any of them. */
  readonly locales: readonly string[];
  /** The locales that lack strings without a simulated translation. */
  readonly otherLocales: readonly string[];
}

/** The strings that translations lack, counted as an order of their files counts them. */
export interface MissingStrings {
  /** In all locales together. */
  readonly count: number;
  /** The locales that lack strings. */
  readonly locales: readonly string[];
  /** The part of these that have a simulated translation, which doesn't count as one; absent if none. */
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
  const counts = allLocales.map((locale) => ({ locale, missing: 0, simulated: 0, ...drafts.count(locale) }));
  const lacking = counts.filter(({ missing, simulated }) => missing + simulated > 0);
  const locales = lacking.map(({ locale }) => locale);
  const count = lacking.reduce((sum, { missing, simulated }) => sum + missing + simulated, 0);
  const simulated = simulatedStrings(lacking);
  if (prices === undefined || count === 0) return { count, ...present({ simulated }), locales };
  const estimates = estimateLocales(drafts, locales, tier, prices);
  const isPriced = estimates.every(({ credits }) => credits !== undefined);
  return {
    count,
    ...present({ simulated }),
    locales,
    unitCount: estimates.reduce((sum, { unitCount }) => sum + unitCount, 0),
    ...present({
      credits: isPriced ? estimates.reduce((sum, { credits = 0 }) => addCredits(sum, credits), 0) : undefined,
      currency: estimates[0]?.currency,
    }),
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
