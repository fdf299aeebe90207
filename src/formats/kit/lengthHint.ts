/**
 * Ways in which comments for translators limit a length: `max 20 chars`, `(max. 20)`, `at most 20 characters`,
 * `20 characters max`, `maxLength=20`, `CHAR_LIMIT=20` (Android's habit), `character limit: 20`.
 * Blanks are counted out, so that no pattern can look at a run of them twice.
 */
const PATTERNS: readonly RegExp[] = [
  /\bmax[-_ ]?(?:length|len|chars?|characters)[ \t]{0,3}(?:is|of|[:=])?[ \t]{0,3}["']?(\d{1,5})\b/i,
  /\b(?:char|chars|character|characters|length)[-_ ]?(?:limit|max|maximum)[ \t]{0,3}(?:is|of|[:=])?[ \t]{0,3}["']?(\d{1,5})\b/i,
  /\b(?:max\.?|maximum|maximal|at most|up to|no more than|not more than|no longer than|not longer than|limit(?:ed)?)[ \t]{0,3}(?:of|to|is|[:=])?[ \t]{0,3}(\d{1,5})[ \t-]{0,3}(?:char|letter|symbol)/i,
  /\b(\d{1,5})[ \t-]{0,3}(?:chars?|characters?|letters)[ \t,;(]{0,3}(?:max\b|maximum\b|at most\b|limit\b|or less\b|or fewer\b)/i,
  /\(max\.?[ \t]{0,3}(\d{1,5})\)/i,
];

/** The most characters that a comment allows a translation; undefined when it names no such limit. */
export function lengthHint(comment: string): number | undefined {
  // Every pattern has one of these words, and few comments have.
  if (!/max|limit|most|up to|than|less|fewer/i.test(comment)) return undefined;
  for (const pattern of PATTERNS) {
    const digits = pattern.exec(comment)?.[1];
    if (digits !== undefined && Number(digits) > 0) return Number(digits);
  }
  return undefined;
}
