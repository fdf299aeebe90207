import type { TextEdit } from './format.ts';
import { insertionPlaces, type InsertionPlace } from './insertionOrder.ts';

/** An entry of a file of entries below each other, with the comments directly above it. */
export interface EntryBlock {
  /** '' for one that a later entry of the same key overrules. */
  readonly id: string;
  /** Where its first line begins, that of its comments if it has some. */
  readonly start: number;
  /** Where its last line ends, the line end not included. */
  readonly end: number;
  /** Blank lines before it. */
  readonly gap: number;
}

export interface NewEntries {
  readonly text: string;
  readonly lineEnd: string;
  /** What is there, in the file's order. */
  readonly present: readonly EntryBlock[];
  readonly source: readonly EntryBlock[];
  readonly missing: ReadonlySet<string>;
  /** The lines of an entry, the last without its line end; `near` is its neighbour in the file, if it has one. */
  readonly render: (id: string, near: EntryBlock | undefined) => string;
  /** Where the first entry goes in a file that has none. */
  readonly foot: number;
}

/**
 * The edits that put entries where the source's order has them, parted from their neighbours by as many blank lines as
 * the file has between entries, or, where it groups them by blank lines, as the source has.
 */
export function insertEntries(entries: NewEntries): readonly TextEdit[] {
  const present = new Map(entries.present.map((block, index) => [block.id, { block, index }]));
  present.delete('');
  const source = new Map(entries.source.map((block) => [block.id, block]));
  const order = entries.source.map((block) => block.id).filter((id) => id !== '');
  const gap = gapsOf(entries, source);
  const followers = followersOf(order, present);
  const edits: TextEdit[] = [];
  for (const place of insertionPlaces(order, new Set(present.keys()), entries.missing)) {
    const after = place.after === undefined ? undefined : present.get(place.after);
    const before = place.before === undefined ? undefined : present.get(place.before);
    if (after !== undefined) {
      const next = followers.get(place.ids[0] ?? '');
      const isNext = next !== undefined && present.get(next)?.index === after.index + 1;
      const follower = isNext ? entries.present[after.index + 1] : undefined;
      const hole = holeBehind(entries, after.block, follower, place.ids, gap.of);
      if (hole !== undefined) {
        edits.push(hole);
        continue;
      }
      const split = follower === undefined ? place.ids.length : groupStart(place, follower, source, gap.isUniform);
      edits.push(...behind(entries, after.block, place.ids.slice(0, split), gap.of));
      if (follower !== undefined) edits.push(...ahead(entries, follower, place.ids.slice(split), gap.of));
    } else if (before !== undefined) edits.push(...ahead(entries, before.block, place.ids, gap.of));
    else edits.push(...alone(entries, place.ids, gap.of));
  }
  return edits.sort((a, b) => a.start - b.start);
}

interface Gaps {
  readonly isUniform: boolean;
  readonly of: (id: string) => number;
}

/** A file that nearly always has the same number of blank lines between entries has it here too. */
function gapsOf({ present }: NewEntries, source: ReadonlyMap<string, EntryBlock>): Gaps {
  const counts = new Map<number, number>();
  for (const { gap } of present.slice(1)) counts.set(gap, (counts.get(gap) ?? 0) + 1);
  const [most] = [...counts].sort((a, b) => b[1] - a[1]);
  if (most !== undefined && most[1] >= (present.length - 1) * 0.9) return { isUniform: true, of: () => most[0] };
  return { isUniform: false, of: (id) => source.get(id)?.gap ?? 0 };
}

/** For every id of the source the next one behind it that is there. */
function followersOf(order: readonly string[], present: { readonly has: (id: string) => boolean }): ReadonlyMap<string, string> {
  const followers = new Map<string, string>();
  let next: string | undefined;
  for (const id of order.toReversed()) {
    if (next !== undefined) followers.set(id, next);
    if (present.has(id)) next = id;
  }
  return followers;
}

/** The first of the place's entries that stands in one group with the follower, in the source, where the file begins a group with it. */
function groupStart({ ids }: InsertionPlace, follower: EntryBlock, source: ReadonlyMap<string, EntryBlock>, isUniform: boolean): number {
  if (isUniform || follower.gap === 0 || source.get(follower.id)?.gap !== 0) return ids.length;
  for (let index = ids.length - 1; index >= 0; index -= 1) {
    if ((source.get(ids[index] ?? '')?.gap ?? 0) > 0) return index;
  }
  return ids.length;
}

type GapOf = (id: string) => number;

/** Where an entry was taken away with its own line alone, twice the blank lines are left: it goes back between them. */
function holeBehind({ text, lineEnd, render }: NewEntries, block: EntryBlock, follower: EntryBlock | undefined, ids: readonly string[], gapOf: GapOf): TextEdit | undefined {
  const [first] = ids;
  if (first === undefined || gapOf(first) === 0) return undefined;
  if (follower === undefined) {
    if (text.slice(block.end) !== lineEnd.repeat(gapOf(first) + 1)) return undefined;
  } else if (follower.gap < gapOf(first) + gapOf(follower.id)) return undefined;
  const behindHole = follower === undefined ? '' : lineEnd.repeat(gapOf(follower.id));
  const at = (follower?.start ?? text.length) - behindHole.length;
  if (text.slice(at, at + behindHole.length) !== behindHole || !text.startsWith(lineEnd, at - lineEnd.length)) return undefined;
  const lines = ids.map((id, index) => (index === 0 ? '' : lineEnd.repeat(gapOf(id) + 1)) + render(id, block));
  return { start: at, end: at, text: lines.join('') + lineEnd };
}

function behind({ text, lineEnd, render }: NewEntries, block: EntryBlock, ids: readonly string[], gapOf: GapOf): readonly TextEdit[] {
  if (ids.length === 0) return [];
  const sharesLine = block.end < text.length && !/[\r\n]/.test(text.charAt(block.end));
  const lines = ids.map((id) => (sharesLine ? ' ' : lineEnd.repeat(gapOf(id) + 1)) + render(id, block));
  return [{ start: block.end, end: block.end, text: lines.join('') }];
}

function ahead({ text, lineEnd, render }: NewEntries, block: EntryBlock, ids: readonly string[], gapOf: GapOf): readonly TextEdit[] {
  if (ids.length === 0) return [];
  const sharesLine = block.start > 0 && !/[\r\n]/.test(text.charAt(block.start - 1));
  const lines = ids.map((id, index) => render(id, block) + (sharesLine ? ' ' : lineEnd.repeat(gapOf(ids[index + 1] ?? block.id) + 1)));
  return [{ start: block.start, end: block.start, text: lines.join('') }];
}

/** Into a file without entries: below what it has (comments, a header), and ending as it does. */
function alone({ text, lineEnd, render, foot }: NewEntries, ids: readonly string[], gapOf: GapOf): readonly TextEdit[] {
  const lines = ids.map((id, index) => (index === 0 ? '' : lineEnd.repeat(gapOf(id) + 1)) + render(id, undefined)).join('');
  const isBlankBefore = /^[ \t\r\n]*$/.test(text.slice(0, foot));
  const breaks = isBlankBefore ? 0 : Math.max(2 - lineEndsBefore(text, foot), 0);
  const isEnd = foot === text.length;
  return [{ start: foot, end: foot, text: lineEnd.repeat(breaks) + lines + (isEnd && !/[^\r\n]$/.test(text) ? lineEnd : '') }];
}

function lineEndsBefore(text: string, offset: number): number {
  let count = 0;
  let at = offset;
  while (at > 0 && /[\r\n]/.test(text.charAt(at - 1))) {
    at -= text.startsWith('\r\n', at - 2) && at > 1 ? 2 : 1;
    count += 1;
  }
  return count;
}

export interface NewFile {
  readonly sourceText: string;
  readonly lineEnd: string;
  readonly source: readonly EntryBlock[];
  readonly wanted: ReadonlySet<string>;
  readonly render: (id: string) => string;
}

/**
 * A new file after a source: what stands above its first entry, the wanted entries with their comments, blank lines and
 * headings as the source has them, and its line end at the end.
 */
export function createEntries({ sourceText, lineEnd, source, wanted, render }: NewFile): string {
  const parts = [sourceText.slice(0, source[0]?.start ?? 0)];
  let heading = '';
  let count = 0;
  for (const [index, block] of source.entries()) {
    const previous = source[index - 1];
    const lead = previous === undefined ? '' : sourceText.slice(previous.end, block.start);
    if (/[^ \t\f\r\n]/.test(lead)) heading = lead;
    if (!wanted.has(block.id)) continue;
    const between = heading !== '' ? heading : /[\r\n]/.test(lead) ? lead : lead === '' ? lineEnd : lead;
    parts.push(count === 0 ? withoutBlankStart(heading) : between, render(block.id));
    heading = '';
    count += 1;
  }
  const known = new Set(source.map(({ id }) => id));
  for (const id of wanted) if (!known.has(id)) parts.push(lineEnd, render(id));
  return parts.join('') + (/[\r\n][ \t]*$/.test(sourceText) ? lineEnd : '');
}

function withoutBlankStart(text: string): string {
  return text.replace(/^[ \t\f\r\n]+/, '');
}
