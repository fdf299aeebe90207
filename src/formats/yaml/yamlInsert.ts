import { commentsAbove, lineStartOf } from '../kit/trivia.ts';
import { insertText } from '../kit/spliceEdits.ts';
import type { TextEdit } from '../kit/localeFormat.ts';
import { appendedIndexes, insertionPlaces } from '../kit/insertionOrder.ts';
import { alignedSeparator, alignmentOf, type SeparatorColumn } from '../kit/lineScan.ts';
import { noSections, placesInSections, sectionsOf, type Sections } from '../kit/sections.ts';
import { isWhitespace } from './yamlNotes.ts';
import { renderMember, type RenderContext, type RenderLocation } from './yamlRender.ts';
import { lineEndOffset, lineTextEnd, type YamlContainer, type YamlMember } from './yamlTree.ts';
import { keyOrder, type Want } from './yamlWant.ts';

/** A container of the target, the same container in the source, and the members to insert. */
export interface Insertion {
  readonly text: string;
  readonly container: YamlContainer;
  readonly source: YamlContainer | undefined;
  /** By key; only members that the container lacks. */
  readonly missing: ReadonlyMap<string, Want>;
}

/** Edits that insert missing members in the source's order. The container already has members. */
export function insertMembers(insertion: Insertion, context: RenderContext): TextEdit[] {
  const { container, source, missing } = insertion;
  const { members, byKey } = container;
  if (container.kind === 'seq')
    return [insertionAfter(insertion, members.at(-1), appendedIndexes(members.length, missing.keys()), context)];
  const places = insertionPlaces(keyOrder(source, [...missing.keys()]), byKey, missing);
  const sourceSections = (): Sections => sectionsIn(context.sourceText, source, true);
  const targetSections = sectionsIn(insertion.text, container, false);
  return placesInSections(places, sourceSections, targetSections).map(({ ids, after, before, at }) => {
    const next = byKey.get(before ?? '');
    if (at !== undefined && next !== undefined) return insertionInSection(insertion, { next, at }, ids, context);
    if (after !== undefined) return insertionAfter(insertion, byKey.get(after), ids, context);
    if (before !== undefined) return insertionBefore(insertion, next, ids, context);
    return insertionAfter(insertion, members.at(-1), ids, context);
  });
}

/** The sections of a map whose keys are on separate lines. */
function sectionsIn(text: string, container: YamlContainer | undefined, isSource: boolean): Sections {
  const [first] = container?.members ?? [];
  if (container === undefined || first === undefined || container.flow) return noSections;
  const { members, byKey } = container;
  return sectionsOf(text, members, triviaStart(text, lineStartOf(text, first.start)), {
    idOf: (member) => (byKey.get(member.key) === member ? member.key : ''),
    startOf: ({ start }) => start,
    endOf: ({ end }) => end,
    isSource,
  });
}

/** The start of the comments and empty lines above a line. */
function triviaStart(text: string, lineStart: number): number {
  let start = lineStart;
  while (start > 0) {
    const above = lineStartOf(text, start - 1);
    if (!/^[ \t]*(?:#.*)?\r?\n$/.test(text.slice(above, start))) break;
    start = above;
  }
  return start;
}

/** Inserts keys before one of the same section, below the section's heading. */
function insertionInSection(
  insertion: Insertion,
  { next, at }: { readonly next: YamlMember; readonly at: number },
  keys: readonly string[],
  context: RenderContext,
): TextEdit {
  const { text, container } = insertion;
  // The first key of a map that begins after a dash.
  if (!isWhitespace(text, lineStartOf(text, next.start), next.start))
    return insertionBefore(insertion, next, keys, context);
  const lines = render(insertion, keys, { column: container.column, neighbor: next }, context);
  const indent = ' '.repeat(container.column);
  const gaps = [...keys.slice(1), next.key].map((key) => emptyLines(insertion, key, context));
  const rendered = lines.map((line, index) => indent + line + context.style.eol + (gaps[index] ?? ''));
  return insertText(lineStartOf(text, at), rendered.join(''));
}

function insertionAfter(
  insertion: Insertion,
  previous: YamlMember | undefined,
  keys: readonly string[],
  context: RenderContext,
): TextEdit {
  const { text, container } = insertion;
  const end = previous?.end ?? container.end;
  if (container.flow) {
    const members = render(insertion, keys, { column: undefined, neighbor: previous }, context);
    const lead = flowLead(insertion, previous);
    return insertText(end, members.map((member) => lead + member).join(''));
  }
  const lines = render(insertion, keys, { column: container.column, neighbor: previous }, context);
  const indent = ' '.repeat(container.column);
  const at = ownLinesEnd(text, end, container.column);
  const gaps = keys.map((key) => emptyLines(insertion, key, context));
  if (at > 0 && text[at - 1] !== '\n')
    return insertText(at, lines.map((line, index) => context.style.eol + (gaps[index] ?? '') + indent + line).join(''));
  return insertText(at, lines.map((line, index) => (gaps[index] ?? '') + indent + line + context.style.eol).join(''));
}

function insertionBefore(
  insertion: Insertion,
  next: YamlMember | undefined,
  keys: readonly string[],
  context: RenderContext,
): TextEdit {
  const { text, container } = insertion;
  const start = next?.start ?? container.start;
  if (container.flow) {
    const members = render(insertion, keys, { column: undefined, neighbor: next }, context);
    return insertText(start, members.map((member) => `${member}, `).join(''));
  }
  const lines = render(insertion, keys, { column: container.column, neighbor: next }, context);
  const indent = ' '.repeat(container.column);
  const lineStart = lineStartOf(text, start);
  const gap = keys.map((key) => emptyLines(insertion, key, context)).find((lines) => lines !== '') ?? '';
  // The first key of a map that begins after a dash.
  if (!isWhitespace(text, lineStart, start))
    return insertText(start, lines.map((line) => line + context.style.eol + gap + indent).join(''));
  const at = commentsAbove(text, lineStart, next?.index === 0 ? 0 : lineStart, container.column);
  return insertText(at, lines.map((line) => indent + line + context.style.eol + gap).join(''));
}

function render(
  { text, container, source, missing }: Insertion,
  keys: readonly string[],
  location: RenderLocation,
  context: RenderContext,
): readonly string[] {
  const alignment = location.column === undefined ? undefined : alignmentIn(text, container);
  return keys.map((key) => {
    const line = renderMember({ key, want: missing.get(key) }, source, location, context);
    const like = source?.byKey.get(key);
    if (alignment === undefined || like === undefined || missing.get(key)?.text === undefined) return line;
    const keyLength = like.keyEnd - like.keyStart;
    if (keyLength === 0 || !line.startsWith(': ', keyLength)) return line;
    const separator = alignedSeparator(container.column + keyLength, ': ', alignment);
    return line.slice(0, keyLength) + separator + line.slice(keyLength + 2);
  });
}

const alignments = new WeakMap<YamlContainer, ReturnType<typeof alignmentOf>>();

/** Returns the alignment of a map's values, which is the same for all insertions into it. */
function alignmentIn(text: string, container: YamlContainer): ReturnType<typeof alignmentOf> {
  if (!alignments.has(container)) alignments.set(container, alignmentOf(separatorColumns(text, container)));
  return alignments.get(container);
}

/** This many members show whether a map aligns its values. */
const enoughMembers = 1000;

/** The separators of a map's keys whose values are on their lines. */
function separatorColumns(text: string, { members }: YamlContainer): readonly SeparatorColumn[] {
  const columns: SeparatorColumn[] = [];
  for (const { keyEnd, value } of members.slice(0, enoughMembers)) {
    const separator = text.slice(keyEnd, value.start);
    if (/^: +$/.test(separator)) columns.push({ column: keyEnd - lineStartOf(text, keyEnd), separator });
  }
  return columns;
}

/**
 * Returns the offset after the line on which a member ends, and after the following comments that are indented like its
 * content.
 */
function ownLinesEnd(text: string, end: number, column: number): number {
  let at = lineEndOffset(text, end);
  for (let line = at; line < text.length; line = lineEndOffset(text, lineTextEnd(text, line) + 1)) {
    let textStart = line;
    while (text[textStart] === ' ') textStart += 1;
    if (text[textStart] === '\n' || text[textStart] === '\r') continue;
    if (text[textStart] !== '#' || textStart - line <= column) break;
    at = lineEndOffset(text, textStart);
    line = textStart;
  }
  return at;
}

/**
 * Returns the empty lines between a new member and the previous one: as in the source, if the target separates its own
 * members in that way.
 */
function emptyLines({ text, container, source }: Insertion, key: string, context: RenderContext): string {
  const like = source?.byKey.get(key);
  if (like === undefined || like.index === 0 || source?.flow !== false) return '';
  const count = emptyLinesAbove(context.sourceText, source, like);
  const followingMembers = container.members.slice(1, 50);
  const hasEmptyLines = followingMembers.some((member) => emptyLinesAbove(text, container, member) > 0);
  if (followingMembers.length > 0 && !hasEmptyLines) return '';
  return context.style.eol.repeat(count);
}

/** Returns the number of empty lines above a member, without those at the end of a block scalar before it. */
function emptyLinesAbove(text: string, container: YamlContainer, member: YamlMember): number {
  const floor = container.members[member.index - 1]?.end ?? 0;
  let at = commentsAbove(text, lineStartOf(text, member.start), floor, container.column);
  let count = 0;
  while (at > floor) {
    const above = lineStartOf(text, at - 1);
    if (text.slice(above, at).trim() !== '') break;
    count += 1;
    at = above;
  }
  return count;
}

/** Returns the whitespace between a comma and the next member in brackets. */
function flowLead({ text, container }: Insertion, previous: YamlMember | undefined): string {
  const like = container.members[Math.max(previous?.index ?? 0, 1)];
  const before = container.members[(like?.index ?? 0) - 1];
  if (like === undefined || before === undefined) return ', ';
  return `,${/^[ \t]*,(\s*)$/.exec(text.slice(before.end, like.start))?.[1] ?? ' '}`;
}
