/** A comment's place in the text, marks included. */
export interface Comment {
  readonly start: number;
  readonly end: number;
}

/**
 * Parts the comments between two members. Those on the line where the former ends trail it (`"a": 1, // about a`), unless
 * the latter begins on that very line; the others lead the latter. Before the closing bracket only trailing ones count.
 */
export function splitComments(
  text: string,
  comments: readonly Comment[],
  from: number,
  to: number,
  atEnd: boolean,
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

/** The words of comments, one line each, appended to what is noted already; undefined when there are none. */
export function noteFrom(text: string, comments: readonly Comment[], noted: string | undefined): string | undefined {
  const lines = comments.flatMap(({ start, end }) => commentLines(text.slice(start, end)));
  const note = noted === undefined ? lines : [noted, ...lines];
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
