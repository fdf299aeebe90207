import { functionWords } from './functionWords.ts';
import { canonicalLocale } from '../base/locale.ts';

/** The Unicode scripts of each writing system, by ISO 15924 code. */
const scriptsOfSystem: Readonly<Record<string, readonly string[]>> = {
  Jpan: ['Hira', 'Kana', 'Hani'],
  Kore: ['Hang', 'Hani'],
  Hans: ['Hani'],
  Hant: ['Hani'],
};

/** Minimum share of a text's letters that must belong to the language. */
const minLetterShare = 0.8;
/** Minimum share of letters that must belong only to this language if the two languages have letters in common. */
const minOwnLetterShare = 0.2;
/** Minimum number of Latin letters; every language writes names of products and people in Latin letters. */
const minLatinLetters = 12;
const minLetters = 4;

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
  if (targetWriting === undefined || sourceWriting === undefined || targetWriting.language === sourceWriting.language)
    return false;
  const { scripts } = targetWriting;
  const targetOnlyScripts = scripts.filter((script) => !sourceWriting.scripts.includes(script));
  if (targetOnlyScripts.length === 0)
    return (
      scripts.length === sourceWriting.scripts.length &&
      hasWordsOf(targetWriting.language, text, sourceWriting.language)
    );
  const letters = count(text, /\p{L}/gu);
  if (letters < (targetOnlyScripts.includes('Latn') ? minLatinLetters : minLetters)) return false;
  if (countScripts(text, scripts) < letters * minLetterShare) return false;
  return countScripts(text, targetOnlyScripts) >= letters * minOwnLetterShare;
}

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

function countScripts(text: string, scripts: readonly string[]): number {
  let sum = 0;
  for (const script of scripts) sum += count(text, lettersOf(script));
  return sum;
}

const patterns = new Map<string, RegExp>();

function lettersOf(script: string): RegExp {
  const pattern = patterns.get(script) ?? scriptPattern(script);
  patterns.set(script, pattern);
  return pattern;
}

/**
 * Returns a pattern for the letters of a script; nothing matches for a script that regular expressions do not support.
 */
function scriptPattern(script: string): RegExp {
  try {
    return new RegExp(String.raw`(?=\p{L})\p{Script=${script}}`, 'gu');
  } catch {
    return /(?!)/gu;
  }
}

function count(text: string, pattern: RegExp): number {
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
