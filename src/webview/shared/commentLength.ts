/** The longest comment that the service accepts, in characters. */
export const maxCommentLength = 25_000;

/** Returns the length of a comment in code points, as `maxCommentLength` counts it. */
export function commentLength(text: string): number {
  return Array.from(text).length;
}
