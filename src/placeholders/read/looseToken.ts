/**
 * A character class, for patterns with the flag `u`: whitespace and invisible characters (zero-width ones, direction
 * marks, soft hyphens).
 */
export const gap = '[\\s\\u00ad\\u061c\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u2069\\ufeff]';

/** Each text lists the forms in which its first character may come back: curled quotes, other dashes. */
const lookalikes: readonly string[] = ["'‘’‚‛′´`ʼ", '"“”„‟«»″', '-‐‑‒–—−', '.。', ',，、'];

/** The character for each of its markup escapes, which tools put into texts: `&lt; → <`. */
const escapes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '&': '&amp; &#38;',
    '<': '&lt; &#60;',
    '>': '&gt; &#62;',
    '"': '&quot; &#34;',
    "'": '&apos; &#39; &#x27;',
    '[': '&#91; &#x5b; &#x5B; &lbrack; &lsqb; \\[',
    ']': '&#93; &#x5d; &#x5D; &rbrack; &rsqb; \\]',
    '{': '&#123; &#x7b; &#x7B; &lbrace; &lcub;',
    '}': '&#125; &#x7d; &#x7D; &rbrace; &rcub;',
  }).flatMap(([character, forms]) => forms.split(' ').map((form): [string, string] => [form, character])),
);
/** `\[`, `&lt;`, `&#60;`. */
const escapeAt = /\\[[\]]|&#?\w{1,6};/uy;

/** The zeros of Arabic, Persian, Devanagari, Bengali, Gujarati, Tamil, Thai, Lao, Tibetan, Myanmar and Khmer. */
const zeros: readonly number[] = [0x660, 0x6f0, 0x966, 0x9e6, 0xae6, 0xbe6, 0xe50, 0xed0, 0xf20, 0x1040, 0x17e0];

/** The characters that are written differently in a folded text. All others are only decomposed. */
const replacements: ReadonlyMap<string, string> = new Map([
  // `Ａ → A`: the full-width forms of ASCII have the same order.
  ...Array.from({ length: 0x5e }, (_, index): [string, string] => [
    String.fromCharCode(0xff01 + index),
    String.fromCharCode(0x21 + index),
  ]),
  // `’ → '`
  ...lookalikes.flatMap((family) => Array.from(family, (character): [string, string] => [character, family.charAt(0)])),
  // `٣ → 3`
  ...zeros.flatMap((zero) =>
    Array.from({ length: 10 }, (_, digit): [string, string] => [String.fromCharCode(zero + digit), String(digit)]),
  ),
]);

const gapCharacter = new RegExp(gap, 'u');

/** A text in the form that all its recognizable forms share. */
export interface FoldedText {
  readonly text: string;
  /** For each code unit of `text`: the start and the end of the characters that it was folded from. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/**
 * Returns a text without the differences between forms in which a placeholder can still be recognized: whitespace and
 * invisible characters, full-width characters, other digits, curled quotes, escapes for markup, composed characters.
 */
export function foldText(text: string): FoldedText {
  const [starts, ends]: [number[], number[]] = [[], []];
  let folded = '';
  for (let start = 0, end = 0; start < text.length; start = end) {
    const escape = escapeAtOffset(text, start);
    end = start + (escape?.length ?? 1);
    // `&lt;` is read as `<`; `''`, if there is no escape, is no key.
    folded += foldedUnits(escapes.get(escape ?? '') ?? text.charAt(start));
    // A character may be folded to several units or none: `é` to two, a space to none.
    while (starts.length < folded.length) {
      starts.push(start);
      ends.push(end);
    }
  }
  return { text: folded, starts, ends };
}

function escapeAtOffset(text: string, start: number): string | undefined {
  const character = text.charAt(start);
  if (character !== '&' && character !== '\\') return undefined;
  escapeAt.lastIndex = start;
  const escape = escapeAt.exec(text)?.[0] ?? '';
  return escapes.has(escape) ? escape : undefined;
}

/** The result of `foldedUnits` for each character that it has been called with. */
const foldedUnitsCache = new Map<string, string>();

/** Returns the units that a character is folded to, as one string. */
function foldedUnits(character: string): string {
  let units = foldedUnitsCache.get(character);
  if (units === undefined) {
    units = foldCharacter(character);
    foldedUnitsCache.set(character, units);
  }
  return units;
}

function foldCharacter(character: string): string {
  if (gapCharacter.test(character)) return '';
  const replacement = replacements.get(character);
  // The full-width `｀` becomes a grave accent, and that becomes `'`.
  if (replacement !== undefined) return replacements.get(replacement) ?? replacement;
  // `é` becomes `e` and an accent; half of a surrogate pair stays as it is.
  const code = character.charCodeAt(0);
  const isSurrogate = code >= 0xd800 && code < 0xe000;
  return isSurrogate ? character : character.normalize('NFD');
}

/** Returns the source of a pattern that matches exactly this text. */
export function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/gu, '\\$&');
}
