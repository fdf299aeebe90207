/** Whether a text contains a letter: without one, there is nothing to translate. */
export function hasWords(text: string): boolean {
  return /\p{L}/u.test(text);
}
