import { appendedIndexes } from '../kit/insertionOrder.ts';
import type { Branch, Entry } from './codeBranches.ts';
import type { CodeLanguage, LiteralStyle } from './codeLanguage.ts';
import { isMultiline, type CodeStyle, type Quote } from './codeStyle.ts';
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
  return language.quoteText(text, {
    ...literalStyleOf(style),
    quote: chooseQuote(text, quoteOf(like) ?? style.quote, style),
  });
}

function literalStyleOf(style: CodeStyle): Pick<LiteralStyle, 'isAscii' | 'lineEnd'> {
  return { isAscii: style.isAscii, lineEnd: style.lineEnd };
}

function chooseQuote(text: string, quote: Quote, style: CodeStyle): Quote {
  if (!style.flipsQuotes) return quote;
  // The neighbor itself may have been flipped.
  const usual = style.quote;
  const other = usual === "'" ? '"' : "'";
  return text.includes(usual) && !text.includes(other) ? other : usual;
}

function quoteOf(literal: string | undefined): Quote | undefined {
  const first = literal?.charAt(0);
  return first === "'" || first === '"' ? first : undefined;
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
  return value === undefined || value.kind === 'text'
    ? context.language.quoteText('', { ...literalStyleOf(context.style), quote: context.style.quote })
    : context.sourceText.slice(value.start, value.end);
}

function renderContainer(
  want: Want | undefined,
  source: Branch | undefined,
  indent: string | undefined,
  context: RenderContext,
): string {
  const { style, language } = context;
  const like = source?.containers[0];
  const isList = like?.kind === 'list';
  const [opening, closing] = language.brackets(isList ? 'list' : 'map', style);
  if (want === undefined) return opening + closing;
  const keys = isList ? appendedIndexes(0, want.children.keys()) : wantedKeys(want, source);
  if (keys.length === 0) return opening + closing;
  const multiline =
    indent !== undefined &&
    (like === undefined || like.kind === 'statements' ? style.multiline : isMultiline(context.sourceText, like));
  const inner = multiline ? indent + style.indent : undefined;
  const members = keys.map((key) => {
    const entry = source?.entries.get(key);
    const value = renderValue(want.children.get(key), entry, { like: undefined, indent: inner }, context);
    return isList ? value : renderKey(key, undefined, entry?.member, context) + style.separator + value;
  });
  const padding = isList ? '' : style.padding;
  if (inner === undefined) return opening + padding + members.join(', ') + padding + closing;
  const lead = style.lineEnd + inner;
  return (
    opening +
    lead +
    members.join(`,${lead}`) +
    (style.trailingComma ? ',' : '') +
    style.lineEnd +
    (indent ?? '') +
    closing
  );
}

function wantedKeys(want: Want, source: Branch | undefined): readonly string[] {
  const known = [...(source?.entries.keys() ?? [])].filter((key) => want.children.has(key));
  return [...known, ...[...want.children.keys()].filter((key) => source?.entries.has(key) !== true)];
}

/** Renders a key, bare or in quotes like `like`, a neighbor's key; without a neighbor, like the source's key. */
export function renderKey(
  key: string,
  like: string | undefined,
  source: CodeMember | undefined,
  { language, sourceText, style }: RenderContext,
): string {
  const own = source === undefined ? undefined : sourceText.slice(source.keyStart, source.keyEnd);
  const bare = language.bareKey(key);
  const quote = quoteOf(like) ?? style.quote;
  if (bare === undefined) return language.quoteKey(key, quote, style);
  const isQuoted =
    like === undefined || language.bareKey(like.slice(1, -1)) === undefined
      ? !style.bareKeys && quoteOf(own) !== undefined
      : quoteOf(like) !== undefined;
  return isQuoted || (!style.bareKeys && quoteOf(own) !== undefined) ? language.quoteKey(key, quote, style) : bare;
}
