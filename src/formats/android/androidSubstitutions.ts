/** The letters of dates: aapt2 accepts a text with a `%` before one, since it may be a pattern for `Time.format`. */
const dateLetters = 'kmwyzDFKMWZ';
const flags = '-#+ ,(0123456789';
const maxDigits = 20;

/**
 * Whether aapt2 accepts the text of a `<string>` (`VerifyJavaStringFormat` in its `util/Util.cpp`): if it has several
 * substitutions, each must have a position, as in `%1$s`. Every other percent sign counts, such as that in `50 % of`;
 * `%%` and `%n` don't, nor does one at the end.
 */
export function hasValidSubstitutions(text: string): boolean {
  let count = 0;
  let isPositional = true;
  for (let at = text.indexOf('%'); at >= 0 && at < text.length - 1; at = text.indexOf('%', at)) {
    at += 1;
    if (text[at] === '%' || text[at] === 'n') {
      at += 1;
      continue;
    }
    count += 1;
    const [digits = ''] = /^\d*/.exec(text.slice(at, at + maxDigits)) ?? [];
    at += digits.length;
    if (digits === '' || (at < text.length && text[at] !== '$')) isPositional = false;
    // `%<s` refers to the argument of the previous substitution.
    if (digits === '' && text[at] === '<') at += text.startsWith('<$', at) ? 2 : 1;
    while (at < text.length && flags.includes(text.charAt(at))) at += 1;
    if (at < text.length && dateLetters.includes(text.charAt(at))) return true;
    at += 1;
  }
  return count <= 1 || isPositional;
}

/**
 * Returns the text of markup as aapt2 checks it, without the elements for translators. Undefined for markup with other
 * elements, which aapt2 doesn't check.
 */
export function checkedText(text: string, isMarkup: boolean): string | undefined {
  if (!isMarkup) return text;
  const plain = text.replace(/<!--.*?-->|<\/?xliff:g\b[^>]*>|<!\[CDATA\[|\]\]>/gsu, '');
  if (plain.includes('<') && !text.includes('<![CDATA[')) return undefined;
  return plain;
}
