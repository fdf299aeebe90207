/** Returns whether a file may have characters outside ASCII that are written as escapes: `\u00e9`, `&eacute;`. */
export function hasCharacterEscapes(file: string): boolean {
  return /\\[uUx]|&(?!(?:amp|lt|gt|quot|apos|nbsp);)/u.test(file);
}

export function isAscii(text: string): boolean {
  return /^[\x20-\x7e\s]*$/u.test(text);
}

/** How much longer a text may be in a file, where it is broken into lines and its markup is written out. */
const writtenLength = 2;
/** Added to the expected length, for short texts. */
const minReach = 100;
const maxOccurrences = 100;

/**
 * Returns whether a file without escapes could contain a text: not if it nowhere has the text's words next to each
 * other.
 */
export function mayContain(file: string, text: string, words: readonly string[]): boolean {
  const longestWord = words.reduce((best, word) => (word.length > best.length ? word : best), '');
  if (longestWord === '') return true;
  const reach = text.length * writtenLength + minReach;
  let at = file.indexOf(longestWord);
  for (let count = 0; at >= 0 && count < maxOccurrences; count += 1) {
    const around = file.slice(Math.max(0, at - reach), at + reach);
    if (words.every((word) => around.includes(word))) return true;
    at = file.indexOf(longestWord, at + longestWord.length);
  }
  // After so many occurrences, the text may be at one of the others.
  return at >= 0;
}
