import { keyOrder } from './jsonOrder.ts';
import { quoteJson } from './jsonString.ts';
import { isMultiline, leadOf, lineEndsBefore, tailOf, type JsonStyle } from './jsonStyle.ts';
import { isContainer, liveMembers, type JsonContainer, type JsonNode } from './jsonTree.ts';
import { refuseLoneSurrogate, type Want } from './jsonWant.ts';

/** What new text is made from: the source gives the skeleton, the style the looks. */
export interface RenderContext {
  readonly sourceText: string;
  readonly style: JsonStyle;
}

/**
 * The text of a member that the target lacks, key included. `source` is the container that has its like; `indent` is that
 * of the line it is to begin, or undefined when everything in it is to stay on one line.
 */
export function renderMember(key: string, want: Want | undefined, source: JsonContainer, indent: string | undefined, context: RenderContext): string {
  const value = renderValue(want, source.byKey.get(key)?.value, indent, context);
  return source.kind === 'array' ? value : quoteJson(key, context.style.escapes) + context.style.colon + value;
}

/** The text of a value that the target lacks. What was not translated is there only to keep elements of arrays in their places. */
export function renderValue(want: Want | undefined, source: JsonNode | undefined, indent: string | undefined, context: RenderContext): string {
  if (want?.text !== undefined) {
    refuseLoneSurrogate(want.text);
    return quoteJson(want.text, context.style.escapes);
  }
  if (isContainer(source)) return renderContainer(want, source, indent, context);
  return source?.kind === 'scalar' ? context.sourceText.slice(source.start, source.end) : '""';
}

/** The keys of what is wanted in a container that the target lacks; in an array all indexes up to the last one. */
function wantedKeys(want: Want | undefined, source: JsonContainer): readonly string[] {
  if (want === undefined) return [];
  if (source.kind === 'array') return arrayKeys(0, want.children.keys());
  return keyOrder(source, want.children).filter((key) => want.children.has(key));
}

/** The indexes of an array from the first that is missing to the last that is wanted. */
export function arrayKeys(from: number, wanted: Iterable<string>): readonly string[] {
  let count = from;
  for (const key of wanted) count = Math.max(count, Number(key) + 1);
  return Array.from({ length: count - from }, (_, offset) => String(from + offset));
}

function renderContainer(want: Want | undefined, source: JsonContainer, indent: string | undefined, context: RenderContext): string {
  const [opening, closing] = source.kind === 'array' ? ['[', ']'] : ['{', '}'];
  const keys = wantedKeys(want, source);
  if (keys.length === 0) return opening + closing;
  const { style } = context;
  const multiline = indent !== undefined && isMultiline(context.sourceText, source);
  const inner = multiline ? indent + style.indent : undefined;
  const parts: string[] = [];
  for (const key of keys) {
    const lead = inner === undefined ? inlineLead(key, parts.length === 0, source, context) : newLines(key, parts.length === 0, source, context) + inner;
    parts.push(lead + renderMember(key, want?.children.get(key), source, inner, context));
  }
  const tail = tailOf(context.sourceText, source);
  const end = /[\r\n]/.test(tail) || !/^[ \t]*$/.test(tail) ? (multiline ? style.eol + indent : '') : tail;
  return opening + parts.join(',') + end + closing;
}

/** The line ends before a member: as many as in the source, so that its groups of keys stay groups. */
function newLines(key: string, first: boolean, source: JsonContainer, { sourceText, style }: RenderContext): string {
  const like = first ? source.members[0] : source.byKey.get(key);
  const count = like === undefined ? 1 : Math.max(lineEndsBefore(sourceText, source, like), 1);
  return style.eol.repeat(count);
}

function inlineLead(key: string, first: boolean, source: JsonContainer, { sourceText, style }: RenderContext): string {
  const like = first ? liveMembers(source)[0] : source.byKey.get(key);
  if (like === undefined) return style.gap;
  const lead = leadOf(sourceText, source, like);
  if (lead.indent !== undefined) return first ? '' : style.gap;
  // The member that comes first in the source has the padding of the bracket before it.
  return !first && like.index === 0 ? style.gap : lead.text;
}
