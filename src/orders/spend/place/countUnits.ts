import { withoutExcludedAreas } from '../../../service/interface/excludedText.ts';
import type { Language } from '../../../service/interface/records.ts';

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
  const known = new Map<string, number>();
  const countInWords = code === 'th' ? countSegments : countWords;
  const countText = unitType === 'character' ? countCharacters : countInWords;
  return (text) => {
    const count = known.get(text) ?? countText(chargedText(text));
    known.set(text, count);
    return count;
  };
}

/** Returns the text without its excluded areas, tags and comments, and with characters for character references. */
function chargedText(text: string): string {
  const open = text.includes('[[[') ? withoutExcludedAreas(text) : text;
  const untagged = open.includes('<') ? withoutTags(open) : open;
  return untagged.includes('&') ? untagged.replaceAll(characterReference, referencedCharacter) : untagged;
}

/**
 * The start of a comment, or a tag; values in quotes may contain `>`. No match contains another `<`, so the search is
 * linear.
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
  for (const { 0: found, 1: quoted, 2: other = '', index } of text.matchAll(commentOrTag)) {
    // Within a comment.
    if (index < from) continue;
    const isComment = found === '<!--';
    // A comment that is never closed is text.
    if (isComment && lastCommentEnd < index + found.length) continue;
    const isInline = !isComment && inlineElements.has((quoted ?? other).toLowerCase());
    charged += text.slice(from, index) + (isInline ? '' : ' ');
    from = isComment ? text.indexOf('-->', index + found.length) + 3 : index + found.length;
  }
  return charged + text.slice(from);
}

/** `&amp;`, `&#39;`, `&#x8a9e;`. */
const characterReference = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]\w{0,31}));/giu;
const spaceNames: ReadonlySet<string> = new Set(['nbsp', 'ensp', 'emsp', 'thinsp', 'Tab', 'NewLine']);
/** `eacute`, `Ntilde`, `szlig`, `oelig`. */
const letterName = /^(?:[a-z](?:acute|grave|circ|tilde|uml|cedil|ring|slash|caron)|szlig|(?:ae|oe)lig|eth|thorn)$/iu;

/** Returns a character that is counted like the one that a reference represents: a letter, a space, or a sign. */
function referencedCharacter(_reference: string, decimal?: string, hexadecimal?: string, name = ''): string {
  if (spaceNames.has(name)) return ' ';
  if (name !== '') return letterName.test(name) ? 'a' : '&';
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
  return code <= 0x10_ffff ? String.fromCodePoint(code) : '&';
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
