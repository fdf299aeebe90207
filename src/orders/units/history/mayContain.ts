/** Whether a file may have characters outside ASCII as escapes: `\u00e9` or `&eacute;`, but not `&amp;`. */
export function hasCharacterEscapes(fileText: string): boolean {
  return /\\[uUx]|&(?!(?:amp|lt|gt|quot|apos|nbsp);)/u.test(fileText);
}

/** Whether a text has only printable ASCII characters and whitespace. */
export function isAscii(text: string): boolean {
  return /^[\x20-\x7e\s]*$/u.test(text);
}

/** How many times longer a text may be in a file, where it is broken into lines and its markup is written out. */
const lengthFactor = 2;
/** In UTF-16 units; added to the expected length, for short texts. */
const addedReach = 100;
/** How many occurrences of the longest word are examined. */
const maxOccurrences = 100;

/** Whether a file without escapes could contain a text: it has the text's words next to each other. */
export function mayContain(fileText: string, text: string, words: readonly string[]): boolean {
  const longestWord = words.reduce((best, word) => (word.length > best.length ? word : best), '');
  if (longestWord === '') return true;
  const reach = text.length * lengthFactor + addedReach;
  let offset = fileText.indexOf(longestWord);
  for (let count = 0; offset >= 0 && count < maxOccurrences; count += 1) {
    const surroundings = fileText.slice(Math.max(0, offset - reach), offset + reach);
    if (words.every((word) => surroundings.includes(word))) return true;
    offset = fileText.indexOf(longestWord, offset + longestWord.length);
  }
  // The text may be at an occurrence that was not examined.
  const hasMoreOccurrences = offset >= 0;
  return hasMoreOccurrences;
}
