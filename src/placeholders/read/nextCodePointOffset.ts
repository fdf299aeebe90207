/**
 * Returns the offset after the code point at an offset. A pattern with the flag `u` that starts within a surrogate pair
 * moves back to its beginning, so a search that continues one code unit later would find the same match forever.
 */
export function nextCodePointOffset(text: string, offset: number): number {
  const isPair = (text.codePointAt(offset) ?? 0) > 0xffff;
  return isPair ? offset + 2 : offset + 1;
}
