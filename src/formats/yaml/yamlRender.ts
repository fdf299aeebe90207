import { appendedIndexes } from '../kit/insertionOrder.ts';
import { renderScalar } from './yamlScalar.ts';
import { preferredScalar, type YamlStyle } from './yamlStyle.ts';
import { isContainer, type YamlContainer, type YamlMember, type YamlNode } from './yamlTree.ts';
import { keyOrder, type Want } from './yamlWant.ts';

/** The source, which defines the structure of new members, and the style in which they are written. */
export interface RenderContext {
  readonly sourceText: string;
  readonly style: YamlStyle;
}

/** Where a member is inserted. */
export interface RenderLocation {
  /** The column of its key; undefined in brackets. */
  readonly column: number | undefined;
  readonly neighbor?: YamlMember | undefined;
}

/** Renders a member that the target lacks, without the whitespace before it and the line end after it. */
export function renderMember(
  { key, want }: { readonly key: string; readonly want: Want | undefined },
  source: YamlContainer | undefined,
  location: RenderLocation,
  context: RenderContext,
): string {
  const like = source?.byKey.get(key);
  const inFlow = location.column === undefined;
  if (source?.kind === 'seq') {
    const item = renderItem(want, like?.value, location, context);
    if (inFlow) return item;
    return `- ${item}`;
  }
  if (source?.kind === 'list' && like?.item !== undefined) return renderEntry(want, like, location, context);
  let literal: string;
  if (like !== undefined) literal = context.sourceText.slice(like.keyStart, like.keyEnd);
  else literal = renderScalar(key, { style: 'plain', inFlow, indent: 0 }, context.style);
  return `${literal}:${renderValue(want, like?.value, location, context)}`;
}

/** Renders the part after a key's colon. */
export function renderValue(
  want: Want | undefined,
  source: YamlNode | undefined,
  location: RenderLocation,
  context: RenderContext,
): string {
  const { style, sourceText } = context;
  if (want?.text !== undefined) return ` ${renderText(want.text, source, location, context)}`;
  const container = isContainer(source) ? source : undefined;
  if (want === undefined || want.children.size === 0) return ` ${filler(source, sourceText)}`;
  if (location.column === undefined || container?.flow === true) return ` ${renderFlow(want, container, context)}`;
  if (container?.kind === 'seq' && !style.dashIndented) return renderLines(want, container, location.column, context);
  return renderLines(want, container, location.column + style.step, context);
}

/** Renders the members of a new block container, each on a line of its own that begins with a line end. */
export function renderLines(
  want: Want,
  source: YamlContainer | undefined,
  column: number,
  context: RenderContext,
): string {
  const lead = context.style.eol + ' '.repeat(column);
  return wantedKeys(want, source)
    .map((key) => lead + renderMember({ key, want: want.children.get(key) }, source, { column }, context))
    .join('');
}

function renderText(
  text: string,
  source: YamlNode | undefined,
  { column, neighbor }: RenderLocation,
  { style }: RenderContext,
): string {
  const location = { inFlow: column === undefined, indent: (column ?? 0) + style.step };
  const like = { source: source?.kind === 'text' ? source : undefined, neighbor };
  return renderScalar(text, preferredScalar(text, like, location, style), style);
}

/** Renders an item after its dash; a map in it begins on the dash's line. */
function renderItem(
  want: Want | undefined,
  source: YamlNode | undefined,
  location: RenderLocation,
  context: RenderContext,
): string {
  if (want?.text !== undefined) return renderText(want.text, source, location, context);
  if (want === undefined || !isContainer(source) || source.flow || location.column === undefined)
    return renderValue(want, source, location, context).trimStart();
  const column = location.column + 2;
  return renderLines(want, source, column, context).slice(context.style.eol.length + column);
}

/** Renders `- id: name` and `translation: …`, in the order of the source's entry `like`. */
function renderEntry(
  want: Want | undefined,
  like: YamlMember,
  location: RenderLocation,
  context: RenderContext,
): string {
  const column = (location.column ?? 0) + 2;
  const lines: string[] = [];
  for (const member of like.item?.members ?? []) {
    const literal = context.sourceText.slice(member.keyStart, member.keyEnd);
    if (member.key === 'id') lines.push(context.sourceText.slice(member.start, member.end));
    else if (member.key === 'translation')
      lines.push(`${literal}:${renderValue(want, like.value, { column }, context)}`);
  }
  return `- ${lines.join(context.style.eol + ' '.repeat(column))}`;
}

function renderFlow(want: Want, source: YamlContainer | undefined, context: RenderContext): string {
  const members = wantedKeys(want, source).map((key) =>
    renderMember({ key, want: want.children.get(key) }, source, { column: undefined }, context),
  );
  const isPadded = source?.flow === true && /[ \t]/.test(context.sourceText.charAt(source.start + 1));
  const padding = isPadded ? ' ' : '';
  const inside = padding + members.join(', ') + padding;
  if (source?.kind === 'seq') return `[${inside}]`;
  return `{${inside}}`;
}

function wantedKeys(want: Want, source: YamlContainer | undefined): readonly string[] {
  if (source?.kind === 'seq') return appendedIndexes(0, want.children.keys());
  return keyOrder(source, [...want.children.keys()]).filter((key) => want.children.has(key));
}

/** Returns the placeholder for an item that was not translated, which keeps the indices of other items. */
function filler(source: YamlNode | undefined, sourceText: string): string {
  if (source?.kind === 'seq') return '[]';
  if (isContainer(source)) return '{}';
  if (source?.kind === 'data') return sourceText.slice(source.start, source.end);
  if (source?.kind === 'text') return "''";
  return '~';
}
