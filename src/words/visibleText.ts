/**
 * The maximum length of a text from outside, such as a key, a title or a message of the service, unless a caller
 * sets another limit.
 */
export const defaultCharacters = 200;

/**
 * Returns a text from outside as one line that shows what it contains: line breaks, tabs and runs of white space
 * become one space; control, bidirectional and other invisible characters appear as `[U+202E]`; a long text ends in
 * an ellipsis.
 *
 * Invisible characters that scripts and emoji need stay where those use them: joiners between letters of scripts
 * other than Latin, Greek and Cyrillic and within emoji, variation selectors, Mongolian and Khmer vowels, the tags of
 * flags.
 */
export function visibleText(text: string, maxCharacters: number = defaultCharacters): string {
  // Of a very long text, only the beginning is converted.
  const beginning = text.slice(0, maxCharacters * maxUnitsPerCharacter);
  const line = beginning.replace(whitespace, ' ').trim().replace(invisibleCharacters, showInvisible);
  const characters = Array.from(line);
  const isWhole = beginning.length === text.length && characters.length <= maxCharacters;
  if (isWhole) return line;
  return `${characters.slice(0, maxCharacters - 1).join('')}…`;
}

/** UTF-16 units of the text for each character of the line: characters may have two, and whitespace is shortened. */
const maxUnitsPerCharacter = 8;

/**
 * Line breaks and tabs, with the whitespace around them, and runs of other whitespace, which would push the rest of
 * the text out of sight.
 */
const whitespace = /\s*[\t\n\v\f\r\u0085\u2028\u2029][\s\u0085]*|\s{2,}/gu;

/** First the sequences that are kept; then, as the only group, the characters that are replaced. */
const invisibleCharacters = new RegExp(
  [
    // A flag of a region: England, Scotland, Wales.
    '\\u{1F3F4}[\\u{E0030}-\\u{E0039}\\u{E0061}-\\u{E007A}]{1,6}\\u{E007F}',
    // A joiner after a letter or mark of a script that has joiners, or within an emoji.
    '(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\uFE0F])\\u200D(?=\\p{Extended_Pictographic})',
    '(?<=(?![\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}])[\\p{L}\\p{M}])[\\u200C\\u200D]',
    // A zero-width space between words of scripts that are written without spaces.
    '(?<=[\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}])\\u200B',
    // One variation selector after a character; the spellings of Mongolian and Khmer.
    '(?<=[\\p{L}\\p{M}\\p{N}\\p{P}\\p{S}])(?<!\\p{Variation_Selector})[\\uFE00-\\uFE0F\\u{E0100}-\\u{E01EF}]',
    '(?<=\\p{Script=Mongolian})[\\u180B-\\u180F]',
    '(?<=\\p{Script=Khmer})[\\u17B4\\u17B5]',
    // A soft hyphen is invisible where the line does not break, and a hyphen where it does.
    '\\u00AD(?=\\p{L})',
    '([\\p{Cc}\\p{Cs}\\p{Default_Ignorable_Code_Point}\\uFFF9-\\uFFFB])',
  ].join('|'),
  'gu',
);

function showInvisible(match: string, replacedCharacter: string | undefined): string {
  return replacedCharacter === undefined ? match : showCharacter(replacedCharacter);
}

/** Returns a visible name of a character: `[U+202E]`. */
export function showCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`;
}

const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/**
 * Returns a visible text in a form that can't reorder the text around it. Right-to-left letters move the digits and
 * punctuation next to them even without control characters; an isolate limits this to the text itself. A text without
 * such letters is returned unchanged.
 */
export function isolate(text: string): string {
  if (rightToLeft.test(text)) return `\u2068${text}\u2069`;
  return text;
}
