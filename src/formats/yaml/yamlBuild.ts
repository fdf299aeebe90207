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
import { because } from '../reasons/reason.ts';
import { isWhitespace, noteOf } from './yamlNotes.ts';
import { isData, isNull } from './yamlPlain.ts';
import {
  isContainer,
  lineTextEnd,
  type ScalarStyle,
  type YamlContainer,
  type YamlFile,
  type YamlMember,
  type YamlNode,
  type YamlOther,
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
export function buildRoot(
  document: Document.Parsed | undefined,
  text: string,
  original: string,
): Pick<YamlFile, 'root' | 'localeRoot'> {
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
  const value = typeof node.value === 'string' ? node.value : (node.source ?? '');
  const tag = node.tag === undefined || node.tag === '!' ? undefined : node.tag;
  if (tag !== undefined && tag !== `${core}str`) return { kind: 'data', start, end, inFlow };
  if (style === 'plain' && tag === undefined) {
    // An anchor without a value has no location for a text: the anchor would have to move.
    if (isNull(value)) return { kind: value === '' && node.anchor !== undefined ? 'data' : 'null', start, end, inFlow };
    if (isData(value)) return { kind: 'data', start, end, inFlow };
  }
  // A block scalar that the file's end cuts off has no line end (YAML 1.2 §8.1.1.2), although the library adds one.
  const isOpen = (style === 'literal' || style === 'folded') && end === text.length && endsInsideLine(text);
  return { kind: 'text', start, end, value: isOpen ? value.replace(/\n$/, '') : value, style, inFlow };
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
  const start = container.flow ? keyStart : indicatorBefore(text, keyStart);
  const above = container.flow ? start : leadOf(text, start, location.floor);
  const name = isScalar(key) ? (key.source ?? String(key.value)) : '';
  const node =
    value === null
      ? ({ kind: 'null', start: keyEnd, end: keyEnd, inFlow: location.inFlow } satisfies YamlOther)
      : build(value, { ...location, floor: keyEnd });
  const end = Math.max(node.end, keyEnd);
  const note = container.flow
    ? undefined
    : noteOf(text, above, lineStartOf(text, start), commentFrom(text, node, keyEnd));
  return { key: name, index: container.members.length, start, keyStart, keyEnd, end, value: node, note };
}

function buildSeq(seq: YAMLSeq, location: Location): YamlContainer {
  const container = begin('seq', seq, seq.flow === true);
  const { text } = location;
  const inFlow = location.inFlow || container.flow;
  let { floor } = location;
  let next = container.start;
  for (const item of seq.items) {
    const start = container.flow ? rangeOf(item)[0] : dashAt(text, next);
    const above = container.flow ? start : leadOf(text, start, floor);
    const value = build(item, { text, floor: start + 1, inFlow });
    const end = container.flow ? value.end : Math.max(value.end, start + 1);
    const note = container.flow
      ? undefined
      : noteOf(text, above, lineStartOf(text, start), commentFrom(text, value, start + 1));
    const key = String(container.members.length);
    const member = { key, index: container.members.length, start, keyStart: start, keyEnd: start, end, value, note };
    container.members.push(member);
    container.byKey.set(key, member);
    floor = end;
    next = end;
  }
  return finish(container, text);
}

function begin(kind: 'map' | 'seq', node: YAMLMap | YAMLSeq, flow: boolean): GrowingContainer {
  const [start, end] = rangeOf(node);
  return { kind, start, end, flow, column: 0, members: [], byKey: new Map() };
}

/** Sets the range of a block collection to that of its members: the library includes the comments after them. */
function finish(container: GrowingContainer, text: string): YamlContainer {
  const first = container.members[0];
  if (container.flow || first === undefined) return container;
  container.start = first.start;
  container.column = first.start - lineStartOf(text, first.start);
  container.end = container.members.at(-1)?.end ?? container.end;
  return container;
}

/** Returns the start of a member's comments: above it, if it begins its line. */
function leadOf(text: string, start: number, floor: number): number {
  const lineStart = lineStartOf(text, start);
  return isWhitespace(text, lineStart, start) ? commentsAbove(text, lineStart, floor, start - lineStart) : lineStart;
}

/**
 * Returns where a comment on the member's own line may begin: after a value, after the colon of a map, in the header of
 * a block scalar.
 */
function commentFrom(text: string, value: YamlNode, keyEnd: number): number {
  if (value.kind === 'text' && (value.style === 'literal' || value.style === 'folded'))
    return blockHeadEnd(text, value.start);
  if (!isContainer(value) || value.flow) return value.start === value.end ? emptyValueEnd(text, keyEnd) : value.end;
  const colon = emptyValueEnd(text, keyEnd);
  return value.start < lineTextEnd(text, colon) ? text.length : colon;
}

function emptyValueEnd(text: string, keyEnd: number): number {
  let at = keyEnd;
  while (text[at] === ' ') at += 1;
  return text[at] === ':' ? at + 1 : keyEnd;
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
  return text[at] === '?' && at < keyStart - 1 ? at : keyStart;
}

/** Returns the offset of the next dash that is not part of a comment. */
function dashAt(text: string, from: number): number {
  let at = from;
  while (at < text.length && text[at] !== '-') at = text[at] === '#' ? lineTextEnd(text, at) : at + 1;
  return at;
}

function rangeOf(node: unknown): readonly [number, number] {
  const range = (node as { readonly range?: readonly [number, number, number] | null } | null)?.range;
  return range === undefined || range === null ? [0, 0] : [range[0], range[1]];
}

/** Returns the only key of a root, if it names a locale and has a map or no value. */
function localeRootOf(root: YamlContainer): YamlMember | undefined {
  const [only] = root.members;
  if (
    root.kind !== 'map' ||
    root.flow ||
    root.members.length !== 1 ||
    only === undefined ||
    root.byKey.get(only.key) !== only
  )
    return undefined;
  const holds = only.value.kind === 'map' || only.value.kind === 'null';
  return holds && localeOfWord(only.key) !== undefined ? only : undefined;
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
    const note = [item.note, translation.note].filter((each) => each !== undefined).join('\n');
    const member = {
      ...item,
      key: id.value,
      value: translation.value,
      item: item.value,
      note: note === '' ? undefined : note,
    };
    members.push(member);
    byKey.set(member.key, member);
  }
  return { ...root, kind: 'list', members, byKey };
}
