import { once } from '../../base/once.ts';
import { because } from '../reasons/reason.ts';
import { createEntries, insertEntries, type EntryBlock } from './entryLines.ts';
import { keptWhileWriting } from './keptWhileWriting.ts';
import type { LocaleFormat, ObsoleteUnit, TextEdit, TextRange, Unit } from './localeFormat.ts';
import { lineEndOf } from './lineEnd.ts';
import {
  afterLineEnd,
  alignmentOf,
  isBlank,
  lineEndAt,
  lineStartAt,
  type Alignment,
  type SeparatorColumn,
} from './lineScan.ts';
import { provenFormat, refusal, type WantedChange } from './provenFormat.ts';
import { isHeadingComment } from './sections.ts';
import { sortEdits } from './spliceEdits.ts';

/** A file with a list of entries, each with the comments that belong to it. */
export interface CommentedFile<Entry extends Commented> {
  readonly byId: ReadonlyMap<string, Entry>;
  /** In the file's order; the same list on each call. */
  readonly blocks: () => readonly EntryBlock[];
  /** The entries that are comments, by the ids that they would have: `#save=Sichern`. Each id has them in their order. */
  readonly inComments: () => ReadonlyMap<string, readonly EntryInComment[]>;
}

/** An entry that is a comment, alone on its line. */
export interface EntryInComment {
  /** Its line, with its indentation, without its line end. */
  readonly line: TextRange;
  readonly unit: Unit;
}

/** How the comments of a format look. */
export interface CommentSyntax {
  /** Matches the next comment, from its sign to its end; one of at most two groups is what it contains. Global. */
  readonly comment: RegExp;
  /** Matches what may be an entry, and no sentence: `save=Sichern`. */
  readonly entry: RegExp;
}

/** An entry with comments. */
interface Commented {
  readonly comments: readonly Comment[];
}

/** The range of a comment. */
type Comment = TextRange;

/** An entry to be written like its source's, with another text. */
export interface NewEntry<Entry extends Commented> {
  readonly translation: string;
  /** The entry in the source. */
  readonly entry: Entry;
  /** The neighboring entry in the target, whose style is copied; undefined in a file without entries. */
  readonly near: Entry | undefined;
  /** How the lines around it in the target align their separators. */
  readonly alignment: Alignment | undefined;
  /** The source's comments to copy: the entry's own, without headings of its section. */
  readonly comments: readonly Comment[];
  readonly lineEnd: string;
}

/** Renders the lines of an entry, the last without its line end. */
export type RenderEntry<Entry extends Commented> = (entry: NewEntry<Entry>) => string;

/**
 * Edits that insert the added entries in the source's order, each that is in a comment in its place. `columnOf` returns
 * where a line of the target has its separator, if others should copy it. Throws FormatError for an id that the source
 * lacks.
 */
export function insertCommented<Entry extends Commented>(
  { text, added, context: { sourceText } }: WantedChange,
  { target, source }: { readonly target: CommentedFile<Entry>; readonly source: CommentedFile<Entry> },
  render: RenderEntry<Entry>,
  columnOf: (entry: Entry) => SeparatorColumn | undefined,
): TextEdit[] {
  if (added.size === 0) return [];
  const lineEnd = lineEndOf(text);
  const targetBlocks = target.blocks();
  const alignments = alignmentsOf(targetBlocks, target, columnOf);
  const commentsFor = commentsToCopy({ text, file: target }, { text: sourceText, file: source });
  const renderNear = (id: string, near: EntryBlock | undefined, comments: readonly Comment[]): string =>
    render({
      translation: added.get(id) ?? '',
      entry: entryOf(source, id),
      near: near && target.byId.get(near.id),
      alignment: near && alignments.get(near),
      comments,
      lineEnd,
    });
  const entriesInComments = [...target.inComments()].filter(([id]) => added.has(id));
  const idsInComments = new Set(entriesInComments.map(([id]) => id));
  const missingIds = new Map([...added].filter(([id]) => !idsInComments.has(id)));
  const insertions =
    missingIds.size === 0
      ? []
      : insertEntries({
          text,
          lineEnd,
          targetBlocks,
          sourceBlocks: source.blocks(),
          missingIds,
          firstEntryOffset: text.length,
          sourceText,
          render: (id, near) => renderNear(id, near, commentsFor(id)),
        });
  const replacements = entriesInComments.flatMap(([id, entries]) =>
    replaceComments(text, entries, (start) => {
      const near = targetBlocks.findLast((block) => block.end <= start) ?? targetBlocks[0];
      // The comments above it are in the file already.
      return renderNear(id, near, []);
    }),
  );
  return sortEdits([...insertions, ...replacements]);
}

/** Writes an entry in the place of the last comment that contains it, and removes the others. */
function replaceComments(
  text: string,
  entries: readonly EntryInComment[],
  render: (start: number) => string,
): readonly TextEdit[] {
  return entries.map(({ line: { start, end } }, index) => {
    if (index < entries.length - 1) return { start, end: afterLineEnd(text, end), text: '' };
    return { start, end, text: render(start) };
  });
}

/**
 * Returns the entries that are comments, by the ids that they would have. Translators and platforms make comments of
 * entries that nobody uses, or that have no translation yet.
 */
export function entriesInComments(
  text: string,
  blocks: readonly EntryBlock[],
  { comment, entry }: CommentSyntax,
  readUnits: (text: string) => { readonly units: readonly Unit[] },
): ReadonlyMap<string, readonly EntryInComment[]> {
  const entries = new Map<string, EntryInComment[]>();
  let gapStart = 0;
  for (const { bodyStart, end } of [...blocks, { bodyStart: text.length, end: text.length }]) {
    for (const match of text.slice(gapStart, bodyStart).matchAll(comment)) {
      const content = (match[1] ?? match[2] ?? '').trimEnd();
      const line = wholeLine(text, gapStart + match.index, match[0].length);
      if (line === undefined || !entry.test(content)) continue;
      const [unit, ...otherUnits] = readUnits(content).units;
      if (unit === undefined || otherUnits.length > 0) continue;
      const entriesOfId = entries.get(unit.id) ?? [];
      entriesOfId.push({ line, unit });
      entries.set(unit.id, entriesOfId);
    }
    gapStart = end;
  }
  return entries;
}

/** Returns the line of a range that is alone on one line; else undefined. */
function wholeLine(text: string, start: number, length: number): TextRange | undefined {
  const line = { start: lineStartAt(text, start), end: lineEndAt(text, start) };
  const before = text.slice(line.start, start);
  const after = text.slice(start + length, line.end);
  return start + length <= line.end && before.trim() === '' && after.trim() === '' ? line : undefined;
}

/** The translations in comments, of each id the last. */
export function obsoleteInComments({
  inComments,
}: Pick<CommentedFile<Commented>, 'inComments'>): readonly ObsoleteUnit[] {
  return [...inComments().values()].flatMap((entries) => {
    const unit = entries.at(-1)?.unit;
    if (unit === undefined || unit.text === '' || unit.translatable === false) return [];
    return [{ id: unit.id, text: unit.text }];
  });
}

/** The text of a new file with the added entries, with the source's comments and headings. */
export function createCommented<Entry extends Commented>(
  { context: { sourceText }, added }: WantedChange,
  source: CommentedFile<Entry>,
  render: RenderEntry<Entry>,
): string {
  const lineEnd = lineEndOf(sourceText);
  return createEntries({
    sourceText,
    lineEnd,
    sourceBlocks: source.blocks(),
    wantedIds: added,
    render: (id) => {
      const entry = entryOf(source, id);
      return render({
        translation: added.get(id) ?? '',
        entry,
        near: undefined,
        alignment: undefined,
        comments: entry.comments,
        lineEnd,
      });
    },
  });
}

/** A file with a list of entries, and its units. */
interface ReadFile<Entry extends Commented> extends CommentedFile<Entry> {
  readonly units: readonly Unit[];
}

/** Writes the entries of one file. */
interface EntryWriter<Entry extends Commented> {
  readonly render: RenderEntry<Entry>;
  /** Returns where an entry of the file has its separator, if new ones should copy it. */
  readonly columnOf: (entry: Entry) => SeparatorColumn | undefined;
  readonly replace: (entry: Entry, translation: string) => TextEdit;
}

/** Returns a format whose files are lists of entries with comments. `writerFor` is called for each write. */
export function commentedFormat<Entry extends Commented>(
  id: string,
  readFile: (text: string) => ReadFile<Entry>,
  writerFor: (change: WantedChange) => EntryWriter<Entry>,
): LocaleFormat {
  return keptWhileWriting(readFile, (fileOf) =>
    provenFormat({
      id,
      units: (text) => fileOf(text).units,
      obsolete: (text) => obsoleteInComments(readFile(text)),
      edits: (change) => editsOf(change, fileOf, writerFor(change)),
    }),
  );
}

function editsOf<Entry extends Commented>(
  change: WantedChange,
  fileOf: (text: string) => ReadFile<Entry>,
  { render, columnOf, replace }: EntryWriter<Entry>,
): readonly TextEdit[] {
  const { text, context, replaced } = change;
  if (text === '') return [{ start: 0, end: 0, text: createCommented(change, fileOf(context.sourceText), render) }];
  const target = fileOf(text);
  const edits: TextEdit[] = [];
  // Before the insertions: an empty value ends where a new entry begins (`a=` and its line end).
  for (const [id, translation] of replaced) {
    const entry = target.byId.get(id);
    if (entry === undefined) throw refusal(because('unit-not-in-target', id));
    edits.push(replace(entry, translation));
  }
  edits.push(...insertCommented(change, { target, source: fileOf(context.sourceText) }, render, columnOf));
  return sortEdits(edits);
}

/** This number of entries without empty lines between them shows whether separators are aligned. */
const enoughLines = 20;

/** The alignment of the lines around each entry: of its group between empty lines; of its part of a long group. */
function alignmentsOf<Entry extends Commented>(
  blocks: readonly EntryBlock[],
  { byId }: CommentedFile<Entry>,
  columnOf: (entry: Entry) => SeparatorColumn | undefined,
): ReadonlyMap<EntryBlock, Alignment> {
  const alignments = new Map<EntryBlock, Alignment>();
  const addPart = (part: readonly EntryBlock[]): void => {
    const entries = part.map(({ id }) => byId.get(id)).filter((entry) => entry !== undefined);
    const alignment = alignmentOf(entries.map(columnOf).filter((column) => column !== undefined));
    if (alignment !== undefined) for (const block of part) alignments.set(block, alignment);
  };
  for (let groupStart = 0, groupEnd = 0; groupStart < blocks.length; groupStart = groupEnd) {
    groupEnd = groupStart + 1;
    while (groupEnd < blocks.length && blocks[groupEnd]?.emptyLinesAbove === 0) groupEnd += 1;
    const group = blocks.slice(groupStart, groupEnd);
    // 50 entries → 2 parts of 25: a part has at least `enoughLines` entries.
    const partCount = Math.max(1, Math.floor(group.length / enoughLines));
    const startOfPart = (index: number): number => Math.floor((group.length * index) / partCount);
    for (let index = 0; index < partCount; index += 1) addPart(group.slice(startOfPart(index), startOfPart(index + 1)));
  }
  return alignments;
}

function entryOf<Entry extends Commented>({ byId }: CommentedFile<Entry>, id: string): Entry {
  const entry = byId.get(id);
  if (entry === undefined) throw refusal(because('unit-not-in-source', id));
  return entry;
}

/** Whether a file has its source's comments for most of the entries that both have. */
function keepsComments<Entry extends Commented>(target: CommentedFile<Entry>, source: CommentedFile<Entry>): boolean {
  let commentedCount = 0;
  let bareCount = 0;
  for (const [id, { comments }] of source.byId) {
    const entry = comments.length === 0 ? undefined : target.byId.get(id);
    if (entry === undefined) continue;
    if (entry.comments.length > 0) commentedCount += 1;
    else bareCount += 1;
  }
  return commentedCount > 0 && commentedCount >= bareCount;
}

/** A file and the text that it was read from. */
interface FileWithText<Entry extends Commented> {
  readonly text: string;
  readonly file: CommentedFile<Entry>;
}

/**
 * Returns the comments that are copied with an entry: none if the target keeps few of its source's comments, else the
 * entry's own, without headings (decorated comments, and those above several entries). If a comment is above one entry
 * only and is in the target already, it is not copied either.
 */
function commentsToCopy<Entry extends Commented>(
  target: FileWithText<Entry>,
  source: FileWithText<Entry>,
): (id: string) => readonly Comment[] {
  if (!keepsComments(target.file, source.file)) return () => [];
  const idsUnderHeading = once(() => headedIds(source.file));
  const countsByLine = once(() => firstLineCounts(source));
  const targetLines = once(() => commentLinesOf(target.text));
  return (id) => {
    const { comments } = entryOf(source.file, id);
    if (comments.length === 0) return comments;
    // The comments after the last heading are the entry's own: all of them without a heading.
    const ownIndex = comments.findLastIndex((comment) => isHeadingComment(textOf(source.text, comment))) + 1;
    if (ownIndex === 0 && idsUnderHeading().has(id)) return [];
    return comments.slice(ownIndex).filter((comment) => {
      const line = firstLineOf(source.text, comment);
      const isAboveOneEntry = countsByLine().get(line) === 1;
      return !isAboveOneEntry || !targetLines().has(line);
    });
  };
}

/** The lines of a text, trimmed, that may be comments or begin some. */
function commentLinesOf(text: string): ReadonlySet<string> {
  const lines = new Set<string>();
  // Searching for one character is much faster; the rest of a line end is only whitespace.
  const lineEnd = text.includes('\n') ? '\n' : '\r';
  for (let start = 0, end = 0; start < text.length; start = end + 1) {
    end = text.indexOf(lineEnd, start);
    if (end < 0) end = text.length;
    let textStart = start;
    while (isBlank(text.charCodeAt(textStart))) textStart += 1;
    if (textStart < end && commentStarts.includes(text.charAt(textStart))) lines.add(text.slice(textStart, end).trim());
  }
  return lines;
}

/** The characters that begin comments in the formats that share this code. */
const commentStarts = '#!;/';

/** Ids of entries that begin a group of several and alone have comments in it: these are about the whole group. */
function headedIds<Entry extends Commented>({ byId, blocks }: CommentedFile<Entry>): ReadonlySet<string> {
  const headedEntries = new Set<string>();
  /** The first entry of the group, if it alone has comments so far; '' otherwise. */
  let commentedId = '';
  blocks().forEach(({ id, emptyLinesAbove }, index) => {
    const beginsGroup = emptyLinesAbove > 0 || index === 0;
    if (!beginsGroup && commentedId === '') return;
    const hasComments = (byId.get(id)?.comments.length ?? 0) > 0;
    if (beginsGroup) commentedId = hasComments ? id : '';
    else if (hasComments) {
      headedEntries.delete(commentedId);
      commentedId = '';
    } else headedEntries.add(commentedId);
  });
  return headedEntries;
}

/** How often each comment occurs above the entries of a file, by its first line. */
function firstLineCounts<Entry extends Commented>({ text, file }: FileWithText<Entry>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { comments } of file.byId.values()) {
    for (const comment of comments) {
      const line = firstLineOf(text, comment);
      counts.set(line, (counts.get(line) ?? 0) + 1);
    }
  }
  return counts;
}

function firstLineOf(text: string, comment: Comment): string {
  const { start, end } = comment;
  return text.slice(start, Math.min(lineEndAt(text, start), end)).trim();
}

function textOf(text: string, { start, end }: Comment): string {
  return text.slice(start, end);
}
