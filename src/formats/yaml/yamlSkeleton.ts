import { commentsAbove, lineStartOf } from '../kit/trivia.ts';
import { goI18nMetadata } from '../kit/unitId.ts';
import type { TextEdit, WriteContext } from '../kit/localeFormat.ts';
import { languageOf, spellLike } from '../../base/locale.ts';
import { spliceEdits } from '../kit/spliceEdits.ts';
import { isWhitespace } from './yamlNotes.ts';
import { isSafePlain } from './yamlPlain.ts';
import {
  isContainer,
  lineEndOffset,
  topOf,
  type YamlContainer,
  type YamlFile,
  type YamlMember,
  type YamlNode,
} from './yamlTree.ts';
import { isPluralSet } from './yamlUnits.ts';
import type { Want } from './yamlWant.ts';

/**
 * Returns the wanted parts of the source's text, under the target's locale: its head, its order, the comments of wanted
 * members, and its layout. Its texts are still the source's; items of lists that are not wanted are empty.
 */
export function skeletonOf(source: YamlFile, want: Want, context: WriteContext): string {
  const edits: TextEdit[] = [];
  const { text } = source;
  if (source.localeRoot !== undefined) edits.push(...renamed(source.localeRoot, text, context));
  const top = topOf(source);
  if (isContainer(top)) prune(top, want, source.localeRoot?.keyEnd, { text, edits });
  const pruned = spliceEdits(text, edits);
  const kept = text.endsWith('\n') ? pruned : pruned.replace(/\r?\n$/, '');
  return source.eol === '\r' ? kept.replaceAll('\n', '\r') : kept;
}

/** Returns edits that rename the root key to the target's locale, if it names the source's locale. */
function renamed(
  { key, keyStart, keyEnd }: YamlMember,
  text: string,
  { sourceLocale, targetLocale }: WriteContext,
): TextEdit[] {
  if (languageOf(key) !== languageOf(sourceLocale)) return [];
  const locale = spellLike(targetLocale, key);
  const quote = /^["']/.exec(text.slice(keyStart, keyEnd))?.[0] ?? (isSafePlain(locale, false) ? '' : '"');
  return [{ start: keyStart, end: keyEnd, text: quote + locale + quote }];
}

/** The source's text, and the edits that remove parts of it. */
interface Pruning {
  readonly text: string;
  readonly edits: TextEdit[];
}

/** Removes what is not wanted. `opening` is the end of the container's key; undefined for the root. */
function prune(container: YamlContainer, want: Want, opening: number | undefined, pruning: Pruning): void {
  if (container.kind === 'seq') {
    pruneList(container, want, pruning);
    return;
  }
  const keepsMetadata = isPluralSet(container);
  const isKept = (member: YamlMember): boolean =>
    container.byKey.get(member.key) === member &&
    (want.children.has(member.key) || (keepsMetadata && goI18nMetadata.has(member.key)));
  const visit = (member: YamlMember): void => {
    const child = want.children.get(member.key);
    if (child !== undefined && child.text === undefined && isContainer(member.value))
      prune(member.value, child, member.item === undefined ? member.keyEnd : member.start, pruning);
  };
  removeOthers(container, { isKept, visit, opening }, pruning);
}

function pruneList(list: YamlContainer, want: Want, pruning: Pruning): void {
  const last = Math.max(...[...want.children.keys()].map(Number));
  const visit = (member: YamlMember): void => {
    const child = want.children.get(member.key);
    if (child === undefined) empty(member.value, pruning);
    else if (child.text === undefined && isContainer(member.value)) prune(member.value, child, member.start, pruning);
  };
  removeOthers(list, { isKept: (member) => member.index <= last, visit, opening: undefined }, pruning);
}

/** Removes the content of an item, but not the item. */
function empty(node: YamlNode, { text, edits }: Pruning): void {
  const end = text[node.end - 1] === '\n' ? lineEndTrimmed(text, node.end) : node.end;
  if (node.kind === 'text') edits.push({ start: node.start, end, text: "''" });
  else if (isContainer(node)) edits.push({ start: node.start, end, text: node.kind === 'seq' ? '[]' : '{}' });
  else if (node.kind === 'alias') edits.push({ start: node.start, end, text: '~' });
}

function lineEndTrimmed(text: string, end: number): number {
  return text[end - 2] === '\r' ? end - 2 : end - 1;
}

/** Which members of a container are kept. */
interface Keeping {
  readonly isKept: (member: YamlMember) => boolean;
  /** Called for each kept member, in order. */
  readonly visit: (member: YamlMember) => void;
  /** The end of the container's key; undefined for the root and for lists. */
  readonly opening: number | undefined;
}

/** Removes runs of members with the comments and empty lines above them. */
function removeOthers(container: YamlContainer, { isKept, visit, opening }: Keeping, { text, edits }: Pruning): void {
  const { members, flow } = container;
  let from: YamlMember | undefined;
  let kept: YamlMember | undefined;
  const remove = (next: YamlMember | undefined): void => {
    if (from === undefined) return;
    const last = members[(next?.index ?? members.length) - 1] ?? from;
    const edit = flow
      ? flowRun(from, last, kept, next)
      : blockRun({ first: from, last, kept, next }, container, opening, text);
    if (edit.end > edit.start) edits.push(edit);
    from = undefined;
  };
  for (const member of members) {
    if (!isKept(member)) from ??= member;
    else {
      remove(member);
      visit(member);
      kept = member;
    }
  }
  remove(undefined);
}

function flowRun(
  first: YamlMember,
  last: YamlMember,
  kept: YamlMember | undefined,
  next: YamlMember | undefined,
): TextEdit {
  if (kept !== undefined) return { start: kept.end, end: last.end, text: '' };
  return { start: first.start, end: next?.start ?? last.end, text: '' };
}

/** Members to remove, from `first` to `last`, between the kept one before them and the next one. */
interface MemberRun {
  readonly first: YamlMember;
  readonly last: YamlMember;
  readonly kept: YamlMember | undefined;
  readonly next: YamlMember | undefined;
}

function blockRun(
  { first, last, kept, next }: MemberRun,
  container: YamlContainer,
  opening: number | undefined,
  text: string,
): TextEdit {
  const lineStart = lineStartOf(text, first.start);
  // A map that begins after a dash.
  if (!isWhitespace(text, lineStart, first.start))
    return { start: first.start, end: next?.start ?? last.end, text: '' };
  const previousEnd = kept?.end ?? opening;
  const start =
    previousEnd === undefined ? commentsAbove(text, lineStart, 0, container.column) : lineEndOffset(text, previousEnd);
  let end = lineEndOffset(text, last.end);
  // The member that becomes the first has no empty lines above it.
  if (kept === undefined && next !== undefined)
    end += /^(?:[ \t]*\r?\n)*/.exec(text.slice(end, next.start))?.[0].length ?? 0;
  return { start, end, text: '' };
}
