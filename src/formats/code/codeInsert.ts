import { insertText } from '../kit/spliceEdits.ts';
import type { TextEdit } from '../kit/localeFormat.ts';
import { appendedIndexes, insertionPlaces, withPluralMembers } from '../kit/insertionOrder.ts';
import { refusal } from '../kit/provenFormat.ts';
import { noSections, placesInSections, sectionsOf, type SectionPlace, type Sections } from '../kit/sections.ts';
import { indentOfLine, skipTrivia, type Lead } from '../kit/trivia.ts';
import { because } from '../reasons/reason.ts';
import type { Branch, Entry } from './codeBranches.ts';
import {
  isPositional,
  isUsuallyMultiline,
  membersOnLines,
  membersOnOneLine,
  renderKey,
  renderValue,
  type RenderContext,
  type WantedNode,
} from './codeRender.ts';
import { leadOf, separatorLike, type Neighbor } from './codeStyle.ts';
import type { CodeContainer } from './codeTree.ts';

/** A branch of the target, the same branch of the source, and the members to insert. */
export interface Insertion {
  readonly text: string;
  readonly branch: Branch;
  readonly source: Branch | undefined;
  /** By key; only members that the branch lacks, or whose value in it is null. */
  readonly missing: ReadonlyMap<string, WantedNode>;
}

/**
 * Returns edits that insert the missing members in the source's order and in the style of their neighbors, and that
 * replace null. Throws FormatError if the target has no container for them.
 */
export function insertMembers(insertion: Insertion, context: RenderContext): readonly TextEdit[] {
  const { branch, missing } = insertion;
  const absent = new Map([...missing].filter(([key]) => !branch.entries.has(key)));
  // Before the insertions, which may begin where a value ends.
  const edits = nullReplacements(insertion, context);
  if (absent.size > 0) edits.push(...insertAbsent({ ...insertion, missing: absent }, context));
  return edits;
}

/** Returns edits that replace the values of members that are null. */
function nullReplacements({ text, branch, source, missing }: Insertion, context: RenderContext): TextEdit[] {
  const edits: TextEdit[] = [];
  for (const [key, wantedNode] of missing) {
    const member = branch.entries.get(key)?.member;
    if (member === undefined) continue;
    const { start, end } = member.value;
    const layout = { neighborLiteral: undefined, indent: indentOfLine(text, member.start) };
    edits.push({ start, end, text: renderValue(wantedNode, source?.entries.get(key), layout, context) });
  }
  return edits;
}

function insertAbsent(insertion: Insertion, context: RenderContext): readonly TextEdit[] {
  const { text, branch, source, missing } = insertion;
  const list = listOf(insertion);
  if (list !== undefined)
    return appendMembers(insertion, list, appendedIndexes(list.members.length, missing.keys()), context);
  const order = withPluralMembers([...(source?.entries.keys() ?? [])], missing.keys());
  const places = insertionPlaces(order, keysWithMembers(branch), missing);
  const sourceSections = (): Sections => sectionsIn(context.sourceText, source);
  const edits: TextEdit[] = [];
  for (const place of placesInSections(places, sourceSections, sectionsIn(text, branch)))
    edits.push(...insertAtPlace(insertion, place, context));
  return edits;
}

/** Returns the sections of a branch; none if several containers make it up, because their order is not known. */
function sectionsIn(text: string, branch: Branch | undefined): Sections {
  const [container] = branch?.containers ?? [];
  if (branch === undefined || container === undefined || branch.containers.length > 1) return noSections;
  const members = container.members.map((member) => {
    const key = member.key ?? '';
    // Of members with the same key, the last one counts.
    const isLastWithKey = branch.entries.get(key)?.member === member;
    return { id: isLastWithKey ? key : '', leadStart: member.triviaStart, start: member.start, end: member.end };
  });
  return sectionsOf(text, members, container.innerStart);
}

/** Returns the list to which elements are appended by position; undefined for a branch with keys. */
function listOf({ branch, source }: Insertion): CodeContainer | undefined {
  const [container] = branch.containers;
  if (container === undefined) return undefined;
  // An empty array does not show whether it has keys; the source does.
  const isEmpty = container.members.length === 0 && container.kind !== 'statements';
  if (!isPositional(isEmpty ? source : branch)) return undefined;
  return container;
}

/** Returns the keys that have members of their own, next to which members can be inserted. */
function keysWithMembers(branch: Branch): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const [key, entry] of branch.entries) if (entry.member !== undefined) keys.add(key);
  return keys;
}

/** Inserts members after or before a neighbor; without one, into the branch's last container. */
function insertAtPlace(insertion: Insertion, place: SectionPlace, context: RenderContext): readonly TextEdit[] {
  const { branch } = insertion;
  const { ids, at } = place;
  const previous = neighborIn(branch, place.after);
  if (previous !== undefined) return insertAfter(insertion, previous, ids, context);
  const next = neighborIn(branch, place.before);
  if (next !== undefined) return [insertBefore(insertion, { ...next, at }, ids, context)];
  const container = branch.containers.at(-1);
  if (container === undefined) throw refusal(because('code-no-container', ids[0] ?? ''));
  return appendMembers(insertion, container, ids, context);
}

function neighborIn(branch: Branch, key: string | undefined): Neighbor | undefined {
  if (key === undefined) return undefined;
  const { member, container } = branch.entries.get(key) ?? {};
  if (member === undefined || container === undefined) return undefined;
  return { member, container };
}

function appendMembers(
  insertion: Insertion,
  container: CodeContainer,
  keys: readonly string[],
  context: RenderContext,
): readonly TextEdit[] {
  const member = container.members.at(-1);
  if (member === undefined) return [insertIntoEmpty(insertion, container, keys, context)];
  return insertAfter(insertion, { member, container }, keys, context);
}

/** Renders new members like a neighbor: with its quotes, its column, and the prefix (`$lang[`) of its statement. */
function renderLike(
  neighbor: Neighbor,
  { text, source, missing }: Insertion,
  { keys, indent }: { readonly keys: readonly string[]; readonly indent: string | undefined },
  context: RenderContext,
): readonly string[] {
  const { member, container } = neighbor;
  const neighborKey = member.keyStart < member.keyEnd ? text.slice(member.keyStart, member.keyEnd) : undefined;
  const neighborLiteral = member.value.kind === 'text' ? text.slice(member.value.start, member.value.end) : undefined;
  const prefix = text.slice(member.start, member.keyStart);
  const usualSeparator = prefix === '' ? context.style.separator : '] = ';
  const terminator = container.kind === 'statements' ? ';' : '';
  const renderedMembers: string[] = [];
  const addKeyed = (key: string, wantedNode: WantedNode | undefined, entry: Entry | undefined): void => {
    const keyWithPrefix = prefix + key;
    const separator = separatorLike(neighbor, text, keyWithPrefix.length, usualSeparator);
    const value = renderValue(wantedNode, entry, { neighborLiteral, indent }, context);
    renderedMembers.push(keyWithPrefix + separator + value + terminator);
  };
  for (const name of keys) {
    const entry = source?.entries.get(name);
    const wantedNode = missing.get(name);
    if (container.kind === 'list') {
      renderedMembers.push(renderValue(wantedNode, entry, { neighborLiteral, indent }, context));
      continue;
    }
    const key = renderKey(name, neighborKey, entry?.member, context);
    // `$lang['menu']` is no text itself: the source assigns the texts below it, each in a statement.
    const hasChildren = container.kind === 'statements' && wantedNode?.text === undefined;
    const childBranch = hasChildren ? entry?.branch : undefined;
    if (wantedNode === undefined || childBranch?.containers[0]?.kind !== 'statements') {
      addKeyed(key, wantedNode, entry);
      continue;
    }
    // One statement `$lang['menu']['home'] = …;` for each text, as in the source.
    for (const [childName, child] of wantedNode.children) {
      const childEntry = childBranch.entries.get(childName);
      const childKey = renderKey(childName, neighborKey, childEntry?.member, context);
      addKeyed(`${key}][${childKey}`, child, childEntry);
    }
  }
  return renderedMembers;
}

function insertIntoEmpty(
  { text, source, missing }: Insertion,
  { start, innerStart, innerEnd }: CodeContainer,
  keys: readonly string[],
  context: RenderContext,
): TextEdit {
  const { style } = context;
  const newMembers = { keys, wantedByKey: missing, source };
  // Comments on the line of the opening bracket stay there; `firstLineEnd` is the end of that line.
  const { end: commentsEnd, lineEnd: firstLineEnd = commentsEnd } = skipTrivia(text, innerStart);
  const hasLineEnd = /[\r\n]/.test(text.slice(innerStart, innerEnd));
  const becomesMultiline = style.multiline && isUsuallyMultiline(source, context);
  if (!hasLineEnd && !becomesMultiline)
    return { start: commentsEnd, end: innerEnd, text: membersOnOneLine(newMembers, context) };
  const outerIndent = indentOfLine(text, start);
  const lines = membersOnLines(newMembers, outerIndent + style.indent, context);
  // The closing bracket is on a later line already.
  if (hasLineEnd) return insertText(firstLineEnd, lines);
  return { start: commentsEnd, end: innerEnd, text: lines + style.lineEnd + outerIndent };
}

function insertBefore(
  insertion: Insertion,
  next: Neighbor & { readonly at: number | undefined },
  keys: readonly string[],
  context: RenderContext,
): TextEdit {
  const { member, container, at } = next;
  const lead = leadOf(insertion.text, member);
  // A first member on the line of its bracket shows only the padding.
  const leadOfNext = lead.indent === undefined ? leadAfter(insertion.text, next, context) : lead;
  const separator = container.kind === 'statements' ? leadOfNext.text : `,${leadOfNext.text}`;
  const members = renderLike(next, insertion, { keys, indent: lead.indent }, context);
  // `at` is the offset under the heading of the section; undefined if there is none.
  return insertText(at ?? member.lead, members.map((text) => text + separator).join(''));
}

function insertAfter(
  insertion: Insertion,
  previous: Neighbor,
  keys: readonly string[],
  context: RenderContext,
): readonly TextEdit[] {
  const { text } = insertion;
  const { member, container } = previous;
  const lead = leadAfter(text, previous, context);
  const members = renderLike(previous, insertion, { keys, indent: lead.indent }, context);
  const renderedMembers = members.map((rendered) => lead.text + rendered);
  if (container.kind === 'statements')
    return [insertText(afterComments(text, member.end, lead), renderedMembers.join(''))];
  const newMembers = renderedMembers.join(',');
  if (member.comma >= 0) {
    const afterComma = afterComments(text, member.comma + 1, lead);
    // An unusual comma after the last member is left over from a removed one: the new last member gets none.
    const isUnusual = !context.style.trailingComma && member.index === container.members.length - 1;
    if (isUnusual) return [insertText(afterComma, newMembers)];
    return [insertText(afterComma, `${newMembers},`)];
  }
  // `lineEnd` is undefined if more than comments follows on the line, such as the closing bracket.
  const { end: commentsEnd, lineEnd } = skipTrivia(text, member.end);
  // A comment after the last of several members on one line stays at the end of the line.
  const staysBeforeComments = lead.indent === undefined && lineEnd !== undefined;
  const offset = staysBeforeComments ? member.end : (lineEnd ?? commentsEnd);
  if (offset === member.end) return [insertText(offset, `,${newMembers}`)];
  return [insertText(member.end, ','), insertText(offset, newMembers)];
}

/** Comments on the rest of the line stay with the previous member, unless a member follows on that line. */
function afterComments(text: string, offset: number, { indent }: Lead): number {
  if (indent === undefined) return offset;
  return skipTrivia(text, offset).lineEnd ?? offset;
}

/** Returns the lead of a member that is inserted after another. */
function leadAfter(text: string, { member, container }: Neighbor, { style }: RenderContext): Lead {
  // The first member follows a bracket, so the second one shows how members follow each other.
  const modelMember = container.members[Math.max(member.index, 1)];
  if (modelMember !== undefined) return leadOf(text, modelMember);
  const lead = leadOf(text, member);
  if (lead.indent !== undefined) return lead;
  if (container.kind === 'statements') return { text: style.lineEnd, indent: '' };
  // The spaces before a sole member on its bracket's line are padding, not a separator.
  return { text: ' ', indent: undefined };
}
