import type { TextEdit } from '../kit/localeFormat.ts';
import type { XmlComment, XmlElement, XmlNode } from './xmlTree.ts';

/** Behind an element, before one, or, with neither, at the end of a parent that has none. Both are children of the parent. */
export interface SiblingPlace {
  readonly parent: XmlElement;
  readonly after?: XmlElement;
  readonly before?: XmlElement;
}

/** How a file is laid out, for where its siblings do not show it. */
export interface XmlLayout {
  readonly lineEnd: string;
  /** The blanks of one level. */
  readonly level: string;
}

/**
 * The edit that puts elements beside their new siblings: on lines of their own where those are, with the same blanks before
 * them, and a blank line between where the sibling has one on both sides. Comments stay with the element that they
 * describe. `render` gives the elements for the blanks that begin their lines; undefined when they share a line.
 */
export function insertElements(
  text: string,
  place: SiblingPlace,
  layout: XmlLayout,
  render: (indent: string | undefined) => readonly string[],
): TextEdit {
  const { parent, after, before } = place;
  if (after !== undefined) return behind(text, parent, after, layout, render);
  if (before !== undefined) return inFrontOf(text, parent, before, layout, render);
  return intoEmpty(text, parent, layout, render);
}

/** The comments directly above an element, without a blank line between; one behind another element on its line is that one's. */
export function commentsAbove(text: string, parent: XmlElement, element: XmlElement): readonly XmlComment[] {
  return commentsAboveIndex(text, parent, childIndex(parent, element));
}

/** `commentsAbove` for who knows the element's index among the parent's children. */
export function commentsAboveIndex(
  text: string,
  { children, innerStart }: XmlElement,
  index: number,
): readonly XmlComment[] {
  const comments: XmlComment[] = [];
  let next = children[index]?.start ?? 0;
  for (let at = index - 1; at >= 0; at -= 1) {
    const child = children[at];
    if (child?.kind !== 'comment' || !isBlankWithin(text, child.end, next, 1)) break;
    const previous = children[at - 1];
    if (previous?.kind === 'element' && isBlankWithin(text, previous.end, child.start, 0)) break;
    // Behind the parent's own tag it is about the parent; unless everything is on that line.
    if (at === 0 && lineEndsIn(text, child.end, next) === 1 && isBlankWithin(text, innerStart, child.start, 0)) break;
    comments.unshift(child);
    next = child.start;
  }
  return comments;
}

/** The comment behind an element on its line, when that line ends with it. */
export function commentBehindIndex(
  text: string,
  { children, innerEnd }: XmlElement,
  index: number,
): XmlComment | undefined {
  const element = children[index];
  const comment = children[index + 1];
  if (element === undefined || comment?.kind !== 'comment' || !isBlankWithin(text, element.end, comment.start, 0))
    return undefined;
  const next = children[index + 2];
  return lineEndsIn(text, comment.end, next?.start ?? innerEnd) > 0 ? comment : undefined;
}

/** The place of a child among the parent's; -1 when it is not one. Takes the logarithm of their number. */
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

/** The blanks that begin the line of an offset; undefined when something else stands before it on the line. */
export function indentAt(text: string, offset: number): string | undefined {
  let start = offset;
  while (start > 0 && (text[start - 1] === ' ' || text[start - 1] === '\t')) start -= 1;
  const isLineStart = start === 0 || text[start - 1] === '\n' || text[start - 1] === '\r';
  return isLineStart ? text.slice(start, offset) : undefined;
}

/** The blanks of one level, as the first child that begins a line shows them; undefined when none does. */
export function levelOf(text: string, parent: XmlElement): string | undefined {
  const outer = indentAt(text, parent.start) ?? '';
  for (const child of parent.children) {
    const indent = child.kind === 'element' ? indentAt(text, child.start) : undefined;
    if (indent !== undefined && indent.length > outer.length && indent.startsWith(outer))
      return indent.slice(outer.length);
  }
  return undefined;
}

type Render = (indent: string | undefined) => readonly string[];

function behind(text: string, parent: XmlElement, element: XmlElement, layout: XmlLayout, render: Render): TextEdit {
  const index = childIndex(parent, element);
  const at = (commentBehindIndex(text, parent, index) ?? element).end;
  const indent = indentAt(text, element.start);
  const lead =
    indent === undefined
      ? gapOnLine(text, parent, index)
      : layout.lineEnd.repeat(lineEndsAround(text, parent, index)) + indent;
  return {
    start: at,
    end: at,
    text: render(indent)
      .map((each) => lead + each)
      .join(''),
  };
}

function inFrontOf(text: string, parent: XmlElement, element: XmlElement, layout: XmlLayout, render: Render): TextEdit {
  const index = childIndex(parent, element);
  const at = (commentsAboveIndex(text, parent, index)[0] ?? element).start;
  const indent = indentAt(text, at);
  const lead =
    indent === undefined
      ? gapOnLine(text, parent, index)
      : layout.lineEnd.repeat(lineEndsAround(text, parent, index)) + indent;
  return {
    start: at,
    end: at,
    text: render(indent)
      .map((each) => each + lead)
      .join(''),
  };
}

function intoEmpty(text: string, parent: XmlElement, { lineEnd, level }: XmlLayout, render: Render): TextEdit {
  const outer = indentAt(text, parent.start);
  const elements = (): string => {
    const lead = outer === undefined ? '' : lineEnd + outer + level;
    return render(outer === undefined ? undefined : outer + level)
      .map((each) => lead + each)
      .join('');
  };
  const end = outer === undefined ? '' : lineEnd + outer;
  if (parent.selfClosing) {
    let start = parent.end - 2;
    while (/\s/.test(text.charAt(start - 1))) start -= 1;
    return { start, end: parent.end, text: `>${elements()}${end}</${parent.name}>` };
  }
  const start = parent.children.at(-1)?.end ?? parent.innerStart;
  const isBlank = isBlankWithin(text, start, parent.innerEnd, Infinity);
  const hasLineEnd = isBlank && lineEndsIn(text, start, parent.innerEnd) > 0;
  return { start, end: start, text: elements() + (hasLineEnd ? '' : end) };
}

/** One, or two when a blank line stands both before and behind the child: then it parts all of them, and not groups. */
function lineEndsAround(text: string, { children }: XmlElement, index: number): number {
  const child = children[index];
  const previous = children[index - 1];
  const next = children[index + 1];
  if (child === undefined) return 1;
  const gaps = [
    ...(previous === undefined ? [] : [lineEndsIn(text, previous.end, child.start)]),
    ...(next === undefined ? [] : [lineEndsIn(text, child.end, next.start)]),
  ];
  return Math.max(1, Math.min(2, ...gaps, gaps.length === 0 ? 1 : 2));
}

/** The blanks between siblings that share a line. */
function gapOnLine(text: string, { children }: XmlElement, index: number): string {
  const [previous, child, next] = [children[index - 1], children[index], children[index + 1]];
  const gap =
    previous !== undefined && child !== undefined
      ? text.slice(previous.end, child.start)
      : child !== undefined && next !== undefined
        ? text.slice(child.end, next.start)
        : '';
  return /^[ \t]*$/.test(gap) ? gap : '';
}

/** Whether between two offsets are blanks alone, with at most so many line ends. */
function isBlankWithin(text: string, start: number, end: number, lineEnds: number): boolean {
  let count = 0;
  for (let at = start; at < end; at += 1) {
    const char = text[at];
    if (char === '\n' || (char === '\r' && text[at + 1] !== '\n')) count += 1;
    else if (char !== ' ' && char !== '\t' && char !== '\r') return false;
    if (count > lineEnds) return false;
  }
  return true;
}

/** How many line ends stand between two offsets. */
function lineEndsIn(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = start; at < end; at += 1) {
    if (text[at] === '\n' || (text[at] === '\r' && text[at + 1] !== '\n')) count += 1;
  }
  return count;
}
