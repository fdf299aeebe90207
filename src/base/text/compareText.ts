/** Orders texts by code units, so that the result is the same in every locale: for `sort`. */
export function compareText(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
