import { commentEnd } from '../kit/trivia.ts';
import { lineEndAt, lineStartAt } from '../kit/lineScan.ts';
import type { TextRange } from '../kit/localeFormat.ts';
import { joinNotes } from '../kit/unitFrom.ts';

/** The text between two members, or between a member and a bracket. */
export interface Gap {
  /** The text of the comments that belong to the member before it; undefined without such comments. */
  readonly trailing: string | undefined;
  /** The same for the member after it. */
  readonly leading: string | undefined;
  /** The start of the first comment of the member after it; without a comment, the start of that member. */
  readonly lead: number;
  /** Offset of the comma; -1 if there is no comma. */
  readonly comma: number;
}

/** Where a gap is. */
interface GapRange {
  readonly start: number;
  readonly end: number;
  /** It follows a bracket or the beginning of the file. */
  readonly beginsContainer: boolean;
  /** It is followed by a bracket or the end of the file. */
  readonly endsContainer: boolean;
}

/** The range of a comment. */
type Comment = TextRange;

/**
 * Reads a gap: whitespace, comments, a comma, and closing parentheses of the value. Comments before the comma, or on
 * the line on which the previous member ends, belong to that member, unless the next member begins on the same line.
 * The others belong to the next member if no empty line separates them from it.
 */
export function readGap(text: string, range: GapRange): Gap {
  const { comments, comma } = scanGap(text, range.start, range.end);
  if (comments.length === 0) return { trailing: undefined, leading: undefined, lead: range.end, comma };
  const trailingCount = countTrailing(text, comments, range, comma);
  const leading = commentsAttachedTo(text, comments.slice(trailingCount), range);
  return {
    trailing: range.beginsContainer ? undefined : noteFrom(text, comments.slice(0, trailingCount)),
    leading: noteFrom(text, leading),
    lead: leading[0]?.start ?? range.end,
    comma,
  };
}

/** Returns the comments of a range, and the offset of its first comma outside of them; -1 if there is no comma. */
function scanGap(
  text: string,
  start: number,
  end: number,
): { readonly comments: readonly Comment[]; readonly comma: number } {
  const comments: Comment[] = [];
  let comma = -1;
  let offset = start;
  while (offset < end) {
    const afterComment = commentEnd(text, offset);
    if (afterComment > 0) {
      comments.push({ start: offset, end: Math.min(afterComment, end) });
      offset = afterComment;
      continue;
    }
    if (comma < 0 && text.charCodeAt(offset) === commaCode) comma = offset;
    offset += 1;
  }
  return { comments, comma };
}

/** Returns how many comments at the beginning of a gap belong to the previous member. `comma`: see `Gap`. */
function countTrailing(text: string, comments: readonly Comment[], range: GapRange, comma: number): number {
  let position = range.start;
  let count = 0;
  for (const comment of comments) {
    // Comments before the comma belong to the previous member on any line; without a comma (-1), none is before it.
    if (comment.start > comma && countLineBreaks(text, position, comment.start) > 0) break;
    position = comment.end;
    count += 1;
  }
  const isOneLine = count === comments.length && countLineBreaks(text, position, range.end) === 0;
  if (!isOneLine || range.endsContainer) return count;
  // The next member is on the same line: only comments before the comma belong to the previous one.
  return comments.filter(({ start }) => start < comma).length;
}

/** Returns the comments directly before the next member. One on the line of a bracket belongs to the bracket. */
function commentsAttachedTo(
  text: string,
  comments: readonly Comment[],
  { start, end, beginsContainer, endsContainer }: GapRange,
): readonly Comment[] {
  if (endsContainer) return [];
  // -1 without a bracket, so that no comment is on its line.
  const bracketLineEnd = beginsContainer ? lineEndAt(text, start) : -1;
  const memberLineStart = lineStartAt(text, end);
  let position = end;
  let firstAttachedIndex = comments.length;
  for (const comment of comments.toReversed()) {
    const isAboveEmptyLine = countLineBreaks(text, comment.end, position) > 1;
    if (isAboveEmptyLine) break;
    const isOnBracketLine = comment.start <= bracketLineEnd && comment.end < memberLineStart;
    if (isOnBracketLine) break;
    position = comment.start;
    firstAttachedIndex -= 1;
  }
  return comments.slice(firstAttachedIndex);
}

/** Returns the text of the comments between a key and its value. */
export function noteBetween(text: string, keyEnd: number, valueStart: number): string | undefined {
  return noteFrom(text, scanGap(text, keyEnd, valueStart).comments);
}

const commaCode = 44;
const lineFeed = 10;
const carriageReturn = 13;

/** Returns the lines of comments that contain words; undefined if there are no such lines. */
function noteFrom(text: string, comments: readonly Comment[]): string | undefined {
  if (comments.length === 0) return undefined;
  return joinNotes(...comments.map(({ start, end }) => wordsOfComment(text.slice(start, end)).join('\n')));
}

/** Returns the lines of a comment with words, without the signs of comments. */
function wordsOfComment(comment: string): string[] {
  const isBlock = comment.startsWith('/*');
  const content = comment.replace(isBlock ? /^\/\*|\*\/$/g : /^(?:\/\/|#)/, '');
  // Lines may begin with ` * `, ` | `, or the `! ` of `/*!`.
  const lines = content.split(/\r\n|\n|\r/).map((line) => line.trim().replace(/^[*/!|]+(?:\s+|$)/, ''));
  return lines.filter((line) => /[\p{L}\p{N}]/u.test(line));
}

function countLineBreaks(text: string, start: number, end: number): number {
  let count = 0;
  for (let offset = start; offset < end; offset += 1) {
    const code = text.charCodeAt(offset);
    if (code === lineFeed || (code === carriageReturn && text.charCodeAt(offset + 1) !== lineFeed)) count += 1;
  }
  return count;
}
