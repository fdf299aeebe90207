/** A comment's range in the text, including its delimiters. */
export interface Comment {
  readonly start: number;
  readonly end: number;
}

/** The space between two members: after the first and before the second, or before the closing bracket. */
export interface Gap {
  readonly from: number;
  readonly to: number;
  readonly atEnd: boolean;
}

/**
 * Divides the comments between two members. Those on the line where the first ends are trailing (`"a": 1, // about a`),
 * unless the second begins on that line; the others are leading comments of the second. Before the closing bracket,
 * there are only trailing ones.
 */
export function divideComments(
  text: string,
  comments: readonly Comment[],
  { from, to, atEnd }: Gap,
): { readonly trailing: Comment[]; readonly leading: Comment[] } {
  let position = from;
  let count = 0;
  for (const comment of comments) {
    if (hasLineBreak(text, position, comment.start)) break;
    position = comment.end;
    count += 1;
  }
  const onOneLine = count === comments.length && !hasLineBreak(text, position, to);
  if (onOneLine && !atEnd) count = 0;
  return { trailing: comments.slice(0, count), leading: atEnd ? [] : comments.slice(count) };
}

/** The words of comments, one line each, appended to an earlier note; undefined if there are no words. */
export function noteFrom(text: string, comments: readonly Comment[], earlier: string | undefined): string | undefined {
  const lines = comments.flatMap(({ start, end }) => commentLines(text.slice(start, end)));
  const note = earlier === undefined ? lines : [earlier, ...lines];
  return note.length === 0 ? undefined : note.join('\n');
}

function commentLines(comment: string): string[] {
  const body = comment.startsWith('//') ? comment.slice(2) : comment.slice(2, -2);
  return body
    .split(/\r\n|\n|\r/)
    .map((line) => line.trim().replace(/^[*/!]+(?:\s+|$)/, ''))
    .filter((line) => line !== '');
}

function hasLineBreak(text: string, from: number, to: number): boolean {
  return /[\r\n]/.test(text.slice(from, to));
}
