import type { TextEdit } from './localeFormat.ts';
import { insertionPlaces, type Ids } from './insertionOrder.ts';
import { isLineEnd, lineStartAt, startsLine } from './lineScan.ts';
import { placesInSections, sectionsOf, type Sections } from './sections.ts';

/** An entry of a file with a list of entries, with the comments directly above it. */
export interface EntryBlock {
  /** '' for an entry that a later entry of the same key overrides. */
  readonly id: string;
  /** The start of its first line, or of its comments if it has any. */
  readonly start: number;
  /** The start of the entry itself, without comments and indentation. */
  readonly body: number;
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
  readonly sourceText: string;
  /** Whether a comment is a section's heading by its syntax; absent: by its decoration. */
  readonly isHeading?: (comment: string) => boolean;
}

/**
 * The edits that insert entries in the source's order. They are separated from their neighbors by as many empty lines
 * as the file has between entries or, if it groups entries by empty lines, as the source has.
 */
export function insertEntries(entries: NewEntries): TextEdit[] {
  const indices = new Map<string, number>();
  for (const [index, { id }] of entries.present.entries()) if (id !== '') indices.set(id, index);
  const indexOf = (id = ''): number => indices.get(id) ?? -1;
  const order = entries.source.map(({ id }) => id).filter((id) => id !== '');
  const gaps = gapsOf(entries);
  const edits: TextEdit[] = [];
  const places = insertionPlaces(order, indices, entries.missing);
  const targetSections = sectionsIn(entries.text, entries.present, false);
  const sourceSections = (): Sections => sectionsIn(entries.sourceText, entries.source, true);
  for (const { ids, after, before, next, at } of placesInSections(places, sourceSections, targetSections)) {
    const index = indexOf(after);
    const block = before === undefined ? entries.present[index] : undefined;
    const following = entries.present[indexOf(before)];
    if (block !== undefined) {
      const follower = indexOf(next) === index + 1 ? entries.present[index + 1] : undefined;
      const intoGap = insertionIntoGap({ block, follower, ids }, entries, gaps);
      edits.push(intoGap ?? insertionAfter(entries, block, ids, gaps));
    } else if (following !== undefined) edits.push(insertionBefore(entries, { following, at }, ids, gaps));
    else edits.push(insertionIntoEmpty(entries, ids, gaps));
  }
  return edits.sort((a, b) => a.start - b.start);

  function sectionsIn(text: string, blocks: readonly EntryBlock[], isSource: boolean): Sections {
    const withText = blocks.filter(({ body, end }) => body < end);
    return sectionsOf(text, withText, 0, {
      isHeading: entries.isHeading,
      isSource,
      idOf: ({ id }) => id,
      startOf: ({ body }) => body,
      endOf: ({ end }) => end,
    });
  }
}

/** The number of empty lines above an entry. */
interface Gaps {
  readonly isUniform: boolean;
  readonly of: (id: string) => number;
}

/** The share of entries that makes a number of empty lines that of the file. */
const nearlyAll = 0.9;

/**
 * If nearly all entries of a file are separated by the same number of empty lines, that number is used, unless the file
 * has only the empty lines between groups that its source has.
 */
function gapsOf({ present, source }: NewEntries): Gaps {
  const counts = new Map<number, number>();
  for (const { gap } of present.slice(1)) counts.set(gap, (counts.get(gap) ?? 0) + 1);
  const [mostFrequent] = [...counts].sort(([, one], [, other]) => other - one);
  const [usualGap, count] = mostFrequent ?? [0, 0];
  const isUniform = mostFrequent !== undefined && count >= (present.length - 1) * nearlyAll;
  if (isUniform && !separatesSameGroups(present, source)) return { isUniform, of: () => usualGap };
  const inSource = new Map(source.map(({ id, gap }) => [id, gap]));
  return { isUniform: false, of: (id) => inSource.get(id) ?? 0 };
}

/** Whether a source has groups of several entries, and a file has empty lines only between entries of two groups. */
function separatesSameGroups(present: readonly EntryBlock[], source: readonly EntryBlock[]): boolean {
  const separated = source.filter(({ gap }) => gap > 0).length;
  if (separated === 0 || separated >= source.length - 1) return false;
  const groups = new Map<string, number>();
  let group = 0;
  for (const { id, gap } of source) {
    if (gap > 0) group += 1;
    groups.set(id, group);
  }
  let previous: number | undefined;
  let hasEmptyLines = false;
  for (const { id, gap } of present) {
    hasEmptyLines ||= gap > 0;
    if (id === '') continue;
    const groupOfEntry = groups.get(id);
    const isOtherGroup = groupOfEntry !== undefined && groupOfEntry !== previous;
    if (previous !== undefined && !(hasEmptyLines && isOtherGroup)) return false;
    previous = groupOfEntry;
    hasEmptyLines = false;
  }
  return true;
}

/** Entries to be inserted after an existing one; `follower` follows it if it also follows them in the source. */
interface EntriesBetween {
  readonly block: EntryBlock;
  readonly follower: EntryBlock | undefined;
  readonly ids: readonly string[];
}

/** If an entry was removed with its own line only, twice the empty lines remain: the entry is inserted between them. */
function insertionIntoGap(
  { block, follower, ids }: EntriesBetween,
  { text, lineEnd, render }: NewEntries,
  gaps: Gaps,
): TextEdit | undefined {
  const [firstId] = ids;
  if (firstId === undefined || gaps.of(firstId) === 0) return undefined;
  let gapAfter = '';
  if (follower === undefined) {
    if (text.slice(block.end) !== lineEnd.repeat(gaps.of(firstId) + 1)) return undefined;
  } else {
    if (follower.gap < gaps.of(firstId) + gaps.of(follower.id)) return undefined;
    gapAfter = lineEnd.repeat(gaps.of(follower.id));
  }
  const at = (follower?.start ?? text.length) - gapAfter.length;
  if (!text.startsWith(gapAfter, at) || !text.startsWith(lineEnd, at - lineEnd.length)) return undefined;
  const lines = separated(ids, gaps, lineEnd, (id) => render(id, block));
  return { start: at, end: at, text: lines + lineEnd };
}

/** Renders entries with the empty lines between them. */
function separated(ids: readonly string[], gaps: Gaps, lineEnd: string, render: (id: string) => string): string {
  const [firstId, ...otherIds] = ids;
  if (firstId === undefined) return '';
  return render(firstId) + otherIds.map((id) => lineEnd.repeat(gaps.of(id) + 1) + render(id)).join('');
}

function insertionAfter(
  { text, lineEnd, render }: NewEntries,
  block: EntryBlock,
  ids: readonly string[],
  gaps: Gaps,
): TextEdit {
  const sharesLine = block.end < text.length && !isLineEnd(text.charCodeAt(block.end));
  const separatorOf = (id: string): string => (sharesLine ? ' ' : lineEnd.repeat(gaps.of(id) + 1));
  const lines = ids.map((id) => separatorOf(id) + render(id, block));
  return { start: block.end, end: block.end, text: lines.join('') };
}

/** Inserts entries before an existing one: above its comments, or at an offset below those that head its section. */
function insertionBefore(
  { text, lineEnd, render }: NewEntries,
  { following, at }: { readonly following: EntryBlock; readonly at: number | undefined },
  ids: readonly string[],
  gaps: Gaps,
): TextEdit {
  if (!startsLine(text, following.start)) {
    const lines = ids.map((id) => `${render(id, following)} `);
    return { start: following.start, end: following.start, text: lines.join('') };
  }
  const start = at === undefined ? following.start : lineStartAt(text, at);
  const lines = separated(ids, gaps, lineEnd, (id) => render(id, following));
  return { start, end: start, text: lines + lineEnd.repeat(gaps.of(following.id) + 1) };
}

/** Inserts into a file without entries: after its content (comments, a header), with the same line end at the end. */
function insertionIntoEmpty({ text, lineEnd, render, foot }: NewEntries, ids: readonly string[], gaps: Gaps): TextEdit {
  let lines = separated(ids, gaps, lineEnd, (id) => render(id, undefined));
  const hasContent = /[^ \t\r\n]/.test(text.slice(0, foot));
  // Two line ends make one empty line after the content.
  if (hasContent) lines = lineEnd.repeat(Math.max(2 - lineEndsBefore(text, foot), 0)) + lines;
  if (foot === text.length && startsLine(text, foot)) lines += lineEnd;
  return { start: foot, end: foot, text: lines };
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
    if (count === 0) parts.push(heading.replace(/^[ \t\f\r\n]+/, ''));
    else parts.push(heading || lead || lineEnd);
    parts.push(render(id));
    heading = '';
    count += 1;
  }
  if (count < wanted.size) {
    const inSource = new Set(source.map(({ id }) => id));
    for (const id of wanted.keys()) if (!inSource.has(id)) parts.push(lineEnd, render(id));
  }
  if (endsLine(sourceText)) parts.push(lineEnd);
  return parts.join('');
}

/** Whether the last line that is not empty has a line end. */
function endsLine(text: string): boolean {
  let at = text.length;
  while (at > 0 && (text[at - 1] === ' ' || text[at - 1] === '\t')) at -= 1;
  return at > 0 && startsLine(text, at);
}
