import { appendedIndexes, withPluralMembers } from '../kit/insertionOrder.ts';
import { quoteJson } from './quoteJson.ts';
import { isMultiline, leadOf, lineEndsBefore, tailOf, writeKey, type JsonStyle } from './jsonStyle.ts';
import {
  isContainer,
  isPositional,
  keysOf,
  liveMembers,
  memberOf,
  valueAt,
  type JsonContainer,
  type JsonNode,
} from './jsonTree.ts';
import { newWantedNode, type Copied, type WantedNode } from './jsonWant.ts';

/** The input of rendering: the source gives the structure, the style the layout. */
export interface RenderContext {
  readonly sourceText: string;
  readonly style: JsonStyle;
  /** Whether a container's last member usually has a comma; an unusual comma is left over from a removed member. */
  readonly endsInComma: (container: JsonContainer) => boolean;
}

/** A member that the target lacks, and its container. */
export interface NewMember {
  readonly key: string;
  readonly wanted: WantedNode | undefined;
  /** The source's container with the same member; undefined if there is none. */
  readonly source: JsonContainer | undefined;
  /** The kind of the target's container; elements of an array have no keys. */
  readonly containerKind: JsonContainer['kind'];
}

/** The text of a new member with its key. `indent`: that of the line that it begins; undefined on a shared line. */
export function renderMember(
  { key, wanted, source, containerKind }: NewMember,
  indent: string | undefined,
  context: RenderContext,
): string {
  const value = renderValue(wanted, valueAt(source, key), indent, context);
  if (containerKind === 'array') return value;
  return writeKey(key, context.style) + context.style.colon + value;
}

/** The text of a value that the target lacks. In arrays, unwanted elements keep the positions of the wanted ones. */
export function renderValue(
  wanted: WantedNode | undefined,
  source: JsonNode | undefined,
  indent: string | undefined,
  context: RenderContext,
): string {
  const { escapes, quote } = context.style;
  if (wanted?.text !== undefined) return quoteJson(wanted.text, escapes, quote);
  if (wanted?.copy !== undefined) return renderCopy(wanted.copy, indent, context);
  if (isContainer(source)) return renderContainer(wanted, source, indent, context);
  if (wanted?.children !== undefined) return renderNew(wanted, indent, context);
  if (source?.kind === 'scalar') return context.sourceText.slice(source.start, source.end);
  return quoteJson('', escapes, quote);
}

/** A copied part of the source, in the target's layout. */
function renderCopy({ text, node }: Copied, indent: string | undefined, context: RenderContext): string {
  if (node.kind === 'string') return quoteJson(node.value, context.style.escapes, context.style.quote);
  if (!isContainer(node)) return text.slice(node.start, node.end);
  const children = new Map<string, WantedNode>();
  for (const { key, value } of liveMembers(node))
    children.set(key, { ...newWantedNode(), copy: { text, node: value } });
  return renderContainer({ text: undefined, children }, node, indent, { ...context, sourceText: text });
}

/** A new object or array without an example in the source; its keys are sorted. */
function renderNew(wanted: WantedNode, indent: string | undefined, context: RenderContext): string {
  const { style } = context;
  const children = wanted.children ?? new Map<string, WantedNode>();
  const isList = wanted.isList === true;
  const keys = isList ? appendedIndexes(0, children.keys()) : [...children.keys()].sort();
  const containerKind = isList ? 'array' : 'object';
  const renderAt = (key: string, memberIndent: string | undefined): string =>
    renderMember({ key, wanted: children.get(key), source: undefined, containerKind }, memberIndent, context);
  const [opening, closing] = brackets[containerKind];
  if (indent === undefined)
    return opening + keys.map((key) => renderAt(key, undefined)).join(`,${style.spaceAfterComma}`) + closing;
  const memberIndent = indent + style.indent;
  const lines = keys.map((key) => style.lineEnd + memberIndent + renderAt(key, memberIndent)).join(',');
  return opening + lines + style.lineEnd + indent + closing;
}

const brackets = { array: ['[', ']'], object: ['{', '}'] } as const;

/** The keys of wanted values in a container that the target lacks; in an array, all indexes up to the last one. */
function wantedKeys(wanted: WantedNode | undefined, source: JsonContainer): readonly string[] {
  const children = wanted?.children;
  if (children === undefined) return [];
  if (isPositional(source)) return appendedIndexes(0, children.keys());
  const order = withPluralMembers(keysOf(source), children.keys());
  const keys = order.filter((key) => children.has(key));
  return [...new Set([...keys, ...children.keys()])];
}

function renderContainer(
  wanted: WantedNode | undefined,
  source: JsonContainer,
  indent: string | undefined,
  context: RenderContext,
): string {
  const [opening, closing] = brackets[source.kind];
  const keys = wantedKeys(wanted, source);
  if (keys.length === 0) return opening + closing;
  const { sourceText, style } = context;
  const containerKind = source.kind;
  const renderAt = (key: string, memberIndent: string | undefined): string =>
    renderMember({ key, wanted: wanted?.children?.get(key), source, containerKind }, memberIndent, context);
  // The spaces before the closing bracket; undefined if a line end or a comment is there.
  const padding = /^[ \t]*$/.exec(tailOf(sourceText, source))?.[0];
  if (indent === undefined || !isMultiline(sourceText, source)) {
    const members = keys.map((key, index) => spacesOf(key, index === 0, source, context) + renderAt(key, undefined));
    return opening + members.join(',') + (padding ?? '') + closing;
  }
  const memberIndent = indent + style.indent;
  const members = keys.map(
    (key, index) => lineEnds(key, index === 0, source, context) + memberIndent + renderAt(key, memberIndent),
  );
  const hasComma = style.trailingCommas && (source.members.at(-1)?.comma ?? -1) >= 0;
  let lines = members.join(',');
  if (hasComma) lines += ',';
  return opening + lines + (padding ?? style.lineEnd + indent) + closing;
}

/** The line ends before a new member: as many as in the source, to keep its groups of keys. */
function lineEnds(key: string, isFirst: boolean, source: JsonContainer, { sourceText, style }: RenderContext): string {
  const sourceMember = isFirst ? source.members[0] : memberOf(source, key);
  if (sourceMember === undefined) return style.lineEnd;
  return style.lineEnd.repeat(Math.max(lineEndsBefore(sourceText, source, sourceMember), 1));
}

/** The spaces before a new member on the same line as others, as in the source. */
function spacesOf(key: string, isFirst: boolean, source: JsonContainer, { sourceText, style }: RenderContext): string {
  const sourceMember = isFirst ? liveMembers(source)[0] : memberOf(source, key);
  const lead = sourceMember && leadOf(sourceText, source, sourceMember);
  // A lead with an indent begins a line in the source, so it shows no spaces within a line.
  if (isFirst && lead?.indent !== undefined) return '';
  if (isFirst && lead !== undefined) return lead.text;
  // The member that comes first in the source has the padding of the bracket before it.
  if (lead === undefined || lead.indent !== undefined || sourceMember?.index === 0) return style.spaceAfterComma;
  return lead.text;
}
