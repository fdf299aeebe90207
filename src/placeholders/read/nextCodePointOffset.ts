/**
 * The offset behind the character at an offset. A pattern with the flag `u` that is started within a surrogate pair goes
 * back to its beginning, so a search that goes on one code unit later would find the same again, for ever.
 */
export function nextCodePointOffset(text: string, at: number): number {
  return at + ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);
}
