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
import { commentsAbove, lineStartOf } from '../kit/trivia.ts';
import { formatErrorAt } from '../kit/textPlace.ts';
import { localeOfWord } from '../kit/localeName.ts';
import { joinNotes } from '../kit/unitFrom.ts';
import { because } from '../reasons/reason.ts';
import { isWhitespace, noteOf } from './yamlNotes.ts';
import { isData, isNull } from './yamlPlain.ts';
import {
  isBlockStyle,
  isContainer,
  lineTextEnd,
  type ScalarStyle,
  type YamlContainer,
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
const core = 'tag:yaml.org,2002:';

/** The context of a value: the text, where its comments can begin, and whether it is in brackets. */
interface Location {
  readonly text: string;
  readonly floor: number;
  readonly inFlow: boolean;
}

/** Returns the tree of a composed document. Throws FormatError for a root that is a single value. */
export function buildRoot(document: Document.Parsed | undefined, text: string, original: string): YamlRoots {
  if (document === undefined) return { root: undefined, localeRoot: undefined };
  const root = build(document.contents, { text, floor: 0, inFlow: false });
  if (!isContainer(root)) throw formatErrorAt(original, root.start, because('yaml-single-value'));
  return { root: asTranslationList(root), localeRoot: localeRootOf(root) };
}

function build(node: unknown, location: Location): YamlNode {
  const { inFlow } = location;
  if (isScalar(node)) return buildScalar(node, location);
  const [start, end] = rangeOf(node);
  if (isAlias(node)) return { kind: 'alias', start, end, inFlow };
  if (isMap(node) && (node.tag === undefined || node.tag === `${core}map`)) return buildMap(node, location);
  if (isSeq(node) && (node.tag === undefined || node.tag === `${core}seq`)) return buildSeq(node, location);
  return { kind: 'data', start, end, inFlow };
}

function buildScalar(node: Scalar, { text, inFlow }: Location): YamlNode {
  const [start, end] = rangeOf(node);
  const style = styles[node.type ?? 'PLAIN'] ?? 'plain';
  let value = typeof node.value === 'string' ? node.value : (node.source ?? '');
  const { tag = '!', anchor } = node;
  if (tag !== '!' && tag !== `${core}str`) return { kind: 'data', start, end, inFlow };
  if (style === 'plain' && tag === '!') {
    // An anchor without a value has no location for a text: the anchor would have to move.
    const isAnchorOnly = value === '' && anchor !== undefined;
    if (isAnchorOnly || isData(value)) return { kind: 'data', start, end, inFlow };
    if (isNull(value)) return { kind: 'null', start, end, inFlow };
  }
  // A block scalar that the file's end cuts off has no line end (YAML 1.2 §8.1.1.2), although the library adds one.
  if (isBlockStyle(style) && end === text.length && endsInsideLine(text)) value = value.replace(/\n$/, '');
  return { kind: 'text', start, end, value, style, inFlow };
}

/** Whether a text ends on a line with content. */
function endsInsideLine(text: string): boolean {
  return text.slice(text.lastIndexOf('\n') + 1).trim() !== '';
}

type Growing<T> = { -readonly [Key in keyof T]: T[Key] };
type GrowingContainer = Omit<Growing<YamlContainer>, 'members' | 'byKey'> & {
  members: YamlMember[];
  byKey: Map<string, YamlMember>;
};

function buildMap(map: YAMLMap, location: Location): YamlContainer {
  const container = begin('map', map, map.flow === true);
  let { floor } = location;
  for (const pair of map.items) {
    const member = buildPair(pair, container, { ...location, floor, inFlow: location.inFlow || container.flow });
    if (member === undefined) continue;
    container.members.push(member);
    floor = member.end;
    // A merge key includes another map's members, and is not a member itself.
    if (!isScalar(pair.key) || (pair.key.type === 'PLAIN' && member.key === '<<')) continue;
    container.byKey.set(member.key, member);
  }
  return finish(container, location.text);
}

function buildPair({ key, value }: Pair, container: YamlContainer, location: Location): YamlMember | undefined {
  const { text } = location;
  if (key === null || typeof key !== 'object') return undefined;
  const [keyStart, keyEnd] = rangeOf(key);
  const name = isScalar(key) ? (key.source ?? String(key.value)) : '';
  let node: YamlNode = { kind: 'null', start: keyEnd, end: keyEnd, inFlow: location.inFlow };
  if (value !== null) node = build(value, { ...location, floor: keyEnd });
  const end = Math.max(node.end, keyEnd);
  const member = { key: name, index: container.members.length, keyStart, keyEnd, end, value: node };
  if (container.flow) return { ...member, start: keyStart, note: undefined };
  const start = indicatorBefore(text, keyStart);
  return { ...member, start, note: memberNote(text, start, location.floor, commentFrom(text, node, keyEnd)) };
}

function buildSeq(seq: YAMLSeq, location: Location): YamlContainer {
  const container = begin('seq', seq, seq.flow === true);
  const { text } = location;
  const inFlow = location.inFlow || container.flow;
  let { floor } = location;
  let previousEnd = container.start;
  for (const [index, item] of seq.items.entries()) {
    const start = container.flow ? rangeOf(item)[0] : dashAt(text, previousEnd);
    const value = build(item, { text, floor: start + 1, inFlow });
    let { end } = value;
    let note: string | undefined;
    if (!container.flow) {
      end = Math.max(end, start + 1);
      note = memberNote(text, start, floor, commentFrom(text, value, start + 1));
    }
    const member = { key: String(index), index, start, keyStart: start, keyEnd: start, end, value, note };
    container.members.push(member);
    container.byKey.set(member.key, member);
    floor = end;
    previousEnd = end;
  }
  return finish(container, text);
}

function begin(kind: 'map' | 'seq', node: YAMLMap | YAMLSeq, flow: boolean): GrowingContainer {
  const [start, end] = rangeOf(node);
  return { kind, start, end, flow, column: 0, members: [], byKey: new Map() };
}

/** Sets the range of a block collection to that of its members: the library includes the comments after them. */
function finish(container: GrowingContainer, text: string): YamlContainer {
  const firstMember = container.members[0];
  if (container.flow || firstMember === undefined) return container;
  container.start = firstMember.start;
  container.column = firstMember.start - lineStartOf(text, firstMember.start);
  container.end = container.members.at(-1)?.end ?? container.end;
  return container;
}

/** Returns the comments above a member, if it begins its line, and the one that may begin at `after`. */
function memberNote(text: string, start: number, floor: number, after: number): string | undefined {
  const lineStart = lineStartOf(text, start);
  if (!isWhitespace(text, lineStart, start)) return noteOf(text, lineStart, lineStart, after);
  return noteOf(text, commentsAbove(text, lineStart, floor, start - lineStart), lineStart, after);
}

/**
 * Returns where a comment on the member's own line may begin: after a value, after the colon of a map, in the header of
 * a block scalar.
 */
function commentFrom(text: string, value: YamlNode, keyEnd: number): number {
  if (value.kind === 'text' && isBlockStyle(value.style)) return blockHeadEnd(text, value.start);
  const afterColon = colonEnd(text, keyEnd);
  if (value.start === value.end) return afterColon;
  if (!isContainer(value) || value.flow) return value.end;
  // A map on the line of its key: the comment is that of its own first member.
  if (value.start < lineTextEnd(text, afterColon)) return text.length;
  return afterColon;
}

/** Returns the offset after the colon of a key; the end of the key if it has no colon. */
function colonEnd(text: string, keyEnd: number): number {
  let at = keyEnd;
  while (text[at] === ' ') at += 1;
  if (text[at] === ':') return at + 1;
  return keyEnd;
}

function blockHeadEnd(text: string, start: number): number {
  let at = start + 1;
  while (/[-+\d]/.test(text.charAt(at))) at += 1;
  return at;
}

/** Returns the offset of the `?` of an explicit key, if there is one on its line. */
function indicatorBefore(text: string, keyStart: number): number {
  let at = keyStart - 1;
  while (text[at] === ' ' || text[at] === '\t') at -= 1;
  if (text[at] === '?' && at < keyStart - 1) return at;
  return keyStart;
}

/** Returns the offset of the next dash that is not part of a comment. */
function dashAt(text: string, start: number): number {
  let at = start;
  while (at < text.length && text[at] !== '-') {
    if (text[at] === '#') at = lineTextEnd(text, at);
    else at += 1;
  }
  return at;
}

function rangeOf(node: unknown): readonly [number, number] {
  const { range } = (node ?? {}) as { readonly range?: readonly [number, number, number] | null };
  const [start, end] = range ?? [0, 0];
  return [start, end];
}

/** Returns the only key of a root, if it names a locale and has a map or no value. */
function localeRootOf(root: YamlContainer): YamlMember | undefined {
  const [member] = root.members;
  if (root.kind !== 'map' || root.flow || root.members.length !== 1 || member === undefined) return undefined;
  // A merge key is not a member by key.
  if (root.byKey.get(member.key) !== member || localeOfWord(member.key) === undefined) return undefined;
  if (member.value.kind !== 'map' && member.value.kind !== 'null') return undefined;
  return member;
}

/** go-i18n's first file format, which Hugo still reads: https://pkg.go.dev/github.com/nicksnyder/go-i18n/i18n */
function asTranslationList(root: YamlContainer): YamlContainer {
  if (root.kind !== 'seq' || root.flow || root.members.length === 0) return root;
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
