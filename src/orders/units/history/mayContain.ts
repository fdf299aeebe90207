/** Returns whether a file may have characters outside ASCII that are written as escapes. */
export function hasCharacterEscapes(file: string): boolean {
  return /\\[uUx]|&(?!(?:amp|lt|gt|quot|apos|nbsp);)/u.test(file);
}

export function isAscii(text: string): boolean {
  return /^[\x20-\x7e\s]*$/u.test(text);
}

/** How much longer a text may be in a file, where it is broken into lines and its markup is written out. */
const writtenLength = 2;
const maxOccurrences = 100;

/**
 * Returns whether a file without escapes could contain a text: not if it nowhere has the text's words next to each
 * other.
 */
export function mayContain(file: string, text: string, words: readonly string[]): boolean {
  const longest = words.reduce((best, word) => (word.length > best.length ? word : best), '');
  if (longest === '') return true;
  const reach = text.length * writtenLength + 100;
  let at = file.indexOf(longest);
  for (let count = 0; at >= 0 && count < maxOccurrences; count += 1) {
    const around = file.slice(Math.max(0, at - reach), at + reach);
    if (words.every((word) => around.includes(word))) return true;
    at = file.indexOf(longest, at + longest.length);
  }
  return at >= 0;
}
