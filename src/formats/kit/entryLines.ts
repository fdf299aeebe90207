import type { TextEdit } from './localeFormat.ts';
import { insertionPlaces, type Ids } from './insertionOrder.ts';
import { isLineEnd, lineStartAt, startsLine } from './lineScan.ts';
import { placesInSections, sectionsOf, type Sections } from './sections.ts';

/** An entry of a file with a list of entries, with the comments directly above it. */
export interface EntryBlock {
  /** '' for an entry that a later entry of the same key overrides. */
  readonly id: string;
  /** The start of its first line, or of its comments if it has any. All offsets are in UTF-16 units. */
  readonly start: number;
  /** The start of the entry itself, without comments and indentation. */
  readonly bodyStart: number;
  /** The end of its last line, without the line end. */
  readonly end: number;
  /** The number of empty lines before it; 0 for the first entry. */
  readonly emptyLinesAbove: number;
}

/** Entries to insert into a file, the target. */
export interface NewEntries {
  readonly text: string;
  readonly lineEnd: string;
  /** The existing entries, in the file's order. */
  readonly targetBlocks: readonly EntryBlock[];
  readonly sourceBlocks: readonly EntryBlock[];
  readonly missingIds: Ids;
  /** Renders the lines of an entry, the last without its line end; `near` is its neighbor in the file, if any. */
  readonly render: (id: string, near: EntryBlock | undefined) => string;
  /** Where entries are inserted into a file that has none. */
  readonly firstEntryOffset: number;
  readonly sourceText: string;
  /** Whether a comment is a section's heading by its syntax; absent: by its decoration. */
  readonly isHeading?: (comment: string) => boolean;
}

/**
 * The edits that insert entries in the source's order. They are separated from their neighbors by as many empty lines
 * as the file has between entries or, if it groups entries by empty lines, as the source has.
 */
export function insertEntries(entries: NewEntries): TextEdit[] {
  const indicesInTarget = new Map<string, number>();
  for (const [index, { id }] of entries.targetBlocks.entries()) if (id !== '') indicesInTarget.set(id, index);
  // `targetBlocks[-1]` is undefined, so an id that the target lacks has no block.
  const indexOf = (id = ''): number => indicesInTarget.get(id) ?? -1;
  const sourceOrder = entries.sourceBlocks.map(({ id }) => id).filter((id) => id !== '');
  const emptyLines = emptyLinesOf(entries);
  const edits: TextEdit[] = [];
  const places = insertionPlaces(sourceOrder, indicesInTarget, entries.missingIds);
  const targetSections = sectionsIn(entries.text, entries.targetBlocks, false);
  const sourceSections = (): Sections => sectionsIn(entries.sourceText, entries.sourceBlocks, true);
  for (const { ids, after, before, next, at } of placesInSections(places, sourceSections, targetSections)) {
    const indexAbove = indexOf(after);
    // One of them is undefined: a place is after an entry or before one. In a file without entries, both are.
    const blockAbove = before === undefined ? entries.targetBlocks[indexAbove] : undefined;
    const blockBelow = entries.targetBlocks[indexOf(before)];
    if (blockAbove !== undefined) {
      const isNextAdjacent = indexOf(next) === indexAbove + 1;
      const nextBlock = isNextAdjacent ? entries.targetBlocks[indexAbove + 1] : undefined;
      const editInGap = insertionIntoGap({ blockAbove, nextBlock, ids }, entries, emptyLines);
      edits.push(editInGap ?? insertionAfter(entries, blockAbove, ids, emptyLines));
    } else if (blockBelow !== undefined) edits.push(insertionBefore(entries, { blockBelow, at }, ids, emptyLines));
    else edits.push(insertionIntoEmpty(entries, ids, emptyLines));
  }
  return edits.sort((a, b) => a.start - b.start);

  function sectionsIn(text: string, blocks: readonly EntryBlock[], isSource: boolean): Sections {
    const blocksWithText = blocks.filter(({ bodyStart, end }) => bodyStart < end);
    return sectionsOf(text, blocksWithText, 0, {
      isHeading: entries.isHeading,
      isSource,
      idOf: ({ id }) => id,
      startOf: ({ bodyStart }) => bodyStart,
      endOf: ({ end }) => end,
    });
  }
}

/** The numbers of empty lines above entries. */
interface EmptyLines {
  readonly above: (id: string) => number;
}

/** The share of entries that makes a number of empty lines that of the file. */
const nearlyAll = 0.9;

/**
 * Returns the same number of empty lines for all entries if nearly all of the file have it; otherwise, or if these only
 * separate groups of the source (`a||c` where it has `a|b||c|d`; `|` is a line end), the source's numbers.
 */
function emptyLinesOf({ targetBlocks, sourceBlocks }: NewEntries): EmptyLines {
  const counts = new Map<number, number>();
  // Nothing is above the first entry.
  for (const { emptyLinesAbove } of targetBlocks.slice(1))
    counts.set(emptyLinesAbove, (counts.get(emptyLinesAbove) ?? 0) + 1);
  const [mostFrequent] = [...counts].sort(([, a], [, b]) => b - a);
  const [usualCount, frequency] = mostFrequent ?? [0, 0];
  const isUniform = mostFrequent !== undefined && frequency >= (targetBlocks.length - 1) * nearlyAll;
  if (isUniform && !separatesSameGroups(targetBlocks, sourceBlocks)) return { above: () => usualCount };
  const countsInSource = new Map(sourceBlocks.map(({ id, emptyLinesAbove }) => [id, emptyLinesAbove]));
  return { above: (id) => countsInSource.get(id) ?? 0 };
}

/** Whether groups of the source have several entries, and a file only one of each: `a|b||c|d` and `a||c`. */
function separatesSameGroups(targetBlocks: readonly EntryBlock[], sourceBlocks: readonly EntryBlock[]): boolean {
  const separatedCount = sourceBlocks.filter(({ emptyLinesAbove }) => emptyLinesAbove > 0).length;
  const hasGroups = separatedCount > 0 && separatedCount < sourceBlocks.length - 1;
  if (!hasGroups) return false;
  const groupsInSource = new Map<string, number>();
  let group = 0;
  for (const { id, emptyLinesAbove } of sourceBlocks) {
    if (emptyLinesAbove > 0) group += 1;
    groupsInSource.set(id, group);
  }
  let previousGroup: number | undefined;
  let hasEmptyLines = false;
  for (const { id, emptyLinesAbove } of targetBlocks) {
    hasEmptyLines ||= emptyLinesAbove > 0;
    if (id === '') continue; // A later entry overrides it.
    const groupOfEntry = groupsInSource.get(id);
    const isOtherGroup = groupOfEntry !== undefined && groupOfEntry !== previousGroup;
    const isSeparated = hasEmptyLines && isOtherGroup;
    if (previousGroup !== undefined && !isSeparated) return false;
    previousGroup = groupOfEntry;
    hasEmptyLines = false;
  }
  return true;
}

/** Entries to be inserted after an existing one. */
interface EntriesBetween {
  readonly blockAbove: EntryBlock;
  /** The existing entry after `blockAbove`, if it is also the next one in the source. */
  readonly nextBlock: EntryBlock | undefined;
  readonly ids: readonly string[];
}

/** If `a|||c` is left of `a||b||c` (`|`: a line end), inserts `b` in the middle again; undefined for any other gap. */
function insertionIntoGap(
  { blockAbove, nextBlock, ids }: EntriesBetween,
  { text, lineEnd, render }: NewEntries,
  emptyLines: EmptyLines,
): TextEdit | undefined {
  const [firstId] = ids;
  if (firstId === undefined || emptyLines.above(firstId) === 0) return undefined;
  let emptyLinesBelow = '';
  if (nextBlock === undefined) {
    // The last entry was removed. `+ 1`: the line end of the entry above.
    const isGapAtEnd = text.slice(blockAbove.end) === lineEnd.repeat(emptyLines.above(firstId) + 1);
    if (!isGapAtEnd) return undefined;
  } else {
    if (nextBlock.emptyLinesAbove < emptyLines.above(firstId) + emptyLines.above(nextBlock.id)) return undefined;
    emptyLinesBelow = lineEnd.repeat(emptyLines.above(nextBlock.id));
  }
  const start = (nextBlock?.start ?? text.length) - emptyLinesBelow.length;
  if (!text.startsWith(emptyLinesBelow, start) || !text.startsWith(lineEnd, start - lineEnd.length)) return undefined;
  const lines = renderSeparated(ids, emptyLines, lineEnd, (id) => render(id, blockAbove));
  return { start, end: start, text: lines + lineEnd };
}

/** Renders entries with the empty lines between them: of two line ends, the first ends an entry. */
function renderSeparated(
  ids: readonly string[],
  emptyLines: EmptyLines,
  lineEnd: string,
  render: (id: string) => string,
): string {
  const [firstId, ...otherIds] = ids;
  if (firstId === undefined) return '';
  return render(firstId) + otherIds.map((id) => lineEnd.repeat(emptyLines.above(id) + 1) + render(id)).join('');
}

/** Inserts entries after an existing one. */
function insertionAfter(
  { text, lineEnd, render }: NewEntries,
  blockAbove: EntryBlock,
  ids: readonly string[],
  emptyLines: EmptyLines,
): TextEdit {
  // Another entry or a comment is on the same line.
  const sharesLine = blockAbove.end < text.length && !isLineEnd(text.charCodeAt(blockAbove.end));
  const separatorOf = (id: string): string => (sharesLine ? ' ' : lineEnd.repeat(emptyLines.above(id) + 1));
  const lines = ids.map((id) => separatorOf(id) + render(id, blockAbove));
  return { start: blockAbove.end, end: blockAbove.end, text: lines.join('') };
}

/** Inserts entries before an existing one: above its comments, or at the offset `at` below those of its section. */
function insertionBefore(
  { text, lineEnd, render }: NewEntries,
  { blockBelow, at }: { readonly blockBelow: EntryBlock; readonly at: number | undefined },
  ids: readonly string[],
  emptyLines: EmptyLines,
): TextEdit {
  const sharesLine = !startsLine(text, blockBelow.start);
  if (sharesLine) {
    const lines = ids.map((id) => `${render(id, blockBelow)} `);
    return { start: blockBelow.start, end: blockBelow.start, text: lines.join('') };
  }
  const start = at === undefined ? blockBelow.start : lineStartAt(text, at);
  const lines = renderSeparated(ids, emptyLines, lineEnd, (id) => render(id, blockBelow));
  return { start, end: start, text: lines + lineEnd.repeat(emptyLines.above(blockBelow.id) + 1) };
}

/** Inserts into a file without entries: after its content (comments, a header), with a line end if that has one. */
function insertionIntoEmpty(
  { text, lineEnd, render, firstEntryOffset }: NewEntries,
  ids: readonly string[],
  emptyLines: EmptyLines,
): TextEdit {
  let lines = renderSeparated(ids, emptyLines, lineEnd, (id) => render(id, undefined));
  const hasContent = /[^ \t\r\n]/.test(text.slice(0, firstEntryOffset));
  // Two line ends make one empty line after the content.
  if (hasContent) lines = lineEnd.repeat(Math.max(2 - lineEndsBefore(text, firstEntryOffset), 0)) + lines;
  if (firstEntryOffset === text.length && startsLine(text, firstEntryOffset)) lines += lineEnd;
  return { start: firstEntryOffset, end: firstEntryOffset, text: lines };
}

/** The number of line ends directly before an offset: CRLF is one. */
function lineEndsBefore(text: string, offset: number): number {
  let count = 0;
  let start = offset;
  while (start > 0 && startsLine(text, start)) {
    const isCrLf = start > 1 && text.startsWith('\r\n', start - 2);
    start -= isCrLf ? 2 : 1;
    count += 1;
  }
  return count;
}

/** A file to be created. */
export interface NewFile {
  readonly sourceText: string;
  readonly lineEnd: string;
  readonly sourceBlocks: readonly EntryBlock[];
  readonly wantedIds: Ids;
  readonly render: (id: string) => string;
}

/** Creates a file with the source's comments, empty lines and headings, but only the wanted ones of its entries. */
export function createEntries({ sourceText, lineEnd, sourceBlocks, wantedIds, render }: NewFile): string {
  const parts = [sourceText.slice(0, sourceBlocks[0]?.start ?? 0)];
  /** The last comments between entries that are not copied yet, with the whitespace around them; '' if copied. */
  let heading = '';
  let writtenCount = 0;
  let previousEnd: number | undefined;
  for (const { id, start, end } of sourceBlocks) {
    const textBetween = previousEnd === undefined ? '' : sourceText.slice(previousEnd, start);
    previousEnd = end;
    const hasComments = textBetween !== lineEnd && /[^ \t\f\r\n]/.test(textBetween);
    if (hasComments) heading = textBetween;
    if (!wantedIds.has(id)) continue;
    // The text above the source's first entry, `parts[0]`, needs no further line end.
    if (writtenCount === 0) parts.push(heading.replace(/^[ \t\f\r\n]+/, ''));
    else parts.push(heading || textBetween || lineEnd);
    parts.push(render(id));
    heading = '';
    writtenCount += 1;
  }
  if (writtenCount < wantedIds.size) {
    const sourceIds = new Set(sourceBlocks.map(({ id }) => id));
    for (const id of wantedIds.keys()) if (!sourceIds.has(id)) parts.push(lineEnd, render(id));
  }
  if (endsLine(sourceText)) parts.push(lineEnd);
  return parts.join('');
}

/** Whether a text ends with a line end, apart from spaces. */
function endsLine(text: string): boolean {
  let end = text.length;
  while (end > 0 && (text[end - 1] === ' ' || text[end - 1] === '\t')) end -= 1;
  return end > 0 && startsLine(text, end);
}
