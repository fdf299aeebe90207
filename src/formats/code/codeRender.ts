import { appendedIndexes } from '../kit/insertionOrder.ts';
import type { Branch, Entry } from './codeBranches.ts';
import type { CodeLanguage } from './codeLanguage.ts';
import { isMultiline, oppositeQuote, type CodeStyle, type Quote } from './codeStyle.ts';
import type { CodeMember } from './codeTree.ts';

/** A node in the tree of texts to write, with keys like those of the file: it has a text or children. */
export interface WantedNode {
  text: string | undefined;
  readonly children: Map<string, WantedNode>;
}

/** The input of rendering: the source gives the structure, the style the layout. */
export interface RenderContext {
  readonly language: CodeLanguage;
  readonly sourceText: string;
  readonly style: CodeStyle;
}

/** Matches a literal that has line breaks as they are: a heredoc, a template. */
const severalLines = /^(?:<<<|`[^]*[\r\n])/;

/** Renders the literal of a new text. A neighbor's literal shows the quotes, the source's whether it has lines. */
function renderText(
  text: string,
  {
    neighborLiteral: literal,
    source,
  }: { readonly neighborLiteral: string | undefined; readonly source: Entry | undefined },
  { language, style, sourceText }: RenderContext,
): string {
  const { start, end } = source?.member?.value ?? { start: 0, end: 0 };
  const sourceLiteral = sourceText.slice(start, end);
  if (text.includes('\n') && severalLines.test(sourceLiteral))
    return language.quoteText(text, {
      ...style,
      quote: sourceLiteral.startsWith('`') ? '`' : style.quote,
      old: sourceLiteral,
    });
  return language.quoteText(text, { ...style, quote: chooseQuote(text, quoteOf(literal) ?? style.quote, style) });
}

function chooseQuote(text: string, quote: Quote, style: CodeStyle): Quote {
  if (!style.flipsQuotes) return quote;
  // Not the neighbor's quote, which may be the opposite of the usual one because of its text: `"it's"`.
  const usualQuote = style.quote;
  const opposite = oppositeQuote(usualQuote);
  return text.includes(usualQuote) && !text.includes(opposite) ? opposite : usualQuote;
}

function quoteOf(literal: string | undefined): Quote | undefined {
  const firstChar = literal?.charAt(0);
  if (firstChar === "'" || firstChar === '"') return firstChar;
  return undefined;
}

/** The layout of a new value. */
interface ValueLayout {
  /** The literal of a neighbor, whose quotes are used; undefined without a neighbor. */
  readonly neighborLiteral: string | undefined;
  /** The indentation of the member; undefined if the value is on one line. */
  readonly indent: string | undefined;
}

/**
 * Renders the wanted part of the source's value. Elements of a list that are not wanted are rendered without their
 * texts, to keep the indices of the others.
 */
export function renderValue(
  wantedNode: WantedNode | undefined,
  source: Entry | undefined,
  { neighborLiteral, indent }: ValueLayout,
  context: RenderContext,
): string {
  if (wantedNode?.text !== undefined) return renderText(wantedNode.text, { neighborLiteral, source }, context);
  if (wantedNode !== undefined || source?.branch !== undefined)
    return renderContainer(wantedNode, source?.branch, indent, context);
  const value = source?.member?.value;
  if (value === undefined || value.kind === 'text') return context.language.quoteText('', context.style);
  return context.sourceText.slice(value.start, value.end);
}

function renderContainer(
  wantedNode: WantedNode | undefined,
  source: Branch | undefined,
  indent: string | undefined,
  context: RenderContext,
): string {
  const { style, language } = context;
  const [opening, closing] = language.brackets(isList(source) ? 'list' : 'map', style);
  const wantedByKey = wantedNode?.children ?? new Map<string, WantedNode>();
  const keys = isPositional(source) ? appendedIndexes(0, wantedByKey.keys()) : inSourceOrder(wantedByKey, source);
  if (keys.length === 0) return opening + closing;
  const members = { keys, wantedByKey, source };
  if (indent === undefined || !isUsuallyMultiline(source, context))
    return opening + membersOnOneLine(members, context) + closing;
  return opening + membersOnLines(members, indent + style.indent, context) + style.lineEnd + indent + closing;
}

/** Whether the elements of a branch have no keys in the text. */
function isList(branch: Branch | undefined): boolean {
  return branch?.containers[0]?.kind === 'list';
}

/** Whether the elements of a branch are known by their positions alone. */
export function isPositional(branch: Branch | undefined): boolean {
  return isList(branch) && branch?.containers[0]?.unkeyed === undefined;
}

/** Whether the members of a new container are on separate lines: like those of the source, else as is usual. */
export function isUsuallyMultiline(source: Branch | undefined, { style, sourceText }: RenderContext): boolean {
  const sourceContainer = source?.containers[0];
  if (sourceContainer === undefined || sourceContainer.kind === 'statements') return style.multiline;
  return isMultiline(sourceText, sourceContainer);
}

/** Returns the wanted keys, and those that identify an element: first the source's in its order, then the others. */
function inSourceOrder(wantedByKey: ReadonlyMap<string, WantedNode>, source: Branch | undefined): readonly string[] {
  const keys = new Set<string>();
  const copied = source?.containers[0]?.identity?.copied;
  for (const key of source?.entries.keys() ?? []) if (wantedByKey.has(key) || copied?.has(key) === true) keys.add(key);
  for (const key of wantedByKey.keys()) keys.add(key);
  return [...keys];
}

/** The members of a new container. */
export interface NewMembers {
  readonly keys: readonly string[];
  readonly wantedByKey: ReadonlyMap<string, WantedNode>;
  readonly source: Branch | undefined;
}

/** Renders the inside of brackets on one line. */
export function membersOnOneLine(members: NewMembers, context: RenderContext): string {
  const padding = isList(members.source) ? '' : context.style.padding;
  return padding + renderMembers(members, undefined, context).join(', ') + padding;
}

/** Renders the inside of brackets with each member on a line, without the line end before the closing bracket. */
export function membersOnLines(members: NewMembers, indent: string, context: RenderContext): string {
  const { lineEnd, trailingComma } = context.style;
  const lead = lineEnd + indent;
  const lines = lead + renderMembers(members, indent, context).join(`,${lead}`);
  if (trailingComma) return `${lines},`;
  return lines;
}

function renderMembers(
  { keys, wantedByKey, source }: NewMembers,
  indent: string | undefined,
  context: RenderContext,
): readonly string[] {
  return keys.map((key) => {
    const entry = source?.entries.get(key);
    const wantedNode = wantedByKey.get(key);
    const isCopied = wantedNode === undefined && source?.containers[0]?.identity?.copied.has(key) === true;
    const copiedValue = isCopied ? entry?.member?.value : undefined;
    const value =
      copiedValue === undefined
        ? renderValue(wantedNode, entry, { neighborLiteral: undefined, indent }, context)
        : context.sourceText.slice(copiedValue.start, copiedValue.end);
    if (isList(source)) return value;
    return renderKey(key, undefined, entry?.member, context) + context.style.separator + value;
  });
}

/** Renders a key: bare if possible, unless the neighbor's or, in a file without bare keys, the source's has quotes. */
export function renderKey(
  key: string,
  neighborKey: string | undefined,
  source: CodeMember | undefined,
  { language, sourceText, style }: RenderContext,
): string {
  const sourceKey = source === undefined ? undefined : sourceText.slice(source.keyStart, source.keyEnd);
  const neighborQuote = quoteOf(neighborKey);
  // `'key'` shows that the file quotes keys; `'my-key'` does not, because it needs its quotes.
  const quotesWithoutNeed =
    neighborQuote !== undefined && language.bareKey(neighborKey?.slice(1, -1) ?? '') !== undefined;
  const isSourceQuoted = !style.bareKeys && quoteOf(sourceKey) !== undefined;
  const bareKey = language.bareKey(key);
  if (bareKey !== undefined && !quotesWithoutNeed && !isSourceQuoted) return bareKey;
  return language.quoteKey(key, neighborQuote ?? style.quote, style);
}
