import type { TextEdit } from '../kit/localeFormat.ts';
import { insertText } from '../kit/spliceEdits.ts';
import { sectionsOf, type Sections } from '../kit/sections.ts';
import { isElement, type XmlComment, type XmlElement, type XmlNode } from './xmlTree.ts';

/** A location after or before a child of a parent; with neither, at the end of a parent without elements. */
export interface SiblingLocation {
  readonly parent: XmlElement;
  readonly after?: XmlElement;
  readonly before?: XmlElement;
  /** With `before`: the offset, if it is below comments above that element. */
  readonly at?: number | undefined;
}

/** The layout of a file, used if the siblings do not show it. */
export interface XmlLayout {
  readonly lineEnd: string;
  /** The indentation of one level. */
  readonly level: string;
}

/**
 * The edit that inserts elements next to their new siblings: on lines of their own if the siblings are, with the same
 * indentation, and separated by an empty line if the sibling has one on both sides. Comments stay with the element that
 * they describe. `render` returns the elements for the indentation of their lines; undefined if they share a line.
 */
export function insertElements(text: string, location: SiblingLocation, layout: XmlLayout, render: Render): TextEdit {
  const { parent, after, before } = location;
  const sibling = after ?? before;
  if (sibling === undefined) return insertInEmpty(text, parent, layout, render);
  const index = childIndex(parent, sibling);
  const gapFor = (indent: string | undefined): string => {
    if (indent === undefined) return gapOnLine(text, parent, index);
    return layout.lineEnd.repeat(lineEndsAround(text, parent, index)) + indent;
  };
  if (after !== undefined) {
    const indent = indentAt(text, after.start);
    const gap = gapFor(indent);
    const elements = render(indent).map((element) => gap + element);
    const { end } = commentAfterIndex(text, parent, index) ?? after;
    return insertText(end, elements.join(''));
  }
  const start = location.at ?? (commentsAboveIndex(text, parent, index)[0] ?? sibling).start;
  const indent = indentAt(text, start);
  const gap = gapFor(indent);
  const elements = render(indent).map((element) => element + gap);
  return insertText(start, elements.join(''));
}

/** The location after one sibling or, if that is undefined, before the other; without both, in an empty parent. */
export function locationBetween(
  parent: XmlElement,
  after: XmlElement | undefined,
  before: XmlElement | undefined,
  at?: number,
): SiblingLocation {
  if (after !== undefined) return { parent, after };
  if (before !== undefined) return { parent, before, at };
  return { parent };
}

/** The sections of a parent's elements; `idOf` returns '' for an element that no file may lack. */
export function elementSections(text: string, parent: XmlElement, idOf: (element: XmlElement) => string): Sections {
  const elements = parent.children.filter(isElement);
  return sectionsOf(
    text,
    elements.map((element) => ({ id: idOf(element), start: element.start, end: element.end })),
    parent.innerStart,
  );
}

/** The location after a parent's last element. */
export function locationAtEnd(parent: XmlElement): SiblingLocation {
  return locationBetween(parent, parent.children.findLast(isElement), undefined);
}

/**
 * The comments directly above an element, without an empty line between; a comment that follows another element on its
 * line belongs to that one.
 */
export function commentsAbove(text: string, parent: XmlElement, element: XmlElement): readonly XmlComment[] {
  return commentsAboveIndex(text, parent, childIndex(parent, element));
}

/** Like `commentsAbove`, for callers that have the element's index among the parent's children. */
export function commentsAboveIndex(
  text: string,
  { children, innerStart }: XmlElement,
  index: number,
): readonly XmlComment[] {
  const comments: XmlComment[] = [];
  let nextStart = children[index]?.start ?? 0;
  for (let commentIndex = index - 1; commentIndex >= 0; commentIndex -= 1) {
    const comment = children[commentIndex];
    // No comment, or one above an empty line (more than 1 line end).
    if (comment?.kind !== 'comment' || !isWhitespace(text, comment.end, nextStart, 1)) break;
    const previous = children[commentIndex - 1];
    // A comment on the line of another element (0 line ends).
    if (previous?.kind === 'element' && isWhitespace(text, previous.end, comment.start, 0)) break;
    // `<a> <!-- about a -->` describes the parent if the element is on the next line.
    const isAfterTag = commentIndex === 0 && isWhitespace(text, innerStart, comment.start, 0);
    if (isAfterTag && lineEndsIn(text, comment.end, nextStart) === 1) break;
    comments.unshift(comment);
    nextStart = comment.start;
  }
  return comments;
}

/** The comment after an element on its line, if it ends the line. */
export function commentAfterIndex(
  text: string,
  { children, innerEnd }: XmlElement,
  index: number,
): XmlComment | undefined {
  const element = children[index];
  const comment = children[index + 1];
  if (element === undefined || comment?.kind !== 'comment') return undefined;
  const nextStart = children[index + 2]?.start ?? innerEnd;
  const endsLine = lineEndsIn(text, comment.end, nextStart) > 0;
  return endsLine && isWhitespace(text, element.end, comment.start, 0) ? comment : undefined;
}

/** The index of a child among the parent's; -1 if it is not one. A binary search by offsets. */
export function childIndex({ children }: XmlElement, child: XmlNode): number {
  let [low, high] = [0, children.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const start = children[middle]?.start ?? 0;
    if (start === child.start) return middle;
    if (start < child.start) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** The whitespace that begins the line of an offset; undefined if the line contains something else before it. */
export function indentAt(text: string, offset: number): string | undefined {
  let start = offset;
  while (start > 0 && (text[start - 1] === ' ' || text[start - 1] === '\t')) start -= 1;
  const isLineStart = start === 0 || text[start - 1] === '\n' || text[start - 1] === '\r';
  return isLineStart ? text.slice(start, offset) : undefined;
}

/** The indentation of one level, as shown by the first child that begins a line; undefined if none does. */
export function levelOf(text: string, parent: XmlElement): string | undefined {
  const parentIndent = indentAt(text, parent.start) ?? '';
  for (const child of parent.children) {
    const indent = child.kind === 'element' ? indentAt(text, child.start) : undefined;
    if (indent !== undefined && indent.length > parentIndent.length && indent.startsWith(parentIndent))
      return indent.slice(parentIndent.length);
  }
  return undefined;
}

/** Returns elements for the indentation of their lines; undefined if they share a line. */
type Render = (indent: string | undefined) => readonly string[];

/** Inserts elements into a parent without elements: `<a/>` or `<a></a>` → `<a>`, the elements and `</a>` on lines. */
function insertInEmpty(text: string, parent: XmlElement, { lineEnd, level }: XmlLayout, render: Render): TextEdit {
  const parentIndent = indentAt(text, parent.start);
  let elements = '';
  let closingTagLead = '';
  if (parentIndent === undefined) elements = render(undefined).join('');
  else {
    for (const element of render(parentIndent + level)) elements += lineEnd + parentIndent + level + element;
    closingTagLead = lineEnd + parentIndent;
  }
  if (parent.selfClosing) {
    let start = parent.end - '/>'.length;
    while (/\s/.test(text.charAt(start - 1))) start -= 1;
    return { start, end: parent.end, text: `>${elements}${closingTagLead}</${parent.name}>` };
  }
  const start = parent.children.at(-1)?.end ?? parent.innerStart;
  const isEmpty = isWhitespace(text, start, parent.innerEnd, Infinity);
  // In `<a>\n</a>`, the closing tag is on its own line already.
  const hasLineEnd = isEmpty && lineEndsIn(text, start, parent.innerEnd) > 0;
  return insertText(start, hasLineEnd ? elements : elements + closingTagLead);
}

/** Two if an empty line is before and after the child: then it separates all children, not groups. Otherwise one. */
function lineEndsAround(text: string, { children }: XmlElement, index: number): number {
  const [previous, child, next] = [children[index - 1], children[index], children[index + 1]];
  if (child === undefined) return 1;
  const gaps: number[] = [];
  if (previous !== undefined && !isHeadingAbove(text, previous, child))
    gaps.push(lineEndsIn(text, previous.end, child.start));
  if (next !== undefined) gaps.push(lineEndsIn(text, child.end, next.start));
  const hasEmptyLines = gaps.length > 0 && gaps.every((lineEnds) => lineEnds >= 2);
  return hasEmptyLines ? 2 : 1;
}

/** Whether an empty line separates a comment from the element below it. */
function isHeadingAbove(text: string, comment: XmlNode, child: XmlNode): boolean {
  return comment.kind === 'comment' && lineEndsIn(text, comment.end, child.start) > 1;
}

/** The whitespace between siblings that share a line. */
function gapOnLine(text: string, { children }: XmlElement, index: number): string {
  const [previous, child, next] = [children[index - 1], children[index], children[index + 1]];
  // Before the child; before the next one, if the child is the first.
  const [leftSibling, rightSibling] = previous === undefined ? [child, next] : [previous, child];
  if (leftSibling === undefined || rightSibling === undefined) return '';
  const gap = text.slice(leftSibling.end, rightSibling.start);
  return /^[ \t]*$/.test(gap) ? gap : '';
}

/** Whether there is only whitespace between two offsets, with at most `maxLineEnds` line ends. */
function isWhitespace(text: string, start: number, end: number, maxLineEnds: number): boolean {
  for (let offset = start; offset < end; offset += 1) if (!' \t\r\n'.includes(text.charAt(offset))) return false;
  return lineEndsIn(text, start, end) <= maxLineEnds;
}

/** The number of line ends (LF, CRLF or a lone CR) between two offsets. */
function lineEndsIn(text: string, start: number, end: number): number {
  let count = 0;
  for (let offset = start; offset < end; offset += 1) {
    if (text[offset] === '\n' || (text[offset] === '\r' && text[offset + 1] !== '\n')) count += 1;
  }
  return count;
}
