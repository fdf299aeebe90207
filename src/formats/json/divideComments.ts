import type { TextRange } from '../kit/localeFormat.ts';
import { joinNotes } from '../kit/unitFrom.ts';

/** A comment's range in the text, including its delimiters. */
export type Comment = TextRange;

/** The space between two members; `atEnd`: between the last member and the closing bracket. */
export interface Gap {
  readonly start: number;
  readonly end: number;
  readonly atEnd: boolean;
}

/**
 * Divides the comments between two members. A comment on the line on which the first member ends is trailing
 * (`"a": 1, // about a`), unless the second member begins on that line; the others lead the second member. Before the
 * closing bracket, there are only trailing comments.
 */
export function divideComments(
  text: string,
  comments: readonly Comment[],
  { start, end, atEnd }: Gap,
): { readonly trailing: Comment[]; readonly leading: Comment[] } {
  let position = start;
  let trailingCount = 0;
  for (const comment of comments) {
    if (hasLineBreak(text, position, comment.start)) break;
    position = comment.end;
    trailingCount += 1;
  }
  if (atEnd) return { trailing: comments.slice(0, trailingCount), leading: [] };
  // `"a": 1, /* about b */ "b": 2`
  const isOneLine = trailingCount === comments.length && !hasLineBreak(text, position, end);
  if (isOneLine) trailingCount = 0;
  return { trailing: comments.slice(0, trailingCount), leading: comments.slice(trailingCount) };
}

/** The words of comments, one line each, appended to an earlier note; undefined if there are no words. */
export function noteFrom(text: string, comments: readonly Comment[], oldNote: string | undefined): string | undefined {
  if (comments.length === 0) return oldNote;
  return joinNotes(oldNote, ...comments.map(({ start, end }) => commentLines(text.slice(start, end)).join('\n')));
}

/** Returns the lines of a comment that have words, without the signs of comments. */
function commentLines(comment: string): string[] {
  const content = comment.slice('//'.length, comment.startsWith('/*') ? -'*/'.length : undefined);
  // Lines of a block may begin with ` * `.
  const lines = content.split(/\r\n|\n|\r/).map((line) => line.trim().replace(/^[*/!]+(?:\s+|$)/, ''));
  return lines.filter((line) => line !== '');
}

function hasLineBreak(text: string, start: number, end: number): boolean {
  return /[\r\n]/.test(text.slice(start, end));
}
