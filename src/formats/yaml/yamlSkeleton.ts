import { commentsAbove, lineStartOf } from '../kit/trivia.ts';
import { goI18nMetadata } from '../kit/unitId.ts';
import type { TextEdit, TextRange, WriteContext } from '../kit/localeFormat.ts';
import { languageOf, spellLike } from '../../base/locale.ts';
import { sortEdits, spliceEdits } from '../kit/spliceEdits.ts';
import { isSpaces } from './yamlNotes.ts';
import { isSafePlain } from './yamlPlain.ts';
import {
  isContainer,
  isPositional,
  lineEndOffset,
  lineTextEnd,
  liveMembers,
  topOf,
  type YamlContainer,
  type YamlFile,
  type YamlMember,
  type YamlNode,
} from './yamlTree.ts';
import { isPluralSet } from './yamlUnits.ts';
import type { WantedTexts } from './yamlWant.ts';

/**
 * Returns the source's text without the members that are not wanted, under the target's locale. The texts are still the
 * source's. Items of lists that are not wanted are empty.
 */
export function skeletonOf(source: YamlFile, wantedTexts: WantedTexts, context: WriteContext): string {
  const edits: TextEdit[] = [];
  const { text } = source;
  if (source.localeRoot !== undefined) edits.push(...renameLocaleRoot(source.localeRoot, text, context));
  const top = topOf(source);
  if (isContainer(top)) prune(top, wantedTexts, source.localeRoot?.keyEnd, { text, edits });
  let pruned = spliceEdits(text, sortEdits(edits));
  // A source without a line end at its end stays without one, also if its last line was removed.
  if (!text.endsWith('\n')) pruned = pruned.replace(/\r?\n$/, '');
  return source.eol === '\r' ? pruned.replaceAll('\n', '\r') : pruned;
}

/** Returns edits that rename the root key to the target's locale, if it names the source's locale. */
function renameLocaleRoot(
  { key, keyStart, keyEnd }: YamlMember,
  text: string,
  { sourceLocale, targetLocale }: WriteContext,
): TextEdit[] {
  if (languageOf(key) !== languageOf(sourceLocale)) return [];
  const locale = spellLike(targetLocale, key);
  // `no` (Norwegian) would be read as a boolean without quotes.
  const neededQuote = isSafePlain(locale, false) ? '' : '"';
  const quote = /^["']/.exec(text.slice(keyStart, keyEnd))?.[0] ?? neededQuote;
  return [{ start: keyStart, end: keyEnd, text: quote + locale + quote }];
}

/** The source's text, and the edits that remove parts of it. */
interface Pruning {
  readonly text: string;
  readonly edits: TextEdit[];
}

/** Removes members that are not wanted. `headOffset` is in the line of its key or dash; undefined for the root. */
function prune(container: YamlContainer, texts: WantedTexts, headOffset: number | undefined, pruning: Pruning): void {
  const { children } = texts;
  if (isPositional(container)) {
    pruneList(container, children, pruning);
    return;
  }
  const keepsMetadata = isPluralSet(container);
  const keptMembers = liveMembers(container).filter(
    ({ key }) =>
      children.has(key) || (keepsMetadata && goI18nMetadata.has(key)) || container.identity?.copied.has(key) === true,
  );
  removeOtherMembers(container, keptMembers, headOffset, pruning);
  for (const { key, value, keyEnd, start, item } of keptMembers) {
    const child = children.get(key);
    if (child === undefined || child.text !== undefined || !isContainer(value)) continue;
    // An item of a list keyed by id has no key: its head is its dash.
    prune(value, child, item === undefined && container.kind !== 'seq' ? keyEnd : start, pruning);
  }
}

/** Removes the items after the last wanted one, and empties unwanted ones before it, which keeps the indices. */
function pruneList(list: YamlContainer, children: WantedTexts['children'], pruning: Pruning): void {
  const lastWanted = Math.max(...[...children.keys()].map(Number));
  const keptItems = list.members.slice(0, lastWanted + 1);
  removeOtherMembers(list, keptItems, undefined, pruning);
  for (const { key, value, start } of keptItems) {
    const child = children.get(key);
    if (child === undefined) emptyItem(value, pruning);
    else if (child.text === undefined && isContainer(value)) prune(value, child, start, pruning);
  }
}

/** Removes the content of an item, but not the item: replaces it by an empty text, list or map, or by null (`~`). */
function emptyItem(node: YamlNode, { text, edits }: Pruning): void {
  const { start } = node;
  // A block scalar ends after its line end.
  const end = text[node.end - 1] === '\n' ? lineTextEnd(text, node.end - 1) : node.end;
  if (node.kind === 'text') edits.push({ start, end, text: "''" });
  else if (node.kind === 'seq') edits.push({ start, end, text: '[]' });
  else if (isContainer(node)) edits.push({ start, end, text: '{}' });
  else if (node.kind === 'alias') edits.push({ start, end, text: '~' });
}

/** Removes the members between those that are kept, with the comments and empty lines above them. */
function removeOtherMembers(
  container: YamlContainer,
  keptMembers: readonly YamlMember[],
  headOffset: number | undefined,
  { text, edits }: Pruning,
): void {
  const { members, isFlow } = container;
  let previous: YamlMember | undefined;
  // Undefined is for the members after the last kept one.
  for (const next of [...keptMembers, undefined]) {
    const first = members[(previous?.index ?? -1) + 1];
    const last = members[(next?.index ?? members.length) - 1];
    // No member is between two kept ones if `first` is already `next`, after `last`.
    if (first !== undefined && last !== undefined && first.index <= last.index) {
      const run = { first, last, previous, next };
      const { start, end } = isFlow ? flowRange(run) : blockRange(run, container, headOffset, text);
      if (end > start) edits.push({ start, end, text: '' });
    }
    previous = next;
  }
}

/** Members to remove, from `first` to `last`, and the kept members before and after them. */
interface MemberRun {
  readonly first: YamlMember;
  readonly last: YamlMember;
  readonly previous: YamlMember | undefined;
  readonly next: YamlMember | undefined;
}

/** The range of members in brackets, with the comma before them; or after them, if no kept member is before them. */
function flowRange({ first, last, previous, next }: MemberRun): TextRange {
  if (previous !== undefined) return { start: previous.end, end: last.end };
  return { start: first.start, end: next?.start ?? last.end };
}

/** The lines of members. `headOffset` is in the line of the container's key or dash; undefined for root and lists. */
function blockRange(
  { first, last, previous, next }: MemberRun,
  container: YamlContainer,
  headOffset: number | undefined,
  text: string,
): TextRange {
  const lineStart = lineStartOf(text, first.start);
  // `- key: text`: the next member moves to the dash.
  const isAfterDash = !isSpaces(text, lineStart, first.start);
  if (isAfterDash) return { start: first.start, end: next?.start ?? last.end };
  const previousEnd = previous?.end ?? headOffset;
  let start = commentsAbove(text, lineStart, 0, container.column);
  // From the line after the previous member or the head, with all comments below it.
  if (previousEnd !== undefined) start = lineEndOffset(text, previousEnd);
  let end = lineEndOffset(text, last.end);
  // `next` becomes the first member, so the empty lines above it are removed, too.
  if (previous === undefined && next !== undefined)
    end += /^(?:[ \t]*\r?\n)*/.exec(text.slice(end, next.start))?.[0].length ?? 0;
  return { start, end };
}
