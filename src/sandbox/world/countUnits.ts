import { findLanguage } from './languages.ts';
import { textRuns, type TextRun } from './textRuns.ts';

/** Elements within a word: `un<b>believ</b>able` is one. All others separate words. */
const inlineTag = /^<\/?(?:a|abbr|b|bdi|bdo|cite|code|em|font|i|ins|mark|s|small|span|strong|sub|sup|u)\b/iu;
const letterOrDigit = /[\p{L}\p{N}]/u;
/**
 * In Japanese text, a Latin word or a number counts as one character (support pages), including its joiners, as in
 * `e-mail`, `3.14` or an address.
 */
const characters = new RegExp(
  [
    // `e-mail`, `3.14`
    /[\p{Script=Latin}\p{Nd}](?:[\p{Script=Latin}\p{Nd}\p{M}]|[!-/:-@[-`{-~’]+(?=[\p{Script=Latin}\p{Nd}]))*/u,
    // Any other letter or number.
    /[\p{L}\p{N}]/u,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gu',
);

const spaceEntity = /^&(?:nbsp|ensp|emsp|thinsp|Tab|NewLine);$/u;
const letterEntity =
  /^&(?:[A-Za-z](?:acute|grave|circ|tilde|uml|cedil|ring|slash|caron)|szlig|(?:ae|oe|AE|OE)lig|eth|ETH|thorn|THORN);$/u;
const numericEntity = /^&#(?:[xX]([\da-fA-F]+)|(\d+));$/u;

const thaiWords = new Intl.Segmenter('th', { granularity: 'word' });

/**
 * Counts the charged words or characters, by the language's unit type. `[[[ ]]]` ranges, tags, punctuation and
 * standalone symbols are free. For an unknown language, words are counted.
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

/**
 * Returns the text that represents a character reference when counting: a letter, a space, or a sign that is only part
 * of a word.
 */
function entityText(entity: string): string {
  const [, hexadecimal, decimal] = numericEntity.exec(entity) ?? [];
  // NaN for a reference by name, such as `&nbsp;`.
  const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16);
  if (code <= 0x10_ffff) return String.fromCodePoint(code);
  if (spaceEntity.test(entity)) return ' ';
  return letterEntity.test(entity) ? 'x' : '&';
}

function countMatches(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/** Segments the text, because Thai has no spaces between words. */
function countThaiWords(text: string): number {
  let count = 0;
  for (const segment of thaiWords.segment(text)) if (segment.isWordLike === true) count += 1;
  return count;
}
