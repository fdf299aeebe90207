import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Document,
  type Pair,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { once } from '../../base/once.ts';
import { commentsAbove, lineStartOf } from '../kit/trivia.ts';
import { formatErrorAt } from '../kit/textLocation.ts';
import type { TargetSource } from '../kit/keptWhileWriting.ts';
import { localeOfWord } from '../kit/localeName.ts';
import { joinNotes } from '../kit/unitFrom.ts';
import { because } from '../reasons/reason.ts';
import { withListKeys, withMembers } from './withListKeys.ts';
import { isSpaces, noteOf } from './yamlNotes.ts';
import { isBooleanWord, isData, isNull, type PlainRules } from './yamlPlain.ts';
import {
  endsInsideLine,
  isBlockStyle,
  isContainer,
  lineTextEnd,
  topOf,
  type ScalarStyle,
  type YamlContainer,
  type YamlFile,
  type YamlMember,
  type YamlNode,
  type YamlRoots,
} from './yamlTree.ts';

const styles: Readonly<Record<string, ScalarStyle>> = {
  PLAIN: 'plain',
  QUOTE_SINGLE: 'single',
  QUOTE_DOUBLE: 'double',
  BLOCK_LITERAL: 'literal',
  BLOCK_FOLDED: 'folded',
};
const coreTag = 'tag:yaml.org,2002:';

/** The context of a value. */
interface Location {
  readonly text: string;
  readonly rules: PlainRules;
  /** Comments before this offset are those of other members. */
  readonly floor: number;
  /** Inside `{ }` or `[ ]`. */
  readonly inFlow: boolean;
  /** Gets the values that have anchors. */
  readonly anchors: Map<string, YamlNode>;
}

/** A text to build a tree of. */
interface TextToBuild {
  readonly text: string;
  /** The file's text before its line ends were normalized. */
  readonly original: string;
  readonly rules: PlainRules;
  /** The source of a target. */
  readonly source: TargetSource<YamlFile> | undefined;
}

/** Returns the tree of a composed document. Throws FormatError for a root that is a single value. */
export function buildRoot(document: Document.Parsed | undefined, textToBuild: TextToBuild): YamlRoots {
  if (document === undefined) return { root: undefined, localeRoot: undefined, anchors: new Map() };
  const { text, rules } = textToBuild;
  const anchors = new Map<string, YamlNode>();
  const root = build(document.contents, { text, rules, floor: 0, inFlow: false, anchors });
  if (!isContainer(root)) throw formatErrorAt(textToBuild.original, root.start, because('yaml-single-value'));
  const keyedRoot = withKeysInLists(root, textToBuild);
  return { root: asTranslationList(keyedRoot), localeRoot: localeRootOf(keyedRoot), anchors };
}

/** Returns a root in which the items of lists have their identifiers as keys; see `withListKeys`. */
function withKeysInLists(root: YamlContainer, { text, source }: TextToBuild): YamlContainer {
  const sourceNode = { text: source?.text ?? '', node: once(() => topOf(source?.file())) };
  // The source has its locale in place of the target's.
  const localeRoot = localeRootOf(root);
  if (localeRoot === undefined || !isContainer(localeRoot.value)) return withListKeys(root, text, sourceNode);
  return withMembers(root, [{ ...localeRoot, value: withListKeys(localeRoot.value, text, sourceNode) }]);
}

function build(node: unknown, location: Location): YamlNode {
  const built = buildNode(node, location);
  const { anchor } = (node ?? {}) as { readonly anchor?: string };
  if (anchor !== undefined) location.anchors.set(anchor, built);
  return built;
}

function buildNode(node: unknown, location: Location): YamlNode {
  const { inFlow } = location;
  if (isScalar(node)) return buildScalar(node, location);
  const [start, end] = rangeOf(node);
  if (isAlias(node)) return { kind: 'alias', start, end, inFlow, anchor: node.source };
  if (isMap(node) && (node.tag === undefined || node.tag === `${coreTag}map`)) return buildMap(node, location);
  if (isSeq(node) && (node.tag === undefined || node.tag === `${coreTag}seq`)) return buildSeq(node, location);
  return { kind: 'data', start, end, inFlow, isTagged: true };
}

function buildScalar(node: Scalar, { text, rules, inFlow }: Location): YamlNode {
  const [start, end] = rangeOf(node);
  const style = styles[node.type ?? 'PLAIN'] ?? 'plain';
  let value = typeof node.value === 'string' ? node.value : (node.source ?? '');
  // `!`, or no tag: the characters decide what the scalar is.
  const { tag = '!', anchor } = node;
  if (tag !== '!' && tag !== `${coreTag}str`) return { kind: 'data', start, end, inFlow, isTagged: true };
  if (style === 'plain' && tag === '!') {
    // An anchor without a value has no location for a text: the anchor would have to move.
    const isAnchorOnly = value === '' && anchor !== undefined;
    if (isBooleanWord(value, rules)) return { kind: 'data', start, end, inFlow, word: value };
    if (isAnchorOnly || isData(value, rules)) return { kind: 'data', start, end, inFlow };
    if (isNull(value)) return { kind: 'null', start, end, inFlow };
  }
  // A block scalar that the file's end cuts off has no line end (YAML 1.2 §8.1.1.2), although the library adds one.
  if (isBlockStyle(style) && end === text.length && endsInsideLine(text)) value = value.replace(/\n$/, '');
  return { kind: 'text', start, end, value, style, inFlow };
}

function buildMap(map: YAMLMap, location: Location): YamlContainer {
  const members: YamlMember[] = [];
  const byKey = new Map<string, YamlMember>();
  const isFlow = map.flow === true;
  let { floor } = location;
  for (const pair of map.items) {
    const pairLocation = { ...location, floor, inFlow: location.inFlow || isFlow };
    const member = buildPair(pair, members.length, isFlow, pairLocation);
    if (member === undefined) continue;
    members.push(member);
    floor = member.end;
    // The merge key `<<` includes another map's members, and is not a member by key itself.
    const isMergeKey = isScalar(pair.key) && pair.key.type === 'PLAIN' && member.key === '<<';
    if (isScalar(pair.key) && !isMergeKey) byKey.set(member.key, member);
  }
  return containerOf(map, members, byKey, location.text);
}

/** Returns the member of a map for a pair; undefined for a pair without a key. `isFlow`: the map is in braces. */
function buildPair({ key, value }: Pair, index: number, isFlow: boolean, location: Location): YamlMember | undefined {
  const { text } = location;
  if (key === null || typeof key !== 'object') return undefined;
  const [keyStart, keyEnd] = rangeOf(key);
  const name = isScalar(key) ? (key.source ?? String(key.value)) : '';
  let node: YamlNode = { kind: 'null', start: keyEnd, end: keyEnd, inFlow: location.inFlow };
  if (value !== null) node = build(value, { ...location, floor: keyEnd });
  const end = Math.max(node.end, keyEnd);
  const member = { key: name, index, keyStart, keyEnd, end, value: node };
  if (isFlow) return { ...member, start: keyStart, note: undefined };
  const start = explicitKeyStart(text, keyStart);
  return { ...member, start, note: memberNote(text, start, location.floor, commentStart(text, node, keyEnd)) };
}

function buildSeq(seq: YAMLSeq, location: Location): YamlContainer {
  const members: YamlMember[] = [];
  const byKey = new Map<string, YamlMember>();
  const isFlow = seq.flow === true;
  const { text } = location;
  let { floor } = location;
  let [previousEnd] = rangeOf(seq);
  for (const [index, item] of seq.items.entries()) {
    const start = isFlow ? rangeOf(item)[0] : dashOffset(text, previousEnd);
    const dashEnd = start + 1;
    const value = build(item, { ...location, floor: dashEnd, inFlow: location.inFlow || isFlow });
    let { end } = value;
    let note: string | undefined;
    if (!isFlow) {
      end = Math.max(end, dashEnd);
      note = memberNote(text, start, floor, commentStart(text, value, dashEnd));
    }
    // An item has no key in the text, so its key's range is empty.
    const member = { key: String(index), index, start, keyStart: start, keyEnd: start, end, value, note };
    members.push(member);
    byKey.set(member.key, member);
    floor = end;
    previousEnd = end;
  }
  return containerOf(seq, members, byKey, text);
}

/** Returns a container. Without brackets, it ends like its last member: the library includes comments after that. */
function containerOf(
  node: YAMLMap | YAMLSeq,
  members: readonly YamlMember[],
  byKey: ReadonlyMap<string, YamlMember>,
  text: string,
): YamlContainer {
  const kind = isMap(node) ? 'map' : 'seq';
  const isFlow = node.flow === true;
  const [start, end] = rangeOf(node);
  const [firstMember] = members;
  if (isFlow || firstMember === undefined) return { kind, start, end, isFlow, column: 0, members, byKey };
  const column = firstMember.start - lineStartOf(text, firstMember.start);
  return { kind, start: firstMember.start, end: members.at(-1)?.end ?? end, isFlow, column, members, byKey };
}

/** Returns the comments above a member, if it begins its line, and the one after `contentEnd` on its line. */
function memberNote(text: string, start: number, floor: number, contentEnd: number): string | undefined {
  const lineStart = lineStartOf(text, start);
  const beginsLine = isSpaces(text, lineStart, start);
  if (!beginsLine) return noteOf(text, lineStart, lineStart, contentEnd);
  return noteOf(text, commentsAbove(text, lineStart, floor, start - lineStart), lineStart, contentEnd);
}

/**
 * Returns where a comment on the member's own line may begin: `key: value # comment`, `key: # comment` above the lines
 * of a map, `key: | # comment` above those of a block scalar.
 */
function commentStart(text: string, value: YamlNode, keyEnd: number): number {
  if (value.kind === 'text' && isBlockStyle(value.style)) return blockHeadEnd(text, value.start);
  const afterColon = colonEnd(text, keyEnd);
  if (value.start === value.end) return afterColon;
  if (!isContainer(value) || value.isFlow) return value.end;
  // `- key: text # comment`: the comment is the first member's, so none (the text's end) is the item's.
  return value.start < lineTextEnd(text, afterColon) ? text.length : afterColon;
}

/** Returns the offset after the colon of a key; the end of the key if it has no colon. */
function colonEnd(text: string, keyEnd: number): number {
  let offset = keyEnd;
  while (text[offset] === ' ') offset += 1;
  return text[offset] === ':' ? offset + 1 : keyEnd;
}

/** Returns the offset after the header of a block scalar: `|`, `>-`, `|2+`. */
function blockHeadEnd(text: string, start: number): number {
  let end = start + 1;
  while (/[-+\d]/.test(text.charAt(end))) end += 1;
  return end;
}

/** Returns the offset of the `?` before an explicit key, as in `? key`; the key's start if it has none. */
function explicitKeyStart(text: string, keyStart: number): number {
  let offset = keyStart - 1;
  while (text[offset] === ' ' || text[offset] === '\t') offset -= 1;
  return text[offset] === '?' && offset < keyStart - 1 ? offset : keyStart;
}

/** Returns the offset of the next dash that is not part of a comment. */
function dashOffset(text: string, start: number): number {
  let offset = start;
  while (offset < text.length && text[offset] !== '-') {
    if (text[offset] === '#') offset = lineTextEnd(text, offset);
    else offset += 1;
  }
  return offset;
}

function rangeOf(node: unknown): readonly [number, number] {
  const { range } = (node ?? {}) as { readonly range?: readonly [number, number, number] | null };
  const [start, end] = range ?? [0, 0];
  return [start, end];
}

/** Returns the only key of a root, if it names a locale and has a map or no value. */
function localeRootOf(root: YamlContainer): YamlMember | undefined {
  const [member] = root.members;
  if (root.kind !== 'map' || root.isFlow || root.members.length !== 1 || member === undefined) return undefined;
  // A merge key (`<<: *defaults`) is a member, but not in `byKey`.
  if (root.byKey.get(member.key) !== member || localeOfWord(member.key) === undefined) return undefined;
  if (member.value.kind !== 'map' && member.value.kind !== 'null') return undefined;
  return member;
}

/**
 * Returns a root of items `{ id, translation }` as a list that is keyed by id; any other root unchanged. Such lists
 * were go-i18n's first file format, which Hugo still reads: https://pkg.go.dev/github.com/nicksnyder/go-i18n/i18n
 */
function asTranslationList(root: YamlContainer): YamlContainer {
  if (root.kind !== 'seq' || root.isFlow || root.members.length === 0) return root;
  const members: YamlMember[] = [];
  const byKey = new Map<string, YamlMember>();
  for (const item of root.members) {
    if (item.value.kind !== 'map') return root;
    const id = item.value.byKey.get('id')?.value;
    const translation = item.value.byKey.get('translation');
    if (id?.kind !== 'text' || translation === undefined) return root;
    const note = joinNotes(item.note, translation.note);
    const member = { ...item, key: id.value, value: translation.value, item: item.value, note };
    members.push(member);
    byKey.set(member.key, member);
  }
  return { ...root, kind: 'list', members, byKey };
}
