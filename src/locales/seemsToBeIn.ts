import { functionWords } from './functionWords.ts';
import { canonicalLocale } from '../base/locale.ts';

/** The Unicode scripts of writing systems (ISO 15924) that are not a Unicode script themselves. */
const scriptsOfSystem: Readonly<Record<string, readonly string[]>> = {
  Jpan: ['Hira', 'Kana', 'Hani'],
  Kore: ['Hang', 'Hani'],
  Hans: ['Hani'],
  Hant: ['Hani'],
};

/** Minimum share of a text's letters that must belong to the language. */
const minLetterShare = 0.8;
/** Minimum share of letters in scripts that the source language does not have: kana, for Japanese from Chinese. */
const minOwnLetterShare = 0.2;
/** Minimum number of letters of a text that is judged by its script. */
const minLetters = 4;
/** The same for a target in Latin letters, because every language writes names of products and people in them. */
const minLatinLetters = 12;

/** Minimum number of words of a text that is judged by its function words, such as `the` and `and`. */
const minWords = 6;
const minFunctionWords = 3;
const minFunctionWordShare = 0.25;

/**
 * Whether a text of `source` seems to be written in `target` already: by its script, or by its function words if both
 * languages have the same script. Short texts are not judged. Locales are BCP 47. The answer is a guess that may only
 * be shown.
 */
export function seemsToBeIn(target: string, text: string, source: string): boolean {
  const [targetWriting, sourceWriting] = [writingOf(target), writingOf(source)];
  if (targetWriting === undefined || sourceWriting === undefined) return false;
  if (targetWriting.language === sourceWriting.language) return false;
  const { scripts } = targetWriting;
  const targetOnlyScripts = scripts.filter((script) => !sourceWriting.scripts.includes(script));
  if (targetOnlyScripts.length === 0) {
    // Not judged if the source language has more scripts, as for Chinese from Japanese.
    const haveSameScripts = scripts.length === sourceWriting.scripts.length;
    return haveSameScripts && hasWordsOf(targetWriting.language, text, sourceWriting.language);
  }
  const letterCount = countMatches(text, /\p{L}/gu);
  if (letterCount < (targetOnlyScripts.includes('Latn') ? minLatinLetters : minLetters)) return false;
  if (countLettersOf(scripts, text) < letterCount * minLetterShare) return false;
  return countLettersOf(targetOnlyScripts, text) >= letterCount * minOwnLetterShare;
}

/** How a locale is written: `ja` in the scripts `Hira`, `Kana` and `Hani`. */
interface Writing {
  readonly language: string;
  readonly scripts: readonly string[];
}

const writings = new Map<string, Writing | undefined>();

/** Cached because this is called for every text of an order and `Intl` is slow. */
function writingOf(locale: string): Writing | undefined {
  if (!writings.has(locale)) writings.set(locale, readWriting(locale));
  return writings.get(locale);
}

function readWriting(locale: string): Writing | undefined {
  const canonical = canonicalLocale(locale);
  if (canonical === undefined) return undefined;
  const { language, script } = new Intl.Locale(canonical).maximize();
  if (script === undefined) return undefined;
  return { language, scripts: scriptsOfSystem[script] ?? [script] };
}

function countLettersOf(scripts: readonly string[], text: string): number {
  let sum = 0;
  for (const script of scripts) sum += countMatches(text, lettersOf(script));
  return sum;
}

const patternsByScript = new Map<string, RegExp>();

/** Returns a pattern for the letters of a script, made once. */
function lettersOf(script: string): RegExp {
  const pattern = patternsByScript.get(script) ?? scriptPattern(script);
  patternsByScript.set(script, pattern);
  return pattern;
}

function scriptPattern(script: string): RegExp {
  try {
    return new RegExp(String.raw`(?=\p{L})\p{Script=${script}}`, 'gu');
  } catch {
    // Regular expressions don't support the script: matches nothing.
    return /(?!)/gu;
  }
}

function countMatches(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/** Whether a text has enough function words of the target language. Words of both languages do not count. */
function hasWordsOf(target: string, text: string, source: string): boolean {
  const [targetWords, sourceWords] = [functionWords(target), functionWords(source)];
  if (targetWords === undefined || sourceWords === undefined || targetWords === sourceWords) return false;
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  if (words.length < minWords) return false;
  const targetCount = words.filter((word) => targetWords.has(word) && !sourceWords.has(word)).length;
  const sourceCount = words.filter((word) => sourceWords.has(word) && !targetWords.has(word)).length;
  const hasEnough = targetCount >= minFunctionWords && targetCount >= words.length * minFunctionWordShare;
  return hasEnough && targetCount > 2 * sourceCount;
}
