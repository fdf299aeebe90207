/** Compares texts for `sort`, by UTF-16 code units, so that the order is the same in every locale. */
export function compareText(text: string, otherText: string): number {
  if (text === otherText) return 0;
  return text < otherText ? -1 : 1;
}
