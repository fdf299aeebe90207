/** Whether two contents are the same; undefined is that of a file that does not exist. */
export function sameBytes(content: Uint8Array | undefined, otherContent: Uint8Array | undefined): boolean {
  if (content === undefined || otherContent === undefined) return content === otherContent;
  return Buffer.compare(content, otherContent) === 0;
}
