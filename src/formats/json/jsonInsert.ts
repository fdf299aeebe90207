import { insertText } from '../kit/spliceEdits.ts';
import { once } from '../../base/once.ts';
import { present } from '../../base/present.ts';
import type { TextEdit } from '../kit/localeFormat.ts';
import { appendedIndexes, withPluralMembers } from '../kit/insertionOrder.ts';
import { placesInSections, sectionsOf, type Sections } from '../kit/sections.ts';
import { skipTrivia, spacesAt, type Lead } from '../kit/trivia.ts';
import { renderMember, type RenderContext } from './jsonRender.ts';
import { isMultiline, leadOf, styleNextTo } from './jsonStyle.ts';
import { isPositional, keysOf, memberOf, type JsonContainer, type JsonMember } from './jsonTree.ts';
import type { WantedNode } from './jsonWant.ts';

/** A container of the target, the same container in the source, and the values to insert. */
export interface Insertion {
  readonly text: string;
  readonly container: JsonContainer;
  /** Undefined if the file's keys are sorted, independently of other files. */
  readonly source: JsonContainer | undefined;
  /** By key; only what the container lacks. */
  readonly missing: ReadonlyMap<string, WantedNode>;
  /** The indent of the line on which the container begins. */
  readonly indent: string;
}

/** The rules for inserting members. */
export interface KeyOrder {
  /** The order of keys in a file that keeps them sorted. */
  readonly compare: (a: string, b: string) => number;
  /** Whether a key belongs to the one before it; without one (`undefined`), to the file, so that it stays in front. */
  readonly isAttached: (key: string, keyBefore: string | undefined) => boolean;
}

/** Edits that insert the missing members in the source's order and in the style of their new neighbors. */
export function insertMembers(insertion: Insertion, context: RenderContext, order: KeyOrder): TextEdit[] {
  const { container } = insertion;
  const edits: TextEdit[] = [];
  const positions = isListOfPositions(insertion) ? appendedKeys(insertion) : keysByPosition(insertion, order);
  for (const { position, keys, before } of dividedBySections(positions, insertion, context)) {
    if (before !== undefined) edits.push(insertionBefore(insertion, before, keys, context));
    else if (container.members.length === 0) edits.push(insertionIntoEmpty(insertion, keys, context));
    else if (position === 0) edits.push(insertionAtFront(insertion, keys, context));
    else edits.push(...insertionAfter(insertion, position - 1, keys, context));
  }
  return edits;
}

/** Keys to insert at a position among the members; with `before`, under the heading above the member there. */
interface KeysToInsert {
  readonly position: number;
  readonly keys: readonly string[];
  /** The member that follows the keys, and the offset under its heading. */
  readonly before?: { readonly member: JsonMember; readonly at: number };
}

/**
 * Divides the keys of each position at the sections (headings, empty lines) of an object whose members are on separate
 * lines: some keys belong to the section of the previous member, the others to that of the next one.
 */
function dividedBySections(
  positions: ReadonlyMap<number, readonly string[]>,
  { text, container, source }: Insertion,
  { sourceText }: RenderContext,
): readonly KeysToInsert[] {
  const undividedKeys = [...positions].map(([position, keys]) => ({ position, keys }));
  if (source === undefined || container.kind === 'array' || !isMultiline(text, container)) return undividedKeys;
  const targetSections = sectionsIn(text, container);
  if (targetSections.size === 0) return undividedKeys;
  const sourceSections = once(() => sectionsIn(sourceText, source));
  const nextMemberByKey = nextPresentMembers(source, container);
  const dividedKeys: KeysToInsert[] = [];
  for (const { position, keys } of undividedKeys) {
    const nextMember = nextMemberByKey.get(keys.at(-1) ?? '');
    const place = present({ ids: keys, after: container.members[position - 1]?.key, next: nextMember?.key });
    for (const { ids, at } of placesInSections([place], sourceSections, targetSections)) {
      // `at`: the offset under the next member's heading; undefined for keys of the previous member's section.
      if (at === undefined || nextMember === undefined) dividedKeys.push({ position, keys: ids });
      else dividedKeys.push({ position, keys: ids, before: { member: nextMember, at } });
    }
  }
  return dividedKeys;
}

/** By key of the source, the next member that the container has: source `a b c`, container `c` → `a: c`, `b: c`. */
function nextPresentMembers(source: JsonContainer, container: JsonContainer): ReadonlyMap<string, JsonMember> {
  const nextMemberByKey = new Map<string, JsonMember>();
  let nextMember: JsonMember | undefined;
  for (const { key } of source.members.toReversed()) {
    // Set first, since a member is not its own next one.
    if (nextMember !== undefined) nextMemberByKey.set(key, nextMember);
    nextMember = memberOf(container, key) ?? nextMember;
  }
  return nextMemberByKey;
}

/** Reads the sections of an object; of members with the same key, the last one counts. */
function sectionsIn(text: string, container: JsonContainer): Sections {
  return sectionsOf(text, container.members, container.start + 1, {
    idOf: (member) => (memberOf(container, member.key) === member ? member.key : ''),
    startOf: ({ keyStart }) => keyStart,
    endOf: ({ value }) => value.end,
  });
}

/** The edit that inserts members before another one, below the heading of its section. */
function insertionBefore(
  insertion: Insertion,
  { member, at }: KeysToInsert['before'] & {},
  keys: readonly string[],
  context: RenderContext,
): TextEdit {
  const lead = leadOf(insertion.text, insertion.container, member);
  const members = renderMembers(insertion, keys, { indent: lead.indent, neighbor: member }, context);
  return insertText(at, members.map((rendered) => `${rendered},${lead.text}`).join(''));
}

/** Whether elements are inserted by their positions. An empty array does not show what its elements are known by. */
function isListOfPositions({ container, source }: Insertion): boolean {
  if (container.members.length > 0 || source === undefined) return isPositional(container);
  return isPositional(source);
}

/** An array grows at its end; elements that are missing in between are filled, since an index is a position. */
function appendedKeys({ container, missing }: Insertion): ReadonlyMap<number, readonly string[]> {
  return new Map([[container.members.length, appendedIndexes(container.members.length, missing.keys())]]);
}

/**
 * Keys by position among the container's members: after the nearest key before them in the source's order that exists
 * in the container, else before the nearest one after them, else first. Without a source, each is before the first
 * member that is greater, or at the end.
 */
function keysByPosition(
  { container, source, missing }: Insertion,
  { isAttached, compare }: KeyOrder,
): ReadonlyMap<number, readonly string[]> {
  const positions = new Map<number, string[]>();
  const add = (position: number, key: string): void => {
    const keys = positions.get(position);
    if (keys === undefined) positions.set(position, [key]);
    else keys.push(key);
  };
  const { members } = container;
  // Without a source, the file's keys are sorted.
  if (source === undefined) {
    let sortedPosition = 0;
    for (const key of [...missing.keys()].sort(compare)) {
      sortedPosition = positionAfter(members, sortedPosition, (member) => compare(member, key) < 0);
      add(sortedPosition, key);
    }
    return positions;
  }
  let position: number | undefined;
  /** Missing keys before the first key of the source that the container has. */
  let leadingKeys: string[] = [];
  for (const key of withPluralMembers(keysOf(source), missing.keys())) {
    const member = memberOf(container, key);
    if (member !== undefined) {
      for (const leadingKey of leadingKeys) add(member.index, leadingKey);
      leadingKeys = [];
      position = positionAfter(members, member.index + 1, (nextKey) => isAttached(nextKey, key));
    } else if (missing.has(key)) {
      if (position === undefined) leadingKeys.push(key);
      else add(position, key);
    }
  }
  // The container has no key of the source: in front, but after members about the file such as `$schema`.
  const frontPosition = positionAfter(members, 0, (nextKey) => isAttached(nextKey, undefined));
  for (const key of leadingKeys) add(frontPosition, key);
  return positions;
}

/** Returns the first position at or after `start` whose key does not match. */
function positionAfter(members: readonly JsonMember[], start: number, matches: (key: string) => boolean): number {
  let position = start;
  while (position < members.length && matches(members[position]?.key ?? '')) position += 1;
  return position;
}

/** Renders new members, in the style of the member that they are inserted next to. */
function renderMembers(
  { container, missing, source, text }: Insertion,
  keys: readonly string[],
  { indent, neighbor }: NewLocation,
  context: RenderContext,
): string[] {
  let memberContext = context;
  if (neighbor !== undefined) memberContext = { ...context, style: styleNextTo(text, neighbor, context.style) };
  return keys.map((key) =>
    renderMember({ key, wanted: missing.get(key), source, containerKind: container.kind }, indent, memberContext),
  );
}

/** Where new members are inserted. */
interface NewLocation {
  /** Undefined if members share a line. */
  readonly indent: string | undefined;
  readonly neighbor: JsonMember | undefined;
}

/** The edit that inserts members into a container that has none, or only comments. */
function insertionIntoEmpty(insertion: Insertion, keys: readonly string[], context: RenderContext): TextEdit {
  const { text, container, source, indent } = insertion;
  const { style } = context;
  const start = container.start + 1;
  const end = container.end - 1;
  const content = text.slice(start, end);
  const hasLineEnd = /[\r\n]/.test(content);
  // Xcode writes an empty line into an empty object; a new member replaces it.
  const isEmptyLine = source === undefined && content.trim() === '';
  // Comments on the line of the opening bracket stay there; `firstLineEnd` is the end of that line.
  const { end: commentsEnd, lineEnd: firstLineEnd = commentsEnd } = skipTrivia(text, start);
  const replacedStart = isEmptyLine ? start : commentsEnd;
  const isSourceMultiline = source === undefined || isMultiline(context.sourceText, source);
  const becomesMultiline = style.multiline && isSourceMultiline;
  if (!hasLineEnd && !becomesMultiline) {
    const members = renderMembers(insertion, keys, { indent: undefined, neighbor: undefined }, context);
    return { start: replacedStart, end, text: members.join(`,${style.spaceAfterComma}`) };
  }
  const innerIndent = indent + style.indent;
  const members = renderMembers(insertion, keys, { indent: innerIndent, neighbor: undefined }, context);
  const lines = members.map((member) => style.lineEnd + innerIndent + member).join(',');
  // The closing bracket is on a later line already.
  if (hasLineEnd && !isEmptyLine) return insertText(firstLineEnd, lines);
  return { start: replacedStart, end, text: lines + style.lineEnd + indent };
}

/** The edit that inserts members directly after the opening bracket. */
function insertionAtFront(insertion: Insertion, keys: readonly string[], context: RenderContext): TextEdit {
  const { text, container } = insertion;
  const start = container.start + 1;
  const [firstMember] = container.members;
  const lead = firstMember && leadOf(text, container, firstMember);
  const members = renderMembers(insertion, keys, { indent: lead?.indent, neighbor: firstMember }, context);
  if (lead?.indent !== undefined) {
    const lines = members.map((member) => `${lead.text}${member},`);
    return insertText(skipTrivia(text, start).lineEnd ?? start, lines.join(''));
  }
  const separator = `,${leadAfter(insertion, 0, context).text}`;
  return insertText(start + spacesAt(text, start).length, members.map((member) => member + separator).join(''));
}

/** The edits that insert members after another one, with a comma between them. */
function insertionAfter(
  insertion: Insertion,
  index: number,
  keys: readonly string[],
  context: RenderContext,
): TextEdit[] {
  const { text, container } = insertion;
  const previous = container.members[index];
  if (previous === undefined) return [];
  const lead = leadAfter(insertion, index, context);
  const members = renderMembers(insertion, keys, { indent: lead.indent, neighbor: previous }, context);
  const newMembers = members.map((member) => lead.text + member).join(',');
  if (previous.comma >= 0) {
    const afterComma = previous.comma + 1;
    // `"a": 1, // about a`: after the comment. Undefined if members share a line: then directly after the comma.
    const commentsEnd = lead.indent === undefined ? undefined : skipTrivia(text, afterComma).lineEnd;
    // An unusual comma after the last member is left over from a removed one: the new last member gets none.
    const isLeftOver = index === container.members.length - 1 && !context.endsInComma(container);
    if (isLeftOver) return [insertText(commentsEnd ?? afterComma, newMembers)];
    return [insertText(commentsEnd ?? afterComma, `${newMembers},`)];
  }
  const { end } = previous.value;
  // `lineEnd` is undefined if more than comments follows on the line, such as the closing bracket.
  const { end: afterComments, lineEnd } = skipTrivia(text, end);
  // A comment after the last of several members on one line stays at the end of the line.
  const staysBeforeComments = lead.indent === undefined && lineEnd !== undefined;
  const offset = staysBeforeComments ? end : (lineEnd ?? afterComments);
  if (offset === end) return [insertText(end, `,${newMembers}`)];
  return [insertText(end, ','), insertText(offset, newMembers)];
}

/** The lead of a member that is inserted after the one at `index`. */
function leadAfter({ text, container }: Insertion, index: number, { style }: RenderContext): Lead {
  // The first member follows a bracket, so the second one shows how members follow each other.
  const modelMember = container.members[Math.max(index, 1)];
  if (modelMember !== undefined) return leadOf(text, container, modelMember);
  const [onlyMember] = container.members;
  const lead = onlyMember && leadOf(text, container, onlyMember);
  // The spaces before a sole member on its bracket's line are padding, not a separator.
  if (lead?.indent === undefined) return { text: style.spaceAfterComma, indent: undefined };
  return lead;
}
