import { findLanguage } from './languages.ts';
import { textRuns, type TextRun } from './textRuns.ts';

/** Elements within a word: `un<b>believ</b>able` is one. All others part words. */
const inlineTag = /^<\/?(?:a|abbr|b|bdi|bdo|cite|code|em|font|i|ins|mark|s|small|span|strong|sub|sup|u)\b/iu;
const letterOrDigit = /[\p{L}\p{N}]/u;
/** A Latin word or a number inside Japanese counts as one character (support pages); with what joins it, as in `e-mail`, `3.14` or an address. */
const characters =
  /[\p{Script=Latin}\p{Nd}](?:[\p{Script=Latin}\p{Nd}\p{M}]|[!-/:-@[-`{-~’]+(?=[\p{Script=Latin}\p{Nd}]))*|[\p{L}\p{N}]/gu;

const blankEntity = /^&(?:nbsp|ensp|emsp|thinsp|Tab|NewLine);$/u;
const letterEntity =
  /^&(?:[A-Za-z](?:acute|grave|circ|tilde|uml|cedil|ring|slash|caron)|szlig|(?:ae|oe|AE|OE)lig|eth|ETH|thorn|THORN);$/u;
const numericEntity = /^&#(?:x([\da-fA-F]+)|(\d+));$/u;

const thaiWords = new Intl.Segmenter('th', { granularity: 'word' });

/**
 * The words or characters that the service charges for, by the language's unit type. What stands in `[[[ ]]]`,
 * tags, punctuation and lone symbols are not charged. An unknown language counts words.
 */
export function countUnits(text: string, lc: string): number {
  const charged = textRuns(text).map(chargedText).join('');
  if (findLanguage(lc)?.unitType === 'character') return countMatches(charged, characters);
  if (lc === 'th') return countThaiWords(charged);
  return charged.split(/\s+/u).filter((token) => letterOrDigit.test(token)).length;
}

function chargedText({ kind, text }: TextRun): string {
  if (kind === 'plain') return text;
  if (kind === 'entity') return entityText(text);
  return kind === 'tag' && inlineTag.test(text) ? '' : ' ';
}

/** What a character reference stands for, as far as counting goes: a letter, a blank, or a sign that is part of its word and no more. */
function entityText(entity: string): string {
  const [, hexadecimal, decimal] = numericEntity.exec(entity) ?? [];
  const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16);
  if (code <= 0x10_ffff) return String.fromCodePoint(code);
  if (blankEntity.test(entity)) return ' ';
  return letterEntity.test(entity) ? 'x' : '&';
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
