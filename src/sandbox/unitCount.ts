import { findLanguage } from './languages.ts';
import { textRuns } from './textRuns.ts';

/** Elements within a word: `un<b>believ</b>able` is one. All others part words. */
const inlineTag = /^<\/?(?:a|abbr|b|bdi|bdo|cite|code|em|font|i|ins|mark|s|small|span|strong|sub|sup|u)\b/iu;
const letterOrDigit = /[\p{L}\p{N}]/u;
/** A Latin word or a number inside Japanese counts as one character (support pages). */
const characters = /[\p{Script=Latin}\p{Nd}][\p{Script=Latin}\p{Nd}\p{M}'’]*|[\p{L}\p{N}]/gu;

const thaiWords = new Intl.Segmenter('th', { granularity: 'word' });

/**
 * The words or characters that the service charges for, by the language's unit type. What stands in `[[[ ]]]`,
 * tags, punctuation and lone symbols are not charged. An unknown language counts words.
 */
export function countUnits(text: string, lc: string): number {
  const charged = chargedText(text);
  if (findLanguage(lc)?.unitType === 'character') return countMatches(charged, characters);
  if (lc === 'th') return countThaiWords(charged);
  return charged.split(/\s+/u).filter((token) => letterOrDigit.test(token)).length;
}

function chargedText(text: string): string {
  return textRuns(text)
    .map((run) => (run.kind === 'plain' ? run.text : run.kind === 'tag' && inlineTag.test(run.text) ? '' : ' '))
    .join('');
}

function countMatches(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/** Thai puts no blanks between words. */
function countThaiWords(text: string): number {
  let count = 0;
  for (const segment of thaiWords.segment(text)) if (segment.isWordLike === true) count += 1;
  return count;
}
