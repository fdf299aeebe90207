import type { HtmlText } from './htmlElements.ts';
import { mask } from './templateMask.ts';

/** The content between two block boundaries while it is collected: what the parser reports, in order. */
export interface Run {
  readonly items: RunItem[];
}

/** A tag, a comment, or a piece of character data in a run. */
export type RunItem = Chunk | RunTag | { readonly type: 'comment'; readonly start: number; readonly end: number };

/** A piece of character data, as written from `start` to `end`. */
interface Chunk {
  readonly type: 'text';
  readonly start: number;
  readonly end: number;
  readonly decoded: string;
  readonly kind: TextKind;
}

/** An opening or closing tag. */
export interface RunTag {
  readonly type: 'tag';
  readonly start: number;
  readonly end: number;
  /** The tag at the other end of its element, if it is in the run; for `<br>`, which needs no other, the tag itself. */
  match: RunTag | undefined;
  /** The texts of its attributes. */
  readonly attributes: readonly HtmlText[];
}

/** Translatable text takes precedence over text marked as not translatable, which takes precedence over code. */
type TextKind = HtmlText['kind'];

/** A part of a run in which every tag has its matching tag; its ends are neither whitespace nor comments. */
export interface Segment {
  readonly start: number;
  readonly end: number;
  /** Undefined without any text. */
  readonly kind: TextKind | undefined;
  readonly items: readonly RunItem[];
}

/** The comment that earlier versions wrote after a text to mark it as markup although it has no tags. */
export const markupMark = '<!---->';

export function emptyRun(): Run {
  return { items: [] };
}

/** Adds a tag whose matching tag is not known yet. */
export function addTag(run: Run, start: number, end: number, attributes: readonly HtmlText[]): RunTag {
  const tag: RunTag = { type: 'tag', start, end, match: undefined, attributes };
  run.items.push(tag);
  return tag;
}

/**
 * Divides a run at the tags that have no matching tag in it, and at what the parser skips, such as a closing tag
 * without an element: a text never contains one half of an element. `masked` is the file with masked template code.
 */
export function segmentsOf({ items }: Run, masked: string): readonly Segment[] {
  const [firstItem] = items;
  if (firstItem === undefined) return [];
  if (isUndivided(items)) return [segmentOf(items, masked)];
  const boundaries = unmatchedItems(items);
  const segments: Segment[] = [];
  let segmentItems: RunItem[] = [];
  let previousEnd = firstItem.start;
  const close = (): void => {
    if (segmentItems.length > 0) segments.push(segmentOf(segmentItems, masked));
    segmentItems = [];
  };
  for (const item of items) {
    const isAfterSkipped = item.start > previousEnd;
    if (boundaries.has(item) || isAfterSkipped) close();
    segmentItems.push(item);
    if (boundaries.has(item)) close();
    previousEnd = item.end;
  }
  close();
  return segments;
}

/** Whether a run is not divided, like most: every tag has its matching tag, and the parser has skipped nothing. */
function isUndivided(items: readonly RunItem[]): boolean {
  let previousEnd = items[0]?.start ?? 0;
  for (const item of items) {
    if (item.start > previousEnd || (item.type === 'tag' && item.match === undefined)) return false;
    previousEnd = item.end;
  }
  return true;
}

/** Returns the tags at which a run is divided: in `<b>two <i>words</b> <u>more</u>`, `<i>` and the pair around it. */
function unmatchedItems(items: readonly RunItem[]): ReadonlySet<RunItem> {
  const unmatched = new Set<RunItem>();
  // A division is a tag without a matching tag, or a place where the parser has skipped something.
  let divisionCount = 0;
  // How many divisions come before each tag. If two matching tags differ, a division is between them.
  const divisionsBefore = new Map<RunTag, number>();
  let previousEnd = items[0]?.start ?? 0;
  for (const item of items) {
    if (item.start > previousEnd) divisionCount += 1;
    previousEnd = item.end;
    if (item.type !== 'tag') continue;
    if (item.match === undefined) {
      unmatched.add(item);
      divisionCount += 1;
    }
    divisionsBefore.set(item, divisionCount);
  }
  if (divisionCount === 0) return unmatched;
  for (const [tag, countBefore] of divisionsBefore)
    if (tag.match !== undefined && divisionsBefore.get(tag.match) !== countBefore) unmatched.add(tag);
  return unmatched;
}

/** Creates the segment of these items, without the whitespace and comments at its ends. */
function segmentOf(items: readonly RunItem[], masked: string): Segment {
  let segmentStart = -1; // Nothing but whitespace and comments yet.
  let segmentEnd = -1;
  let kind: TextKind | undefined;
  for (const item of items) {
    if (item.type === 'comment') continue;
    let { start, end } = item;
    if (item.type === 'text') {
      while (start < end && isBlank(masked.charCodeAt(start))) start += 1;
      if (start === end) continue;
      while (isBlank(masked.charCodeAt(end - 1))) end -= 1;
      const isCode = item.kind === 'text' && isOnlyTemplates(masked, start, end);
      const itemKind = isCode ? 'code' : item.kind;
      const takesPrecedence = itemKind === 'text' || (itemKind === 'marked' && kind === 'code');
      if (kind === undefined || takesPrecedence) kind = itemKind;
    }
    if (segmentStart < 0) segmentStart = start;
    segmentEnd = end;
  }
  return { start: segmentStart, end: segmentEnd, kind, items };
}

/** Returns the text of a segment: decoded, with whitespace collapsed; or, with tags or comments, markup as written. */
export function textOfSegment(
  segment: Segment,
  text: string,
  masked: string,
): { readonly text: string; readonly markup: boolean } {
  const { start, end, items } = segment;
  const hasMarkup = items.some((item) => {
    const isCommentInside = item.type === 'comment' && item.start > start && item.end < end;
    return item.type === 'tag' || isCommentInside;
  });
  const isMarkedAsMarkup = text.startsWith(markupMark, end);
  const isMarkup = hasMarkup || isMarkedAsMarkup || looksLikeMarkup(masked.slice(start, end));
  if (isMarkup) return { text: decodeEdges(text.slice(start, end).replace(/\r\n?/g, '\n')), markup: true };
  return { text: collapsedText(segment, text, masked), markup: false };
}

/** Whether a text contains what begins a tag or a comment: `<b`, `</`, `<!`. */
function looksLikeMarkup(words: string): boolean {
  return words.includes('<') && /<[a-z/!]/i.test(words);
}

/** Whether character data is in the file as it is decoded: `Tea & cake`, but not `Tea &amp; cake`. */
function isLiteral({ start, end, decoded }: Chunk, masked: string): boolean {
  return end - start === decoded.length && masked.startsWith(decoded, start);
}

/** Returns the decoded character data of a segment. Whitespace is collapsed unless it is written as a reference. */
function collapsedText(segment: Segment, text: string, masked: string): string {
  const [onlyItem] = segment.items;
  if (segment.items.length === 1 && onlyItem?.type === 'text' && isLiteral(onlyItem, masked))
    return collapse(text, masked, Math.max(onlyItem.start, segment.start), Math.min(onlyItem.end, segment.end));
  let words = '';
  /** The range of adjacent literal chunks, whose whitespace is collapsed together; -1 if there is none. */
  let literalStart = -1;
  let literalEnd = -1;
  const addLiteral = (): void => {
    const start = Math.max(literalStart, segment.start);
    const end = Math.min(literalEnd, segment.end);
    if (literalStart >= 0 && start < end) words += collapse(text, masked, start, end);
    literalStart = -1;
  };
  for (const chunk of segment.items) {
    if (chunk.type !== 'text') continue;
    if (isLiteral(chunk, masked)) {
      if (literalStart < 0) literalStart = chunk.start;
      literalEnd = chunk.end;
    } else {
      addLiteral();
      words += chunk.decoded;
    }
  }
  addLiteral();
  return words;
}

/** Replaces each sequence of whitespace outside template code with one space. */
function collapse(text: string, masked: string, start: number, end: number): string {
  const part = masked.slice(start, end);
  // Most texts are on one line, with single spaces and without code (U+FDD0, its mask).
  if (!/[\t\n\f\r\uFDD0]| {2}/.test(part)) return part;
  if (!part.includes(mask)) return part.replace(/[ \t\n\f\r]+/g, ' ');
  let words = '';
  let position = start;
  const maskedCode = new RegExp(`${mask}+`, 'g');
  // The code itself is copied from `text`.
  for (const { 0: masks, index } of part.matchAll(maskedCode)) {
    const codeStart = start + index;
    words += masked.slice(position, codeStart).replace(/[ \t\n\f\r]+/g, ' ');
    position = codeStart + masks.length;
    words += text.slice(codeStart, position).replace(/\r\n?/g, '\n');
  }
  return words + masked.slice(position, end).replace(/[ \t\n\f\r]+/g, ' ');
}

/** The references that stand for whitespace at the ends of markup. */
const whitespaceReferences: ReadonlyMap<string, string> = new Map([
  ['&#9;', '\t'],
  ['&#10;', '\n'],
  ['&#13;', '\r'],
  ['&#32;', ' '],
]);

/** `&#32;<b>Hi</b>` → ` <b>Hi</b>`: at its ends, only whitespace that is written as references is part of a text. */
function decodeEdges(markup: string): string {
  let start = 0;
  let end = markup.length;
  let leadingSpace = '';
  let trailingSpace = '';
  let reference = referenceAt(markup, start);
  while (reference !== undefined) {
    leadingSpace += whitespaceReferences.get(reference) ?? '';
    start += reference.length;
    reference = referenceAt(markup, start);
  }
  reference = referenceBefore(markup, start, end);
  while (reference !== undefined) {
    trailingSpace = (whitespaceReferences.get(reference) ?? '') + trailingSpace;
    end -= reference.length;
    reference = referenceBefore(markup, start, end);
  }
  return leadingSpace + markup.slice(start, end) + trailingSpace;
}

/** Returns the reference to whitespace at an offset, if any. */
function referenceAt(markup: string, start: number): string | undefined {
  if (!markup.startsWith('&#', start)) return undefined;
  for (const reference of whitespaceReferences.keys()) if (markup.startsWith(reference, start)) return reference;
  return undefined;
}

/** Returns the reference to whitespace that ends at `end` and begins after `start`, if any. */
function referenceBefore(markup: string, start: number, end: number): string | undefined {
  if (markup.charAt(end - 1) !== ';') return undefined;
  for (const reference of whitespaceReferences.keys())
    if (end - reference.length >= start && markup.endsWith(reference, end)) return reference;
  return undefined;
}

/** Reverses `decodeEdges`. */
export function encodeEdges(markup: string): string {
  const referencesTo = (whitespace: string): string => whitespace.replace(/[^]/g, (char) => `&#${char.charCodeAt(0)};`);
  const start = /^[ \t\n\r]*/.exec(markup)?.[0].length ?? 0;
  let end = markup.length;
  while (end > start && /[ \t\n\r]/.test(markup.charAt(end - 1))) end -= 1;
  return referencesTo(markup.slice(0, start)) + markup.slice(start, end) + referencesTo(markup.slice(end));
}

/** Whether a part of a file is only template code and whitespace. */
function isOnlyTemplates(masked: string, start: number, end: number): boolean {
  for (let offset = start; offset < end; offset += 1)
    if (masked.charAt(offset) !== mask && !isBlank(masked.charCodeAt(offset))) return false;
  return true;
}

/** Whether a part of a file is whitespace as written: references to whitespace are text. */
export function isWhitespace(masked: string, start: number, end: number): boolean {
  for (let offset = start; offset < end; offset += 1) if (!isBlank(masked.charCodeAt(offset))) return false;
  return true;
}

/** Whether a UTF-16 unit is whitespace in HTML: a space, tab, line feed, form feed or carriage return. */
function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0c || code === 0x0d;
}
