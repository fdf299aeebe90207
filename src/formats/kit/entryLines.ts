import type { TextEdit } from './localeFormat.ts';
import { insertionPlaces, type Ids } from './insertionOrder.ts';
import { isLineEnd, startsLine } from './lineScan.ts';

/** An entry of a file with a list of entries, with the comments directly above it. */
export interface EntryBlock {
  /** '' for an entry that a later entry of the same key overrides. */
  readonly id: string;
  /** The start of its first line, or of its comments if it has any. */
  readonly start: number;
  /** The end of its last line, without the line end. */
  readonly end: number;
  /** Empty lines before it. */
  readonly gap: number;
}

export interface NewEntries {
  readonly text: string;
  readonly lineEnd: string;
  /** The existing entries, in the file's order. */
  readonly present: readonly EntryBlock[];
  readonly source: readonly EntryBlock[];
  readonly missing: Ids;
  /** Renders the lines of an entry, the last without its line end; `near` is its neighbor in the file, if any. */
  readonly render: (id: string, near: EntryBlock | undefined) => string;
  /** Offset of the first entry in a file that has none. */
  readonly foot: number;
}

/**
 * The edits that insert entries in the source's order. They are separated from their neighbors by as many empty lines
 * as the file has between entries or, if it groups entries by empty lines, as the source has.
 */
export function insertEntries(entries: NewEntries): TextEdit[] {
  const indices = new Map<string, number>();
  for (const [index, { id }] of entries.present.entries()) if (id !== '') indices.set(id, index);
  const indexOf = (id: string | undefined): number => (id === undefined ? undefined : indices.get(id)) ?? -1;
  const order = entries.source.map(({ id }) => id).filter((id) => id !== '');
  const gaps = gapsOf(entries);
  const edits: TextEdit[] = [];
  for (const { ids, after, before, next } of insertionPlaces(order, indices, entries.missing)) {
    const at = indexOf(after);
    const block = entries.present[at];
    const following = block === undefined ? entries.present[indexOf(before)] : undefined;
    if (block !== undefined) {
      const follower = indexOf(next) === at + 1 ? entries.present[at + 1] : undefined;
      edits.push(...insertionsBetween({ block, follower, ids }, entries, gaps));
    } else if (following !== undefined) edits.push(insertionBefore(entries, following, ids, gaps));
    else edits.push(insertionIntoEmpty(entries, ids, gaps));
  }
  return edits.sort((a, b) => a.start - b.start);
}

/** The number of empty lines above an entry. */
interface Gaps {
  readonly isUniform: boolean;
  readonly of: (id: string) => number;
}

/** If nearly all entries of a file are separated by the same number of empty lines, that number is used. */
function gapsOf({ present, source }: NewEntries): Gaps {
  const counts = new Map<number, number>();
  for (const { gap } of present.slice(1)) counts.set(gap, (counts.get(gap) ?? 0) + 1);
  const [most] = [...counts].sort((a, b) => b[1] - a[1]);
  if (most !== undefined && most[1] >= (present.length - 1) * 0.9) return { isUniform: true, of: () => most[0] };
  const inSource = new Map(source.map(({ id, gap }) => [id, gap]));
  return { isUniform: false, of: (id) => inSource.get(id) ?? 0 };
}

/** Entries to be inserted after an existing one; `follower` follows it if it also follows them in the source. */
interface EntriesBetween {
  readonly block: EntryBlock;
  readonly follower: EntryBlock | undefined;
  readonly ids: readonly string[];
}

/**
 * Inserts entries after an existing one; those from the first that shares a group with the following entry in the
 * source are inserted before that entry.
 */
function insertionsBetween(between: EntriesBetween, entries: NewEntries, gaps: Gaps): readonly TextEdit[] {
  const { block, follower, ids } = between;
  const restored = insertionIntoGap(between, entries, gaps);
  if (restored !== undefined) return [restored];
  const split = follower === undefined ? ids.length : groupStart(ids, follower, gaps);
  if (follower === undefined || split === ids.length) return [insertionAfter(entries, block, ids, gaps)];
  const before = insertionBefore(entries, follower, ids.slice(split), gaps);
  return split > 0 ? [insertionAfter(entries, block, ids.slice(0, split), gaps), before] : [before];
}

/**
 * The first of the entries that shares a group with the following entry in the source, if that entry begins a group in
 * the file.
 */
function groupStart(ids: readonly string[], follower: EntryBlock, gaps: Gaps): number {
  if (gaps.isUniform || follower.gap === 0 || gaps.of(follower.id) !== 0) return ids.length;
  const first = ids.findLastIndex((id) => gaps.of(id) > 0);
  return first < 0 ? ids.length : first;
}

/** If an entry was removed with its own line only, twice the empty lines remain: the entry is inserted between them. */
function insertionIntoGap(
  { block, follower, ids }: EntriesBetween,
  { text, lineEnd, render }: NewEntries,
  gaps: Gaps,
): TextEdit | undefined {
  const [first] = ids;
  if (first === undefined || gaps.of(first) === 0) return undefined;
  if (follower === undefined) {
    if (text.slice(block.end) !== lineEnd.repeat(gaps.of(first) + 1)) return undefined;
  } else if (follower.gap < gaps.of(first) + gaps.of(follower.id)) return undefined;
  const gapAfter = follower === undefined ? '' : lineEnd.repeat(gaps.of(follower.id));
  const at = (follower?.start ?? text.length) - gapAfter.length;
  if (text.slice(at, at + gapAfter.length) !== gapAfter || !text.startsWith(lineEnd, at - lineEnd.length))
    return undefined;
  const lines = ids.map((id, index) => (index === 0 ? '' : lineEnd.repeat(gaps.of(id) + 1)) + render(id, block));
  return { start: at, end: at, text: lines.join('') + lineEnd };
}

function insertionAfter(
  { text, lineEnd, render }: NewEntries,
  block: EntryBlock,
  ids: readonly string[],
  gaps: Gaps,
): TextEdit {
  const sharesLine = block.end < text.length && !isLineEnd(text.charCodeAt(block.end));
  const lines = ids.map((id) => (sharesLine ? ' ' : lineEnd.repeat(gaps.of(id) + 1)) + render(id, block));
  return { start: block.end, end: block.end, text: lines.join('') };
}

function insertionBefore(
  { text, lineEnd, render }: NewEntries,
  block: EntryBlock,
  ids: readonly string[],
  gaps: Gaps,
): TextEdit {
  const sharesLine = !startsLine(text, block.start);
  const lines = ids.map(
    (id, index) => render(id, block) + (sharesLine ? ' ' : lineEnd.repeat(gaps.of(ids[index + 1] ?? block.id) + 1)),
  );
  return { start: block.start, end: block.start, text: lines.join('') };
}

/** Inserts into a file without entries: after its content (comments, a header), with the same line end at the end. */
function insertionIntoEmpty({ text, lineEnd, render, foot }: NewEntries, ids: readonly string[], gaps: Gaps): TextEdit {
  const lines = ids
    .map((id, index) => (index === 0 ? '' : lineEnd.repeat(gaps.of(id) + 1)) + render(id, undefined))
    .join('');
  const isFirst = /^[ \t\r\n]*$/.test(text.slice(0, foot));
  const breaks = isFirst ? 0 : Math.max(2 - lineEndsBefore(text, foot), 0);
  const isEnd = foot === text.length;
  return {
    start: foot,
    end: foot,
    text: lineEnd.repeat(breaks) + lines + (isEnd && startsLine(text, foot) ? lineEnd : ''),
  };
}

function lineEndsBefore(text: string, offset: number): number {
  let count = 0;
  let at = offset;
  while (at > 0 && startsLine(text, at)) {
    at -= text.startsWith('\r\n', at - 2) && at > 1 ? 2 : 1;
    count += 1;
  }
  return count;
}

export interface NewFile {
  readonly sourceText: string;
  readonly lineEnd: string;
  readonly source: readonly EntryBlock[];
  readonly wanted: Ids;
  readonly render: (id: string) => string;
}

/**
 * Creates a file from a source: the text above its first entry, the wanted entries with the source's comments, empty
 * lines and headings, and the source's line end at the end.
 */
export function createEntries({ sourceText, lineEnd, source, wanted, render }: NewFile): string {
  const parts = [sourceText.slice(0, source[0]?.start ?? 0)];
  let heading = '';
  let count = 0;
  let previousEnd: number | undefined;
  for (const { id, start, end } of source) {
    const lead = previousEnd === undefined ? '' : sourceText.slice(previousEnd, start);
    previousEnd = end;
    if (lead !== lineEnd && /[^ \t\f\r\n]/.test(lead)) heading = lead;
    if (!wanted.has(id)) continue;
    const between = heading !== '' ? heading : lead === '' ? lineEnd : lead;
    parts.push(count === 0 ? withoutLeadingSpace(heading) : between, render(id));
    heading = '';
    count += 1;
  }
  if (count < wanted.size) {
    const known = new Set(source.map(({ id }) => id));
    for (const id of wanted.keys()) if (!known.has(id)) parts.push(lineEnd, render(id));
  }
  return parts.join('') + (endsLine(sourceText) ? lineEnd : '');
}

function withoutLeadingSpace(text: string): string {
  return text.replace(/^[ \t\f\r\n]+/, '');
}

/** Whether the last line that is not empty has a line end. */
function endsLine(text: string): boolean {
  let at = text.length;
  while (at > 0 && (text[at - 1] === ' ' || text[at - 1] === '\t')) at -= 1;
  return at > 0 && startsLine(text, at);
}
