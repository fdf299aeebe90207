/** Compares texts for `sort`, by UTF-16 code units, so that the order is the same in every locale. */
export function compareText(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
