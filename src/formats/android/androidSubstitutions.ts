/** The letters of dates: aapt2 accepts a text with a `%` before one, since it may be a pattern for `Time.format`. */
const dateLetters = 'kmwyzDFKMWZ';
/** The flags and the width of a substitution: `%1$-10s`. */
const flagsAndWidth = '-#+ ,(0123456789';
/** No position has more digits. */
const maxDigits = 20;

/**
 * Whether aapt2 accepts the text of a `<string>` (`VerifyJavaStringFormat` in its `util/Util.cpp`): if it has several
 * substitutions, each must have a position, as in `%1$s`. Every other percent sign counts, such as that in `50 % of`;
 * `%%` and `%n` don't, nor does one at the end.
 */
export function hasValidSubstitutions(text: string): boolean {
  let count = 0;
  let isPositional = true;
  let offset = text.indexOf('%');
  for (; offset >= 0 && offset < text.length - 1; offset = text.indexOf('%', offset)) {
    offset += 1;
    if (text[offset] === '%' || text[offset] === 'n') {
      offset += 1;
      continue;
    }
    count += 1;
    const [digits = ''] = /^\d*/.exec(text.slice(offset, offset + maxDigits)) ?? [];
    offset += digits.length;
    // `%1` at the very end counts as a position.
    if (digits === '' || (offset < text.length && text[offset] !== '$')) isPositional = false;
    // `%<s` refers to the argument of the previous substitution.
    if (digits === '' && text[offset] === '<') offset += text.startsWith('<$', offset) ? 2 : 1;
    while (offset < text.length && flagsAndWidth.includes(text.charAt(offset))) offset += 1;
    if (offset < text.length && dateLetters.includes(text.charAt(offset))) return true;
    offset += 1;
  }
  return count <= 1 || isPositional;
}

/** Returns the text that aapt2 checks: markup without `<xliff:g>`. Undefined with other elements: it checks nothing. */
export function checkedText(text: string, isMarkup: boolean): string | undefined {
  if (!isMarkup) return text;
  // Comments, `<xliff:g id="count">` and its end, and the delimiters of CDATA sections.
  const plainText = text.replace(/<!--.*?-->|<\/?xliff:g\b[^>]*>|<!\[CDATA\[|\]\]>/gsu, '');
  // A `<` that is left begins an element, except in a CDATA section: there, it is a character of the text.
  const hasOtherElements = plainText.includes('<') && !text.includes('<![CDATA[');
  return hasOtherElements ? undefined : plainText;
}
