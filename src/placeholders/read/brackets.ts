import { gap } from './looseToken.ts';

/** Opening brackets of all scripts, which may replace the protecting ones. */
export const openers = new Set('[［【〔〖「『《〈⟦〚');
export const closers = new Set(']］】〕〗」』》〉⟧〛');
/**
 * Other brackets, and characters that enclose text on both sides, with which tools and translators replace the
 * protecting ones. Texts have them as well, so that only three on either side of a run are the protecting ones.
 */
const enclosing = '*"\'_|~=';
export const looseOpeners = new Set(`(（⸨❨❪⦅｟<＜‹«⟨⟪❮❰❬{｛❴⦃❲⁅⟬⦋〘“„${enclosing}`);
export const looseClosers = new Set(`)）⸩❩❫⦆｠>＞›»⟩⟫❯❱❭}｝❵⦄❳⁆⟭⦌〙”“${enclosing}`);
/** Brackets that are quotation marks in East Asia: alone, they belong to the text. */
const quotes = new Set('「『《〈」』》〉');
const gapCharacter = new RegExp(`^${gap}$`, 'u');

/** Brackets in a row, in any form. */
export interface Brackets {
  /** The brackets, including whitespace between them. */
  readonly text: string;
  readonly count: number;
}

/** Whether a bracket is a quotation mark, as in `「x」`: one that is not repeated. */
function isQuote(text: string, index: number): boolean {
  const character = text.charAt(index);
  return quotes.has(character) && text.charAt(index - 1) !== character && text.charAt(index + 1) !== character;
}

/** Returns the brackets that end at an offset and begin at `minStart` at the earliest. They may be escaped: `\[\[`. */
export function bracketsBefore(text: string, minStart: number, end: number, brackets: ReadonlySet<string>): Brackets {
  let count = 0;
  let start = end;
  for (let index = end - 1; index >= minStart; index -= 1) {
    const character = text.charAt(index);
    if (brackets.has(character)) {
      if (isQuote(text, index)) break;
      count += 1;
      start = index;
    } else if (character === '\\') {
      // `\[` is an escaped bracket; any other backslash ends the search.
      if (!brackets.has(text.charAt(index + 1))) break;
      start = index;
    } else if (!gapCharacter.test(character)) {
      break;
    }
  }
  return { text: text.slice(start, end), count };
}

/** Returns the brackets that begin at an offset. */
export function bracketsAfter(text: string, start: number, brackets: ReadonlySet<string>): Brackets {
  let count = 0;
  let end = start;
  for (let index = start; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (brackets.has(character)) {
      if (isQuote(text, index)) break;
      count += 1;
      end = index + 1;
    } else if (character === '\\') {
      if (!brackets.has(text.charAt(index + 1))) break;
    } else if (!gapCharacter.test(character)) {
      break;
    }
  }
  return { text: text.slice(start, end), count };
}

/**
 * Returns the source's own brackets next to a run: of `[[[[` before `%s`, the first one if the source has `[%s]`. If
 * brackets are missing, nothing shows which ones: as many as the source has are kept, outermost first. If fewer than
 * that came back, those of the source are used.
 */
export function ownBrackets(text: string, sourceBrackets: Brackets): string {
  const returned = Array.from(text).filter(isBracket);
  if (returned.length < sourceBrackets.count) return sourceBrackets.text;
  return returned.slice(0, sourceBrackets.count).join('');
}

function isBracket(character: string): boolean {
  return [openers, closers, looseOpeners, looseClosers].some((brackets) => brackets.has(character));
}

/** Returns the characters of a text from the last to the first. */
export function reversed(text: string): string {
  return Array.from(text).reverse().join('');
}
