import { appendedIndexes } from '../kit/insertionOrder.ts';
import type { Branch, Entry } from './codeBranches.ts';
import type { CodeLanguage } from './codeLanguage.ts';
import { isMultiline, oppositeQuote, type CodeStyle, type Quote } from './codeStyle.ts';
import type { CodeMember } from './codeTree.ts';

/** The texts to write, as a tree of keys like that of the file. */
export interface Want {
  text: string | undefined;
  readonly children: Map<string, Want>;
}

/** The input of rendering: the source gives the structure, the style the layout. */
export interface RenderContext {
  readonly language: CodeLanguage;
  readonly sourceText: string;
  readonly style: CodeStyle;
}

/** Renders the literal of a new text; `like` is the literal of a neighbor. */
export function renderText(text: string, like: string | undefined, { language, style }: RenderContext): string {
  return language.quoteText(text, { ...style, quote: chooseQuote(text, quoteOf(like) ?? style.quote, style) });
}

function chooseQuote(text: string, quote: Quote, style: CodeStyle): Quote {
  if (!style.flipsQuotes) return quote;
  // The neighbor itself may have been flipped.
  const usual = style.quote;
  const opposite = oppositeQuote(usual);
  return text.includes(usual) && !text.includes(opposite) ? opposite : usual;
}

function quoteOf(literal: string | undefined): Quote | undefined {
  const firstChar = literal?.charAt(0);
  if (firstChar === "'" || firstChar === '"') return firstChar;
  return undefined;
}

/** The layout of a new value. */
interface ValueLayout {
  /** The literal of a neighbor, whose quotes are used; undefined without a neighbor. */
  readonly like: string | undefined;
  /** The indentation of the member; undefined if the value is on one line. */
  readonly indent: string | undefined;
}

/**
 * Renders the wanted part of the source's value. Elements of a list that are not wanted are rendered without their
 * texts, to keep the indices of the others.
 */
export function renderValue(
  want: Want | undefined,
  source: Entry | undefined,
  { like, indent }: ValueLayout,
  context: RenderContext,
): string {
  if (want?.text !== undefined) return renderText(want.text, like, context);
  if (want !== undefined || source?.branch !== undefined) return renderContainer(want, source?.branch, indent, context);
  const value = source?.member?.value;
  if (value === undefined || value.kind === 'text') return context.language.quoteText('', context.style);
  return context.sourceText.slice(value.start, value.end);
}

function renderContainer(
  want: Want | undefined,
  source: Branch | undefined,
  indent: string | undefined,
  context: RenderContext,
): string {
  const { style, language } = context;
  const [opening, closing] = language.brackets(isList(source) ? 'list' : 'map', style);
  const wants = want?.children ?? new Map<string, Want>();
  const keys = isList(source) ? appendedIndexes(0, wants.keys()) : inSourceOrder(wants, source);
  if (keys.length === 0) return opening + closing;
  const members = { keys, wants, source };
  if (indent === undefined || !isUsuallyMultiline(source, context))
    return opening + membersOnOneLine(members, context) + closing;
  return opening + membersOnLines(members, indent + style.indent, context) + style.lineEnd + indent + closing;
}

/** Whether the elements of a branch have no keys. */
export function isList(branch: Branch | undefined): boolean {
  return branch?.containers[0]?.kind === 'list';
}

/** Whether the members of a new container are on separate lines: like those of the source, else as is usual. */
export function isUsuallyMultiline(source: Branch | undefined, { style, sourceText }: RenderContext): boolean {
  const like = source?.containers[0];
  if (like === undefined || like.kind === 'statements') return style.multiline;
  return isMultiline(sourceText, like);
}

function inSourceOrder(wants: ReadonlyMap<string, Want>, source: Branch | undefined): readonly string[] {
  const keys = new Set<string>();
  for (const key of source?.entries.keys() ?? []) if (wants.has(key)) keys.add(key);
  for (const key of wants.keys()) keys.add(key);
  return [...keys];
}

/** The members of a new container. */
export interface NewMembers {
  readonly keys: readonly string[];
  readonly wants: ReadonlyMap<string, Want>;
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
  { keys, wants, source }: NewMembers,
  indent: string | undefined,
  context: RenderContext,
): readonly string[] {
  return keys.map((key) => {
    const entry = source?.entries.get(key);
    const value = renderValue(wants.get(key), entry, { like: undefined, indent }, context);
    if (isList(source)) return value;
    return renderKey(key, undefined, entry?.member, context) + context.style.separator + value;
  });
}

/** Renders a key, bare or in quotes like `like`, a neighbor's key; without a neighbor, like the source's key. */
export function renderKey(
  key: string,
  like: string | undefined,
  source: CodeMember | undefined,
  { language, sourceText, style }: RenderContext,
): string {
  const sourceKey = source === undefined ? undefined : sourceText.slice(source.keyStart, source.keyEnd);
  const isLikeQuoted =
    like !== undefined && quoteOf(like) !== undefined && language.bareKey(like.slice(1, -1)) !== undefined;
  const isSourceQuoted = !style.bareKeys && quoteOf(sourceKey) !== undefined;
  const bare = language.bareKey(key);
  if (bare !== undefined && !isLikeQuoted && !isSourceQuoted) return bare;
  return language.quoteKey(key, quoteOf(like) ?? style.quote, style);
}
