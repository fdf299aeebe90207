import { functionWords } from '../../../locales/functionWords.ts';

/** Whether two texts differ only by white space and the typographic form of quotes, dashes and ellipses. */
export function isSameWording(before: string, after: string): boolean {
  return before === after || withPlainSigns(before) === withPlainSigns(after);
}

/** Returns a text with the signs of a typewriter: `“Don’t”\n — “wait” → "Don't" - "wait"`. */
function withPlainSigns(text: string): string {
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
  /** Whether a lower-case word is in a present source text; a misspelled word usually is not. */
  readonly isUsed: (word: string) => boolean;
}

/**
 * Whether a changed source text leaves its translations right. Only these may differ: white space, typography, upper
 * and lower case, punctuation, the spelling of a word, and in English articles, contractions, abbreviations and endings
 * without a meaning. Translations contain placeholders and tags, so every change of those counts.
 */
export function isMinorChange(before: string, after: string, { locale, isUsed }: SourceTexts): boolean {
  if (isSameWording(before, after)) return true;
  // Texts without words, such as formats of dates, consist of what is ignored in others.
  if (!/\p{L}/u.test(before) || !/\p{L}/u.test(after)) return false;
  const [oldWords, newWords] = [tokensOf(before), tokensOf(after)];
  // Words that were only joined or divided, as in "log in" and "e-mail", are the same, too.
  if (oldWords.join('') === newWords.join('') || isSpellingCorrection(oldWords, newWords, isUsed)) return true;
  const isEnglish = /^en\b/iu.test(locale);
  return isEnglish && tokensOf(before, withoutShortForms).join('') === tokensOf(after, withoutShortForms).join('');
}

/** `{name}`, `%1$s`, `$count`. */
const placeholder = /(\{[^{}]*\}|%[^\s{]+|\$\w+)/u;

/**
 * Returns the words and numbers of a text, and the signs of placeholders and tags, in lower case except for
 * placeholders: `Save <b>{fileName}</b>!` → `save < b > { fileName } < / b >`. `simplify` changes the text before.
 */
function tokensOf(text: string, simplify = (lower: string): string => lower): readonly string[] {
  // The expression has a group, so every second part is a placeholder, which keeps its case.
  const lower = withPlainSigns(text)
    .split(placeholder)
    .map((part, index) => (index % 2 === 1 ? part : part.toLowerCase()))
    .join('');
  return simplify(lower).match(/\p{N}+(?:[.,]\p{N}+)*|[\p{L}\p{M}]+|[%{}$#@<>=+*^~|\\/]/gu) ?? [];
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
  // An ampersand that does not begin an entity, such as `&lt;` or `&#160;`.
  [/&(?!#?\w+;)/gu, ' and '],
  [/\bmax\b/gu, 'maximum'],
  [/\bmin\b/gu, 'minimum'],
  [/\bapp(s?)\b/gu, 'application$1'],
  [/\binfo\b/gu, 'information'],
  [/\bconfig\b/gu, 'configuration'],
];

/**
 * The first word of a text, a verb in the third person: "sets " in "sets the limit", which describes what "set the
 * limit" demands. Not "process the", whose "s" is no ending.
 */
const thirdPerson = /^(\P{L}*\p{L}{2,}[^\P{L}s])s (?=(?:the|an?|how|if|whether|which|what|when|your|all)\b)/u;

/** A plural's ending, and the next word as a group: "s " in "emails header", not after u or s ("status", "class"). */
const pluralEnding = /(?<=\p{L}{2}[^\P{L}su])s (?=(\p{L}+))/gu;

/** Returns an English text without contractions, abbreviations and articles, and without endings that mean nothing. */
function withoutShortForms(text: string): string {
  let result = text;
  for (const [short, long] of [...contractions, ...abbreviations]) result = result.replace(short, long);
  return result
    .replace(thirdPerson, '$1 ')
    .replace(pluralEnding, (ending, nextWord: string) => (isContentWord(nextWord) ? ' ' : ending))
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

/** Whether only misspelled words were corrected: "recieve" and "receive". */
function isSpellingCorrection(
  oldWords: readonly string[],
  newWords: readonly string[],
  isUsed: (word: string) => boolean,
): boolean {
  if (oldWords.length !== newWords.length) return false;
  return oldWords.every((before, index) => {
    const after = newWords[index] ?? '';
    if (before === after) return true;
    const areLong = Math.min(before.length, after.length) >= minSpelledLength;
    const areLetters = /^\p{L}+$/u.test(before + after);
    if (!areLong || !areLetters || isInflection(before, after) || !isOneTypo(before, after)) return false;
    // A word that other source texts use is rarely misspelled.
    return !isUsed(before) || differsByDoubling(before, after);
  });
}

/** Whether one word is the other with an ending: "user" and "users". */
function isInflection(before: string, after: string): boolean {
  return before.startsWith(after) || after.startsWith(before);
}

/** Whether one letter is missing, added or replaced, or two neighbors are swapped. */
function isOneTypo(before: string, after: string): boolean {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start += 1;
  const maxEnd = Math.min(before.length, after.length) - start;
  let end = 0;
  while (end < maxEnd && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  // Without the common start and end, "ie" and "ei" remain of "recieve" and "receive".
  const removed = before.slice(start, before.length - end);
  const added = after.slice(start, after.length - end);
  const isSwapped = removed.length === 2 && removed === added.charAt(1) + added.charAt(0);
  return isSwapped || (removed.length <= 1 && added.length <= 1);
}

/** Whether long words differ only by doubled letters: "occured" and "occurred", of which one is rarely another word. */
function differsByDoubling(before: string, after: string): boolean {
  const withSingleLetters = (word: string): string => word.replace(/(\p{L})\1/gu, '$1');
  const areLong = Math.min(before.length, after.length) > minSpelledLength;
  return areLong && withSingleLetters(before) === withSingleLetters(after);
}
