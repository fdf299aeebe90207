import { appendedIndexes } from '../kit/insertionOrder.ts';
import { lineStartOf } from '../kit/trivia.ts';
import { renderScalar } from './yamlScalar.ts';
import { preferredScalar, type YamlStyle } from './yamlStyle.ts';
import {
  isContainer,
  isPositional,
  type YamlContainer,
  type YamlMember,
  type YamlNode,
  type YamlOther,
} from './yamlTree.ts';
import { keyOrder, type WantedTexts } from './yamlWant.ts';

/** The source, which defines the structure of new members, and the style in which they are written. */
export interface RenderContext {
  readonly sourceText: string;
  readonly style: YamlStyle;
}

/** Where a member is inserted. */
export interface RenderLocation {
  /** The column of its key; undefined in brackets. */
  readonly column: number | undefined;
  /** The member next to it, whose quotes it takes over. */
  readonly neighbor?: YamlMember | undefined;
}

/** Renders a member of the source that the target lacks, without the whitespace before it and the line end after it. */
export function renderMember(
  { key, wantedTexts }: { readonly key: string; readonly wantedTexts: WantedTexts | undefined },
  source: YamlContainer | undefined,
  location: RenderLocation,
  context: RenderContext,
): string {
  const sourceMember = source?.byKey.get(key);
  const inFlow = location.column === undefined;
  if (source?.kind === 'seq') {
    const item = renderItem(wantedTexts, sourceMember?.value, location, context);
    return inFlow ? item : `- ${item}`;
  }
  if (source?.kind === 'list' && sourceMember?.item !== undefined)
    return renderListItem(wantedTexts, sourceMember, location, context);
  const isCopied = wantedTexts === undefined && source?.identity?.copied.has(key) === true;
  if (isCopied && sourceMember !== undefined)
    return context.sourceText.slice(sourceMember.keyStart, sourceMember.end).trimEnd();
  let keyLiteral: string;
  if (sourceMember !== undefined) keyLiteral = context.sourceText.slice(sourceMember.keyStart, sourceMember.keyEnd);
  else keyLiteral = renderScalar(key, { style: 'plain', inFlow, indent: 0 }, context.style);
  return `${keyLiteral}:${renderValue(wantedTexts, sourceMember?.value, location, context)}`;
}

/** Renders the part after a key's colon, which begins with a space or a line end. */
export function renderValue(
  wantedTexts: WantedTexts | undefined,
  source: YamlNode | undefined,
  location: RenderLocation,
  context: RenderContext,
): string {
  const { style, sourceText } = context;
  if (wantedTexts?.text !== undefined) return ` ${renderText(wantedTexts.text, source, location, context)}`;
  if (wantedTexts === undefined || wantedTexts.children.size === 0) return ` ${placeholder(source, sourceText)}`;
  const container = isContainer(source) ? source : undefined;
  const { column } = location;
  if (column === undefined || container?.isFlow === true) return ` ${renderFlow(wantedTexts, container, context)}`;
  const isOutdented = container?.kind === 'seq' && !style.indentsDashes;
  return renderLines(wantedTexts, container, isOutdented ? column : column + style.step, context);
}

/** Renders the members of a new block container, each on a line of its own that begins with a line end. */
export function renderLines(
  wantedTexts: WantedTexts,
  source: YamlContainer | undefined,
  column: number,
  context: RenderContext,
): string {
  const lineStart = context.style.eol + ' '.repeat(column);
  let lines = '';
  for (const key of wantedKeys(wantedTexts, source)) {
    const member = { key, wantedTexts: wantedTexts.children.get(key) };
    lines += lineStart + renderMember(member, source, { column }, context);
  }
  return lines;
}

function renderText(
  text: string,
  source: YamlNode | undefined,
  { column, neighbor }: RenderLocation,
  { style }: RenderContext,
): string {
  const location = { inFlow: column === undefined, indent: (column ?? 0) + style.step };
  const models = { source: source?.kind === 'text' ? source : undefined, neighbor };
  return renderScalar(text, preferredScalar(text, models, location, style), style);
}

/** Renders an item after its dash; a map in it begins on the dash's line. */
function renderItem(
  wantedTexts: WantedTexts | undefined,
  source: YamlNode | undefined,
  location: RenderLocation,
  context: RenderContext,
): string {
  if (wantedTexts?.text !== undefined) return renderText(wantedTexts.text, source, location, context);
  if (wantedTexts === undefined || !isContainer(source) || source.isFlow || location.column === undefined)
    return renderValue(wantedTexts, source, location, context).trimStart();
  const column = location.column + '- '.length;
  // Without the line end and the indentation of the first line.
  return renderLines(wantedTexts, source, column, context).slice(context.style.eol.length + column);
}

/** Renders an item of a list, `- id: …` and `translation: …`, in the order of the source's item. */
function renderListItem(
  wantedTexts: WantedTexts | undefined,
  sourceMember: YamlMember,
  location: RenderLocation,
  context: RenderContext,
): string {
  const column = (location.column ?? 0) + '- '.length;
  const lines: string[] = [];
  for (const { key, keyStart, keyEnd, start, end } of sourceMember.item?.members ?? []) {
    const keyLiteral = context.sourceText.slice(keyStart, keyEnd);
    if (key === 'id') lines.push(context.sourceText.slice(start, end));
    else if (key === 'translation')
      lines.push(`${keyLiteral}:${renderValue(wantedTexts, sourceMember.value, { column }, context)}`);
  }
  return `- ${lines.join(context.style.eol + ' '.repeat(column))}`;
}

function renderFlow(wantedTexts: WantedTexts, source: YamlContainer | undefined, context: RenderContext): string {
  const members = wantedKeys(wantedTexts, source).map((key) =>
    renderMember({ key, wantedTexts: wantedTexts.children.get(key) }, source, { column: undefined }, context),
  );
  const isPadded = source?.isFlow === true && /[ \t]/.test(context.sourceText.charAt(source.start + 1));
  const padding = isPadded ? ' ' : '';
  const inside = padding + members.join(', ') + padding;
  return source?.kind === 'seq' ? `[${inside}]` : `{${inside}}`;
}

function wantedKeys(wantedTexts: WantedTexts, source: YamlContainer | undefined): readonly string[] {
  if (source !== undefined && isPositional(source)) return appendedIndexes(0, wantedTexts.children.keys());
  const isWritten = (key: string): boolean =>
    wantedTexts.children.has(key) || source?.identity?.copied.has(key) === true;
  return keyOrder(source, [...wantedTexts.children.keys()]).filter(isWritten);
}

/** Returns the placeholder for an item that was not translated, which keeps the indices of other items. */
function placeholder(source: YamlNode | undefined, sourceText: string): string {
  if (source?.kind === 'seq') return '[]';
  if (isContainer(source)) return '{}';
  if (source?.kind === 'data') return dataLiteral(source, sourceText);
  if (source?.kind === 'text') return "''";
  return '~';
}

/** Returns the literal of data with its tag; null for a tagged value of several lines, which have their own columns. */
function dataLiteral({ start, end, isTagged }: YamlOther, sourceText: string): string {
  const literal = sourceText.slice(start, end);
  if (isTagged !== true) return literal;
  // `!tag value`, `!tag &anchor value`; the anchor stays in the source.
  const tag = /(!(?:<[^>]*>|[^\s,[\]{}]*))[ \t]+(?:&\S+[ \t]+)?$/.exec(
    sourceText.slice(lineStartOf(sourceText, start), start),
  )?.[1];
  return tag === undefined || literal.includes('\n') ? '~' : `${tag} ${literal}`.trimEnd();
}
