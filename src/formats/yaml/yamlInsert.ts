import { commentsAbove, lineStartOf } from '../kit/trivia.ts';
import { insertText } from '../kit/spliceEdits.ts';
import type { TextEdit } from '../kit/localeFormat.ts';
import { appendedIndexes, insertionPlaces } from '../kit/insertionOrder.ts';
import { alignedSeparator, alignmentOf, type SeparatorColumn } from '../kit/lineScan.ts';
import { noSections, placesInSections, sectionsOf, type Sections } from '../kit/sections.ts';
import { isSpaces } from './yamlNotes.ts';
import { renderMember, type RenderContext, type RenderLocation } from './yamlRender.ts';
import { isPositional, lineEndOffset, lineTextEnd, type YamlContainer, type YamlMember } from './yamlTree.ts';
import { keyOrder, type WantedTexts } from './yamlWant.ts';

/** A container of the target, and the members to insert. */
export interface Insertion {
  /** The target's text. */
  readonly text: string;
  readonly container: YamlContainer;
  /** The same container in the source. */
  readonly source: YamlContainer | undefined;
  /** By key; only members that the container lacks. */
  readonly missing: ReadonlyMap<string, WantedTexts>;
}

/** Edits that insert missing members in the source's order. The container already has members. */
export function insertMembers(insertion: Insertion, context: RenderContext): TextEdit[] {
  const { container, source, missing } = insertion;
  const { members, byKey } = container;
  if (isPositional(container))
    return [insertAfter(insertion, members.at(-1), appendedIndexes(members.length, missing.keys()), context)];
  const places = insertionPlaces(keyOrder(source, [...missing.keys()]), byKey, missing);
  const sourceSections = (): Sections => sectionsIn(context.sourceText, source, true);
  const targetSections = sectionsIn(insertion.text, container, false);
  return placesInSections(places, sourceSections, targetSections).map(({ ids, after, before, at }) => {
    const next = byKey.get(before ?? '');
    // `at`: below the heading of `next`, if the new members belong to its section.
    if (at !== undefined && next !== undefined) return insertBelowHeading(insertion, { next, at }, ids, context);
    if (after !== undefined) return insertAfter(insertion, byKey.get(after), ids, context);
    if (before !== undefined) return insertBefore(insertion, next, ids, context);
    return insertAfter(insertion, members.at(-1), ids, context);
  });
}

/** The sections of a map whose keys are on separate lines. */
function sectionsIn(text: string, container: YamlContainer | undefined, isSource: boolean): Sections {
  const [firstMember] = container?.members ?? [];
  if (container === undefined || firstMember === undefined || container.isFlow) return noSections;
  const { members, byKey } = container;
  return sectionsOf(text, members, triviaStart(text, lineStartOf(text, firstMember.start)), {
    // `''` for a member that does not count: a merge key, or one whose key occurs again below.
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
    const lineAbove = lineStartOf(text, start - 1);
    const isEmptyOrComment = /^[ \t]*(?:#.*)?\r?\n$/.test(text.slice(lineAbove, start));
    if (!isEmptyOrComment) break;
    start = lineAbove;
  }
  return start;
}

/** Inserts keys before one of the same section, below the section's heading, which ends before the line of `at`. */
function insertBelowHeading(
  insertion: Insertion,
  { next, at }: { readonly next: YamlMember; readonly at: number },
  keys: readonly string[],
  context: RenderContext,
): TextEdit {
  const { text, container } = insertion;
  const isAfterDash = !isSpaces(text, lineStartOf(text, next.start), next.start);
  if (isAfterDash) return insertBefore(insertion, next, keys, context);
  const lines = renderMembers(insertion, keys, { column: container.column, neighbor: next }, context);
  const indent = ' '.repeat(container.column);
  // The empty lines after each key are those above the next one.
  const gaps = [...keys.slice(1), next.key].map((key) => emptyLines(insertion, key, context));
  const rendered = lines.map((line, index) => indent + line + context.style.eol + (gaps[index] ?? ''));
  return insertText(lineStartOf(text, at), rendered.join(''));
}

/** Inserts keys after a member; without one, at the end of the container. */
function insertAfter(
  insertion: Insertion,
  previous: YamlMember | undefined,
  keys: readonly string[],
  context: RenderContext,
): TextEdit {
  const { text, container } = insertion;
  const end = previous?.end ?? container.end;
  if (container.isFlow) {
    const members = renderMembers(insertion, keys, { column: undefined, neighbor: previous }, context);
    const comma = flowComma(insertion, previous);
    return insertText(end, members.map((member) => comma + member).join(''));
  }
  const members = renderMembers(insertion, keys, { column: container.column, neighbor: previous }, context);
  const indent = ' '.repeat(container.column);
  const gaps = keys.map((key) => emptyLines(insertion, key, context));
  const lines = members.map((member, index) => (gaps[index] ?? '') + indent + member);
  const { eol } = context.style;
  const offset = ownLinesEnd(text, end, container.column);
  const isAfterLineWithoutEnd = offset > 0 && text[offset - 1] !== '\n';
  if (isAfterLineWithoutEnd) return insertText(offset, lines.map((line) => eol + line).join(''));
  return insertText(offset, lines.map((line) => line + eol).join(''));
}

/** Inserts keys before a member; without one, at the start of the container. */
function insertBefore(
  insertion: Insertion,
  next: YamlMember | undefined,
  keys: readonly string[],
  context: RenderContext,
): TextEdit {
  const { text, container } = insertion;
  const start = next?.start ?? container.start;
  if (container.isFlow) {
    const members = renderMembers(insertion, keys, { column: undefined, neighbor: next }, context);
    return insertText(start, members.map((member) => `${member}, `).join(''));
  }
  const members = renderMembers(insertion, keys, { column: container.column, neighbor: next }, context);
  const indent = ' '.repeat(container.column);
  const lineStart = lineStartOf(text, start);
  const gap = keys.map((key) => emptyLines(insertion, key, context)).find((lines) => lines !== '') ?? '';
  const lineEnd = context.style.eol + gap;
  // The first key of a map that begins after a dash: `- key: text` → `- new: text`, and `key: text` on the next line.
  const isAfterDash = !isSpaces(text, lineStart, start);
  if (isAfterDash) return insertText(start, members.map((member) => member + lineEnd + indent).join(''));
  // Above the comments of the first member, which are its own. Those above another one may be about members before it.
  const floor = next?.index === 0 ? 0 : lineStart;
  const offset = commentsAbove(text, lineStart, floor, container.column);
  return insertText(offset, members.map((member) => indent + member + lineEnd).join(''));
}

/** Renders members as `key: value`, with values in the column of the target's other values if those are aligned. */
function renderMembers(
  { text, container, source, missing }: Insertion,
  keys: readonly string[],
  location: RenderLocation,
  context: RenderContext,
): readonly string[] {
  const alignment = location.column === undefined ? undefined : alignmentIn(text, container);
  return keys.map((key) => {
    const rendered = renderMember({ key, wantedTexts: missing.get(key) }, source, location, context);
    const sourceMember = source?.byKey.get(key);
    const isText = missing.get(key)?.text !== undefined;
    if (alignment === undefined || sourceMember === undefined || !isText) return rendered;
    // The key is written as in the source.
    const keyLength = sourceMember.keyEnd - sourceMember.keyStart;
    if (keyLength === 0 || !rendered.startsWith(': ', keyLength)) return rendered;
    const separator = alignedSeparator(container.column + keyLength, ': ', alignment);
    return rendered.slice(0, keyLength) + separator + rendered.slice(keyLength + ': '.length);
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

/** The separators between keys and values (`: `) of a map, for values on the line of their key. */
function separatorColumns(text: string, { members }: YamlContainer): readonly SeparatorColumn[] {
  const columns: SeparatorColumn[] = [];
  for (const { keyEnd, value } of members.slice(0, enoughMembers)) {
    const separator = text.slice(keyEnd, value.start);
    if (/^: +$/.test(separator)) columns.push({ column: keyEnd - lineStartOf(text, keyEnd), separator });
  }
  return columns;
}

/**
 * Returns the offset after the line on which a member ends, and after the following comments that are indented deeper
 * than `column`, the column of the member.
 */
function ownLinesEnd(text: string, end: number, column: number): number {
  let ownEnd = lineEndOffset(text, end);
  // `+ 1`: beyond the end of the line's text, so that also an empty line is left.
  for (let line = ownEnd; line < text.length; line = lineEndOffset(text, lineTextEnd(text, line) + 1)) {
    let contentStart = line;
    while (text[contentStart] === ' ') contentStart += 1;
    const isEmptyLine = text[contentStart] === '\n' || text[contentStart] === '\r';
    if (isEmptyLine) continue;
    const isDeeperComment = text[contentStart] === '#' && contentStart - line > column;
    if (!isDeeperComment) break;
    ownEnd = lineEndOffset(text, contentStart);
  }
  return ownEnd;
}

/** Returns the empty lines above a new member: the source's, if the target separates its own members by empty lines. */
function emptyLines({ text, container, source }: Insertion, key: string, context: RenderContext): string {
  const sourceMember = source?.byKey.get(key);
  if (sourceMember === undefined || sourceMember.index === 0 || source?.isFlow !== false) return '';
  const count = emptyLinesAbove(context.sourceText, source, sourceMember);
  const inspectedMembers = container.members.slice(1, 50);
  const hasEmptyLines = inspectedMembers.some((member) => emptyLinesAbove(text, container, member) > 0);
  return inspectedMembers.length > 0 && !hasEmptyLines ? '' : context.style.eol.repeat(count);
}

/** Returns the number of empty lines above a member, without those at the end of a block scalar before it. */
function emptyLinesAbove(text: string, container: YamlContainer, member: YamlMember): number {
  const previousEnd = container.members[member.index - 1]?.end ?? 0;
  let lineStart = commentsAbove(text, lineStartOf(text, member.start), previousEnd, container.column);
  let count = 0;
  while (lineStart > previousEnd) {
    const lineAbove = lineStartOf(text, lineStart - 1);
    if (text.slice(lineAbove, lineStart).trim() !== '') break;
    count += 1;
    lineStart = lineAbove;
  }
  return count;
}

/** Returns the comma between members in brackets, with whitespace: like that before `previous`, or else after it. */
function flowComma({ text, container }: Insertion, previous: YamlMember | undefined): string {
  const index = Math.max(previous?.index ?? 0, 1);
  const memberBefore = container.members[index - 1];
  const memberAfter = container.members[index];
  if (memberBefore === undefined || memberAfter === undefined) return ', ';
  return `,${/^[ \t]*,(\s*)$/.exec(text.slice(memberBefore.end, memberAfter.start))?.[1] ?? ' '}`;
}
