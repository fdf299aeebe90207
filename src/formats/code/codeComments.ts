import { commentEnd } from '../kit/trivia.ts';
import { lineEndAt, lineStartAt } from '../kit/lineScan.ts';

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

interface GapRange {
  readonly from: number;
  readonly to: number;
  /** It follows a bracket or the beginning of the file. */
  readonly isFirst: boolean;
  /** It is followed by a bracket or the end of the file. */
  readonly isLast: boolean;
}

interface Comment {
  readonly start: number;
  readonly end: number;
}

/**
 * Reads a gap: whitespace, comments, a comma, and closing parentheses of the value. Comments before the comma, or on
 * the line on which the previous member ends, belong to that member, unless the next member begins on the same line.
 * The others belong to the next member if no empty line separates them from it.
 */
export function readGap(text: string, { from, to, isFirst, isLast }: GapRange): Gap {
  const comments: Comment[] = [];
  let comma = -1;
  for (let at = from; at < to;) {
    const end = commentEnd(text, at);
    if (end > 0) {
      comments.push({ start: at, end: Math.min(end, to) });
      at = end;
    } else {
      if (comma < 0 && text.charCodeAt(at) === commaCode) comma = at;
      at += 1;
    }
  }
  if (comments.length === 0) return { trailing: undefined, leading: undefined, lead: to, comma };
  const trailing = countTrailing(text, comments, { from, to, isFirst, isLast }, comma);
  const leading = isLast ? [] : attached(text, comments.slice(trailing), to, isFirst ? from : undefined);
  return {
    trailing: isFirst ? undefined : noteFrom(text, comments.slice(0, trailing)),
    leading: noteFrom(text, leading),
    lead: leading[0]?.start ?? to,
    comma,
  };
}

function countTrailing(
  text: string,
  comments: readonly Comment[],
  { from, to, isLast }: GapRange,
  comma: number,
): number {
  let position = from;
  let count = 0;
  for (const comment of comments) {
    if (comment.start > comma && lineBreaks(text, position, comment.start) > 0) break;
    position = comment.end;
    count += 1;
  }
  const onOneLine = count === comments.length && lineBreaks(text, position, to) === 0;
  return onOneLine && !isLast ? comments.filter(({ start }) => start < comma).length : count;
}

/**
 * Returns the comments directly before `to`. A comment that begins on the line of offset `apart` belongs to the bracket
 * there.
 */
function attached(
  text: string,
  comments: readonly Comment[],
  to: number,
  apart: number | undefined,
): readonly Comment[] {
  // Searched only once: there may be thousands of comments.
  const bracketLineEnd = apart === undefined ? -1 : lineEndAt(text, apart);
  const ownLineStart = lineStartAt(text, to);
  let position = to;
  let count = 0;
  for (const comment of comments.toReversed()) {
    if (lineBreaks(text, comment.end, position) > 1) break;
    if (comment.start <= bracketLineEnd && comment.end < ownLineStart) break;
    position = comment.start;
    count += 1;
  }
  return count === 0 ? [] : comments.slice(-count);
}

/** Returns the text of the comments between a key and its value. */
export function noteBetween(text: string, from: number, to: number): string | undefined {
  let comments: Comment[] | undefined;
  for (let at = from; at < to;) {
    const end = commentEnd(text, at);
    if (end > 0) (comments ??= []).push({ start: at, end });
    at = end > 0 ? end : at + 1;
  }
  return comments === undefined ? undefined : noteFrom(text, comments);
}

const commaCode = 44;
const lineFeed = 10;
const carriageReturn = 13;

/** Returns the lines of comments that contain words; undefined if there are no such lines. */
function noteFrom(text: string, comments: readonly Comment[]): string | undefined {
  const lines = comments.flatMap(({ start, end }) => commentLines(text.slice(start, end)));
  return lines.length === 0 ? undefined : lines.join('\n');
}

function commentLines(comment: string): string[] {
  const body = comment.startsWith('/*')
    ? comment.slice(2, comment.endsWith('*/') ? -2 : undefined)
    : comment.replace(/^(?:\/\/|#)/, '');
  return body
    .split(/\r\n|\n|\r/)
    .map((line) => line.trim().replace(/^[*/!|]+(?:\s+|$)/, ''))
    .filter((line) => /[\p{L}\p{N}]/u.test(line));
}

function lineBreaks(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at += 1) {
    const code = text.charCodeAt(at);
    if (code === lineFeed || (code === carriageReturn && text.charCodeAt(at + 1) !== lineFeed)) count += 1;
  }
  return count;
}
