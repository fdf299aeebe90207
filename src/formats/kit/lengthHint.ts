// Ways in which comments for translators limit a length. Repeated whitespace is bounded, so that no pattern backtracks
// over it.
/** Matches what is between a word such as `maxLength` and the number: `=`, ` is `, `: "`. */
const limitSign = String.raw`[ \t]{0,3}(?:is|of|[:=])?[ \t]{0,3}["']?`;
const atMost =
  'max\\.?|maximum|maximal|at most|up to|no more than|not more than|no longer than|not longer than|limit(?:ed)?';
const patterns: readonly RegExp[] = [
  // In this order: `maxLength=20`, `CHAR_LIMIT=20`, `at most 20 characters`, `20 characters max`, `(max. 20)`.
  new RegExp(String.raw`\bmax[-_ ]?(?:length|len|chars?|characters)${limitSign}(\d{1,5})\b`, 'i'),
  new RegExp(String.raw`\b(?:chars?|characters?|length)[-_ ]?(?:limit|max|maximum)${limitSign}(\d{1,5})\b`, 'i'),
  new RegExp(
    String.raw`\b(?:${atMost})[ \t]{0,3}(?:of|to|is|[:=])?[ \t]{0,3}(\d{1,5})[ \t-]{0,3}(?:char|letter|symbol)`,
    'i',
  ),
  /\b(\d{1,5})[ \t-]{0,3}(?:chars?|characters?|letters)[ \t,;(]{0,3}(?:max|maximum|at most|limit|or less|or fewer)\b/i,
  /\(max\.?[ \t]{0,3}(\d{1,5})\)/i,
];

/** The maximum number of characters that a comment allows for a translation; undefined if it names no such limit. */
export function lengthHint(comment: string | undefined): number | undefined {
  // Every pattern contains one of these words, and few comments do.
  if (comment === undefined || !/max|limit|most|up to|than|less|fewer/i.test(comment)) return undefined;
  for (const pattern of patterns) {
    const digits = pattern.exec(comment)?.[1];
    if (digits !== undefined && Number(digits) > 0) return Number(digits);
  }
  return undefined;
}
