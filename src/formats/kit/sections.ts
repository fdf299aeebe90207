import type { InsertionPlace } from './insertionOrder.ts';
import { afterLineEnd, isBlank, isLineEnd, lineEndAt, startsLine } from './lineScan.ts';
import type { TextRange } from './localeFormat.ts';
import { commentEnd } from './trivia.ts';

// Sections: entries under a heading, or between empty lines. A comment is a heading if an empty line separates it from
// the next entry, or if it is decorated (`# --- Buttons ---`, `// region`). A comment directly above an entry is that
// entry's own, unless the other file has it above another entry.

/** An entry's range without the comments above it. Its id is '' if it is not an entry that a file may lack. */
export interface SectionEntry {
  readonly id: string;
  /** Where the whitespace and comments above it begin; absent: where the previous entry ends. */
  readonly leadStart?: number;
  readonly start: number;
  readonly end: number;
}

/** The separation of an entry from the one before it. */
export interface Separation {
  readonly rank: Rank;
  /** The start of the entry, without the comments above it. */
  readonly start: number;
  /** The start of its own comments; of the entry if it has none. */
  readonly ownStart: number;
  /** The number of its group in the file: entries without an empty line or a heading between them. */
  readonly group: number;
}

export type Sections = ReadonlyMap<string, Separation>;

/** The kinds of separation, from the weakest to the strongest. */
const ranks = { none: 0, ownComments: 1, emptyLines: 2, heading: 3 } as const;
type Rank = (typeof ranks)[keyof typeof ranks];

/** Where to insert units, and under which comments. */
export interface SectionPlace extends InsertionPlace {
  /** With `before`: the offset in the target, under the heading of the section; absent: above all comments. */
  readonly at?: number;
}

/** The range of a comment. */
type Comment = TextRange;

/** The content between two entries. */
interface Gap {
  readonly emptyLines: number;
  readonly hasHeading: boolean;
  /** The comments directly above the second entry, after the last heading. */
  readonly ownComments: readonly Comment[];
}

/** Returns the facts about an entry of any type; see `SectionEntry`. */
interface EntryAccess<Entry> {
  readonly idOf: (entry: Entry) => string;
  readonly startOf: (entry: Entry) => number;
  readonly endOf: (entry: Entry) => number;
  readonly leadStartOf?: (entry: Entry) => number | undefined;
  /** In a source, only separated entries matter: one directly below the previous entry is left out. */
  readonly isSource?: boolean;
  /** Whether a comment is a heading. Absent: its decoration shows it. */
  readonly isHeading?: ((comment: string) => boolean) | undefined;
}

const asEntries: EntryAccess<SectionEntry> = {
  idOf: ({ id }) => id,
  startOf: ({ start }) => start,
  endOf: ({ end }) => end,
  leadStartOf: ({ leadStart }) => leadStart,
};

/** Reads the sections of entries, which are in the file's order; `start` is where the text before the first begins. */
export function sectionsOf(text: string, entries: readonly SectionEntry[], start: number): Sections;
export function sectionsOf<Entry>(
  text: string,
  entries: readonly Entry[],
  start: number,
  access: EntryAccess<Entry>,
): Sections;
export function sectionsOf(
  text: string,
  entries: readonly SectionEntry[],
  start: number,
  { idOf, startOf, endOf, leadStartOf, isSource, isHeading = isHeadingComment }: EntryAccess<SectionEntry> = asEntries,
): Sections {
  const gaps: Gap[] = [];
  let hasSections = false;
  let previousEnd = start;
  for (const entry of entries) {
    const gap = gapBetween(text, leadStartOf?.(entry) ?? previousEnd, startOf(entry), isHeading);
    if (gap !== emptyGap) hasSections = true;
    gaps.push(gap);
    previousEnd = endOf(entry);
  }
  if (!hasSections) return noSections;
  const usualCount = usualEmptyLines(gaps);
  const sections = new Map<string, Separation>();
  let group = 0;
  /** What separates entries without an id also separates the next entry. */
  let rankOfSkipped: Rank = ranks.none;
  for (const [index, entry] of entries.entries()) {
    const gap = gaps[index] ?? emptyGap;
    let rank = rankOf(gap, usualCount);
    if (rank >= ranks.emptyLines) group += 1;
    if (rankOfSkipped > rank) rank = rankOfSkipped;
    const id = idOf(entry);
    rankOfSkipped = id === '' ? rank : ranks.none;
    if (id === '' || (isSource === true && rank === ranks.none)) continue;
    const entryStart = startOf(entry);
    sections.set(id, { rank, start: entryStart, ownStart: gap.ownComments[0]?.start ?? entryStart, group });
  }
  return sections;
}

/** The sections of entries that nothing separates. */
export const noSections: Sections = new Map();

/** The one object for a gap without comments or empty lines, so that it can be recognized by `===`. */
const emptyGap: Gap = { emptyLines: 0, hasHeading: false, ownComments: [] };

/** Returns what separates the entry after a gap; `usualCount`: see `usualEmptyLines`. */
function rankOf({ emptyLines, hasHeading, ownComments }: Gap, usualCount: number): Rank {
  if (hasHeading) return ranks.heading;
  if (emptyLines > usualCount) return ranks.emptyLines;
  return ownComments.length > 0 ? ranks.ownComments : ranks.none;
}

/** The share of entries that makes a number of empty lines the usual one. */
const nearlyAll = 0.9;

/**
 * The number of empty lines that separates nearly all entries of a file, and therefore no sections; else 0. Headings
 * separate sections anyway, and what is above the first entry separates nothing.
 */
function usualEmptyLines(gaps: readonly Gap[]): number {
  /** How many gaps have 0, 1, 2 … empty lines. */
  const counts: number[] = [];
  const gapsWithoutHeading = gaps.slice(1).filter(({ hasHeading }) => !hasHeading);
  for (const { emptyLines } of gapsWithoutHeading) counts[emptyLines] = (counts[emptyLines] ?? 0) + 1;
  const usual = counts.findIndex((count) => count >= gapsWithoutHeading.length * nearlyAll);
  return Math.max(0, usual);
}

/**
 * Divides places at the section that new units belong to: units after the last and strongest separation between their
 * neighbors in the source are inserted before the next unit, under its heading; the others after the previous one.
 */
export function placesInSections(
  places: readonly InsertionPlace[],
  source: () => Sections,
  target: Sections,
): readonly SectionPlace[] {
  if (target.size === 0) return places;
  const sourceSections = source();
  const dividedPlaces: SectionPlace[] = [];
  for (const place of places) {
    if (mayBeDivided(place, sourceSections)) dividedPlaces.push(...dividePlace(place, sourceSections, target));
    else dividedPlaces.push(place);
  }
  return dividedPlaces;
}

/** A cheap check for most places: nothing separates their units and the next one, so they go after the previous one. */
function mayBeDivided({ ids, after, next }: InsertionPlace, source: Sections): boolean {
  if (next === undefined) return false;
  return after === undefined || isSeparated(source, next) || ids.some((id) => isSeparated(source, id));
}

function isSeparated(source: Sections, id: string): boolean {
  return (source.get(id)?.rank ?? ranks.none) > ranks.none;
}

/**
 * Returns the place of units under the heading of the next unit, and that of the others, if both exist: in the source
 * `after, a, # Heading, b, next`, `a` goes after `after`, and `b` before `next`.
 */
function dividePlace(place: InsertionPlace, source: Sections, target: Sections): readonly SectionPlace[] {
  const { ids, after, next = '' } = place;
  const nextInTarget = target.get(next);
  if (nextInTarget === undefined) return [place];
  const nextRank = source.get(next)?.rank ?? ranks.none;
  const idRanks = ids.map((id) => source.get(id)?.rank ?? ranks.none);
  const strongestRank = Math.max(nextRank, ...idRanks);
  const isAtBeginning = after === undefined;
  const hasOthersComments = nextRank === ranks.none && nextInTarget.ownStart < nextInTarget.start;
  const isSeparatedInTarget = after !== undefined && target.get(after)?.group !== nextInTarget.group;
  const isSeparatedInBoth = strongestRank > ranks.ownComments && isSeparatedInTarget;
  // Otherwise the target has `after` and `next` in one section: all new units go after `after`.
  const isDivided = isAtBeginning || hasOthersComments || isSeparatedInBoth;
  if (!isDivided) return [place];
  // The index of the first unit in the section of `next` (`b`); `ids.length` if none is, because `next` begins one.
  let splitIndex = ids.length;
  const hasStrongerAbove = strongestRank > nextRank;
  if (hasStrongerAbove) splitIndex = idRanks.findLastIndex((rank) => rank === strongestRank);
  else if (isAtBeginning && nextRank <= ranks.ownComments) splitIndex = 0;
  if (splitIndex === ids.length) return [place];
  const placeUnderHeading: SectionPlace = {
    ids: ids.slice(splitIndex),
    before: next,
    next,
    // If `next` has no comments in the source, those above it in the target are of the units that go between.
    at: hasStrongerAbove && nextRank === ranks.none ? nextInTarget.start : nextInTarget.ownStart,
  };
  if (splitIndex === 0) return [placeUnderHeading];
  return [{ ...place, ids: ids.slice(0, splitIndex) }, placeUnderHeading];
}

/** Reads the whitespace, comments and punctuation between two entries. */
function gapBetween(text: string, start: number, end: number, isHeading: (comment: string) => boolean): Gap {
  if (isPlainGap(text, start, end)) return emptyGap;
  let ownComments: Comment[] = [];
  let hasHeading = false;
  let emptyLines = 0;
  // A comment on the line on which the previous entry ends belongs to that entry.
  let isOwnLine = startsLine(text, start);
  let isEmptyLine = isOwnLine;
  for (let offset = start; offset < end;) {
    const code = text.charCodeAt(offset);
    if (isLineEnd(code)) {
      if (isEmptyLine) {
        emptyLines += 1;
        // An empty line separates the comments from the entry, so they are about the section.
        if (ownComments.length > 0) hasHeading = true;
        ownComments = [];
      }
      isOwnLine = isEmptyLine = true;
      offset = afterLineEnd(text, offset);
      continue;
    }
    const commentEndOffset = endOfComment(text, offset, isOwnLine);
    if (commentEndOffset > 0) {
      const comment = { start: offset, end: Math.min(commentEndOffset, end) };
      if (isOwnLine && isHeading(text.slice(comment.start, comment.end))) {
        hasHeading = true;
        ownComments = [];
      } else if (isOwnLine) ownComments.push(comment);
      isEmptyLine = false;
      offset = commentEndOffset;
    } else {
      // Punctuation, such as the comma after the entry above.
      if (!isBlank(code)) {
        isOwnLine = isEmptyLine = false;
        ownComments = [];
      }
      offset += 1;
    }
  }
  return { emptyLines, hasHeading, ownComments };
}

/** Whether there is at most one line end between two offsets: a cheap check for what separates most entries. */
function isPlainGap(text: string, start: number, end: number): boolean {
  let lineBreaks = startsLine(text, start) ? 1 : 0;
  for (let offset = start; offset < end;) {
    const code = text.charCodeAt(offset);
    if (isLineEnd(code)) {
      lineBreaks += 1;
      if (lineBreaks > 1) return false;
      offset = afterLineEnd(text, offset);
    } else if (isBlank(code) || code === comma || code === semicolon) offset += 1;
    else return false;
  }
  return true;
}

const [comma, semicolon] = [0x2c, 0x3b];

/** The end of a comment: `#`, `//`, `/*`, `<!--`, and `!` or `;` at the beginning of a line; -1 if none begins here. */
function endOfComment(text: string, offset: number, beginsLine: boolean): number {
  const char = text[offset];
  if (text.startsWith('<!--', offset)) {
    const close = text.indexOf('-->', offset + '<!--'.length);
    return close < 0 ? text.length : close + '-->'.length;
  }
  if (beginsLine && (char === '!' || char === ';')) return lineEndAt(text, offset);
  return commentEnd(text, offset);
}

/** Whether a comment can only be about several entries: a decorated title, a region, a license. */
export function isHeadingComment(comment: string): boolean {
  // Nearly all comments are only words. The search begins after the opening sign: `//`, `/*`, `#`.
  mayBeHeading.lastIndex = comment.startsWith('//') || comment.startsWith('/*') ? 2 : 1;
  if (!mayBeHeading.test(comment)) return false;
  const words = comment.replace(/^(?:\/\*+|\/\/|<!--|[#!;])/, '').replace(/(?:\*+\/|-->)$/, '');
  // Lines of a long comment may begin with ` * ` or ` | `.
  return words.split(/\r\n|\n|\r/).some((line) => headingLine.test(line.replace(/^\s*[*|](?=\s|$)/, '').trim()));
}

/** Matches what every heading contains, to decide about most comments by one search. */
const mayBeHeading = /[-=*#~_+/|]{3}|([-=*#~_+])\1|region|mark|copyright|licen[sc]e|spdx/gi;

/**
 * Matches a line of a heading, without the comment's signs: `--- Buttons`, `Buttons ===`, `** Buttons **`,
 * `#region Buttons`, `MARK: Buttons`, `pragma mark - Buttons`, `|--- Buttons`, `Copyright 2024`.
 */
const headingLine =
  /^[-=*#~_+/|]{3,}|[-=*#~_+/]{3,}$|^([-=*#~_+])\1.*\1\1$|^#? ?(?:end)?region\b|^MARK:|^pragma mark\b|^\|-{3}|\b(?:copyright|licen[sc]e|spdx)\b/i;
