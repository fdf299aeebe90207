import { functionWords } from '../../../locales/functionWords.ts';

/**
 * Returns whether two texts differ only by what no translation depends on: white space, and the typographic form of
 * quotes, apostrophes, dashes and ellipses.
 */
export function isSameWording(one: string, other: string): boolean {
  return one === other || plain(one) === plain(other);
}

function plain(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\u2018\u2019\u201a\u201b\u2032`]/gu, "'")
    .replace(/[\u201c-\u201f\u2033\u00ab\u00bb]/gu, '"')
    .replace(/[\u2010-\u2015\u2212]|--+/gu, '-')
    .replace(/\s*(?:\\n|\\r|\\t|\s|&nbsp;|&#160;)\s*/gu, ' ')
    .trim();
}

/** The texts that a change is judged by. */
export interface SourceTexts {
  /** BCP 47. */
  readonly locale: string;
  /**
   * Returns whether a word, in lower case, is in one of the present source texts: the correct spelling of a word usually
   * is, and a misspelled word is not.
   */
  readonly isUsed: (word: string) => boolean;
}

/**
 * Returns whether a change of a source text leaves its translations right: of white space, typography, upper and lower
 * case, punctuation, the spelling of a word, or in English of articles, contractions, abbreviations and endings without
 * a meaning. Translations contain placeholders and tags, so every change of those counts.
 */
export function isMinorChange(before: string, after: string, { locale, isUsed }: SourceTexts): boolean {
  if (isSameWording(before, after)) return true;
  // Texts without words, such as formats of dates, consist of what is ignored in others.
  if (!/\p{L}/u.test(before) || !/\p{L}/u.test(after)) return false;
  const [oldWords, newWords] = [wording(before), wording(after)];
  // Words that were only joined or divided, as in "log in" and "e-mail", are the same, too.
  if (oldWords.join('') === newWords.join('') || isSpellingCorrection(oldWords, newWords, isUsed)) return true;
  return /^en\b/iu.test(locale) && wording(before, inFull).join('') === wording(after, inFull).join('');
}

/** `{name}`, `%1$s`, `$count`. */
const placeholder = /(\{[^{}]*\}|%[^\s{]+|\$\w+)/u;

/** Returns the words, numbers and placeholders of a text, and the parts of its tags. */
function wording(text: string, change = (lower: string): string => lower): readonly string[] {
  // The expression has a group, so every second part is a placeholder, which keeps its case.
  const lower = plain(text)
    .split(placeholder)
    .map((part, index) => (index % 2 === 1 ? part : part.toLowerCase()))
    .join('');
  return change(lower).match(/\p{N}+(?:[.,]\p{N}+)*|[\p{L}\p{M}]+|[%{}$#@<>=+*^~|\\/]/gu) ?? [];
}

const contractions: readonly (readonly [RegExp, string])[] = [
  [/\bcan't\b/gu, 'cannot'],
  [/\bwon't\b/gu, 'will not'],
  [/n't\b/gu, ' not'],
  [/\b(it|that|there|what|who)'s\b/gu, '$1 is'],
  [/'re\b/gu, ' are'],
  [/'ll\b/gu, ' will'],
  [/'ve\b/gu, ' have'],
];

const abbreviations: readonly (readonly [RegExp, string])[] = [
  [/&(?!#?\w+;)/gu, ' and '],
  [/\bmax\b/gu, 'maximum'],
  [/\bmin\b/gu, 'minimum'],
  [/\bapp(s?)\b/gu, 'application$1'],
  [/\binfo\b/gu, 'information'],
  [/\bconfig\b/gu, 'configuration'],
];

/** The first word of a text, a verb, as in "Sets the limit", which describes what "Set the limit" demands. */
const thirdPerson = /^(\P{L}*\p{L}{2,}[^\P{L}s])s (?=(?:the|an?|how|if|whether|which|what|when|your|all)\b)/u;

/** A word that ends in "s", and the word that follows it. */
const pluralBefore = /(?<=\p{L}{2}[^\P{L}su])s (?=(\p{L}+))/gu;

/** Returns an English text without contractions, abbreviations and articles, and without endings that mean nothing. */
function inFull(text: string): string {
  return [...contractions, ...abbreviations]
    .reduce((result, [short, long]) => result.replace(short, long), text)
    .replace(thirdPerson, '$1 ')
    .replace(pluralBefore, (plural, next: string) => (isContentWord(next) ? ' ' : plural))
    .replace(/\b(?:the|an?)\b/gu, ' ');
}

/** Words that are not described by the noun before them: "files found", "files now". */
const moreFunctionWords = new Set(
  (
    'a about after again also am any been before being between containing could did does during empty first ' +
    'found gone had having here hidden i including instead into kept last later left lost made matching ' +
    'missing must no now off offline once online only out over pending per read ready remaining sent set she ' +
    'should shown so soon than them then there these those through together too total under until up using via ' +
    'waiting was were what where while who within without would yet'
  ).split(' '),
);

/** Whether a noun before this word only describes it, so that its number means nothing: "emails header". */
function isContentWord(word: string): boolean {
  return functionWords('en')?.has(word) !== true && !moreFunctionWords.has(word) && !/(?:ed|ly|[ai]ble)$/u.test(word);
}

/** Shorter words that differ by a letter are often different words. */
const minSpelledLength = 5;

function isSpellingCorrection(
  oldWords: readonly string[],
  newWords: readonly string[],
  isUsed: (word: string) => boolean,
): boolean {
  if (oldWords.length !== newWords.length) return false;
  const changed = oldWords.flatMap((word, index) =>
    word === newWords[index] ? [] : [[word, newWords[index] ?? ''] as const],
  );
  return changed.every(
    ([before, after]) =>
      Math.min(before.length, after.length) >= minSpelledLength &&
      /^\p{L}+$/u.test(before + after) &&
      !isInflection(before, after) &&
      isOneSlip(before, after) &&
      (!isUsed(before) || hasOtherDouble(before, after)),
  );
}

/** Whether one word is the other with an ending: "user" and "users". */
function isInflection(one: string, other: string): boolean {
  return one.startsWith(other) || other.startsWith(one);
}

/** Whether one letter is missing, added or replaced, or two neighbors are swapped. */
function isOneSlip(one: string, other: string): boolean {
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < Math.min(one.length, other.length) - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  // What remains without the common start and end: "ei" and "ie" of "recieve" and "receive".
  const [differing, otherDiffering] = [one.slice(start, one.length - end), other.slice(start, other.length - end)];
  const isSwapped = differing.length === 2 && differing === otherDiffering.charAt(1) + otherDiffering.charAt(0);
  return isSwapped || (differing.length <= 1 && otherDiffering.length <= 1);
}

/** Whether two long words differ only by a letter that is doubled, such as "occured", which is rarely another word. */
function hasOtherDouble(one: string, other: string): boolean {
  const single = (word: string): string => word.replace(/(\p{L})\1/gu, '$1');
  return Math.min(one.length, other.length) > minSpelledLength && single(one) === single(other);
}
