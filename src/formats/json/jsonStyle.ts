import { leadBefore, type Lead } from '../kit/trivia.ts';
import { escapeStyleOf, quoteJson, type EscapeStyle, type Quote } from './jsonString.ts';
import { isContainer, type JsonContainer, type JsonMember } from './jsonTree.ts';

/** The layout of a file; used for new members if no neighbor shows it. */
export interface JsonStyle {
  readonly eol: string;
  /** Of one level. */
  readonly indent: string;
  /** Between a key and its value. */
  readonly colon: string;
  /** Between a comma and the next member on its line. */
  readonly gap: string;
  /** Members are on separate lines. */
  readonly multiline: boolean;
  readonly escapes: EscapeStyle;
  readonly quote: Quote;
  /** Around a key that needs no quotes; '' for none, as in JSON5. */
  readonly keyQuote: Quote | '';
  /** Members on separate lines end in a comma if they do in the source. */
  readonly trailingCommas: boolean;
}

/** The lead of a container's member, without comments. */
export function leadOf(text: string, container: JsonContainer, member: JsonMember): Lead {
  return leadBefore(text, member.keyStart, gapStart(container, member));
}

/** The number of line ends before a member; empty lines separate groups of keys. */
export function lineEndsBefore(text: string, container: JsonContainer, member: JsonMember): number {
  const gap = text.slice(gapStart(container, member), member.keyStart);
  return isBlank(gap) ? countLineEnds(gap) : Math.min(countLineEnds(gap), 1);
}

/** Whether a container's members are on separate lines; for an empty one, whether its brackets are on two lines. */
export function isMultiline(text: string, container: JsonContainer): boolean {
  const [first] = container.members;
  if (first === undefined) return /[\r\n]/.test(text.slice(container.start, container.end));
  return leadOf(text, container, first).indent !== undefined;
}

/** The text between the last member (and its comma) and the closing bracket. */
export function tailOf(text: string, container: JsonContainer): string {
  const last = container.members.at(-1);
  if (last === undefined) return text.slice(container.start + 1, container.end - 1);
  return text.slice(last.comma < 0 ? last.value.end : last.comma + 1, container.end - 1);
}

/** Counts the containers with members on separate lines, including `container`: 1 for a trailing comma, -1 for none. */
export function commaHabit(text: string, container: JsonContainer): number {
  return container.members.reduce(
    (habit, { value }) => (isContainer(value) ? habit + commaHabit(text, value) : habit),
    ownCommaHabit(text, container),
  );
}

/** 1 if a container's last member has a trailing comma, -1 if not; 0 if that shows no convention. */
export function ownCommaHabit(text: string, container: JsonContainer): number {
  const last = container.members.at(-1);
  if (last === undefined || !isMultiline(text, container)) return 0;
  return last.comma < 0 ? -1 : 1;
}

/** The colon and the spaces around it; undefined if there is a comment, and for an element of an array. */
export function colonOf(text: string, member: JsonMember): string | undefined {
  if (member.keyStart === member.keyEnd) return undefined;
  const between = text.slice(member.keyEnd, member.value.start);
  return /^[ \t]*:[ \t]*$/.test(between) ? between : undefined;
}

/** A key in a file's style: without quotes only if that is the style and the key is a plain name. */
export function writeKey(key: string, { escapes, quote, keyQuote }: JsonStyle): string {
  return keyQuote === '' && isPlainName(key) ? key : quoteJson(key, escapes, keyQuote === '' ? quote : keyQuote);
}

/** The style with the colon of one member, and with its quotes if it could have others. */
export function styleNextTo(text: string, member: JsonMember, style: JsonStyle): JsonStyle {
  // Most members look like the file's first, and this check creates no strings.
  const { colon, quote, keyQuote } = style;
  const alike = text.startsWith(colon, member.keyEnd) && member.keyEnd + colon.length === member.value.start;
  const ownColon = alike ? colon : (colonOf(text, member) ?? colon);
  const ownQuote = member.value.kind === 'string' ? quoteAt(text, member.value.start, quote) : quote;
  const ownKeyQuote = keyQuoteOf(text, member) ?? keyQuote;
  if (alike && ownQuote === quote && ownKeyQuote === keyQuote) return style;
  return { ...style, colon: ownColon, quote: ownQuote, keyQuote: ownKeyQuote };
}

function quoteAt(text: string, at: number, fallback: Quote): Quote {
  const char = text[at];
  return char === '"' || char === "'" ? char : fallback;
}

/** The quotes of a key that needs none; undefined for a key that needs them, and for an element of an array. */
function keyQuoteOf(text: string, member: JsonMember): Quote | '' | undefined {
  if (member.keyStart === member.keyEnd || !isPlainName(member.key)) return undefined;
  const char = text[member.keyStart];
  return char === '"' || char === "'" ? char : '';
}

/** Whether a key is commonly written without quotes; ECMAScript allows more. */
function isPlainName(key: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(key);
}

/** The style of a file; properties that it does not show are taken from `fallback`. */
export function styleOf(text: string, root: JsonContainer, fallback: JsonStyle): JsonStyle {
  const shown: Shown = { inspected: 0 };
  inspect(text, root, '', shown);
  const colon = shown.colon ?? fallback.colon;
  const empty = root.members.length === 0;
  const gapLikeColon = colon.endsWith(' ') ? ' ' : '';
  return {
    eol: /\r\n|\n|\r/.exec(text)?.[0] ?? fallback.eol,
    indent: shown.indent ?? fallback.indent,
    colon,
    gap: shown.gap ?? (empty ? fallback.gap : gapLikeColon),
    multiline: shown.multiline ?? (empty ? fallback.multiline || isMultiline(text, root) : false),
    escapes: escapeStyleOf(text) ?? fallback.escapes,
    quote: shown.quote ?? fallback.quote,
    keyQuote: shown.keyQuote ?? fallback.keyQuote,
    trailingCommas: fallback.trailingCommas,
  };
}

export const defaultStyle: JsonStyle = {
  eol: '\n',
  indent: '  ',
  colon: ': ',
  gap: ' ',
  multiline: true,
  escapes: 'raw',
  quote: '"',
  keyQuote: '"',
  trailingCommas: false,
};

interface Shown {
  inspected: number;
  indent?: string;
  colon?: string;
  gap?: string;
  multiline?: true;
  quote?: Quote;
  keyQuote?: Quote | '';
}

/** The number of members after which the search for a file's conventions stops, so that large files stay fast. */
const maxInspected = 1000;

/** Walks the tree until every property has been found once. */
function inspect(text: string, container: JsonContainer, outer: string, shown: Shown): void {
  let inner = outer;
  for (const member of container.members) {
    if (
      shown.inspected >= maxInspected ||
      (shown.indent !== undefined && shown.colon !== undefined && shown.gap !== undefined)
    )
      return;
    shown.inspected += 1;
    const lead = leadOf(text, container, member);
    if (lead.indent !== undefined) {
      inner = lead.indent;
      shown.multiline = true;
      if (inner.length > outer.length && inner.startsWith(outer)) shown.indent ??= inner.slice(outer.length);
    } else if (member.index > 0) shown.gap ??= lead.text;
    const colon = colonOf(text, member);
    if (colon !== undefined) shown.colon ??= colon;
    const keyQuote = shown.keyQuote ?? keyQuoteOf(text, member);
    if (keyQuote !== undefined) shown.keyQuote = keyQuote;
    if (member.value.kind === 'string') shown.quote ??= quoteAt(text, member.value.start, '"');
    if (isContainer(member.value)) inspect(text, member.value, inner, shown);
  }
}

function gapStart(container: JsonContainer, member: JsonMember): number {
  const before = container.members[member.index - 1];
  return before === undefined ? container.start + 1 : before.comma + 1;
}

export function isBlank(text: string): boolean {
  return /^[ \t\r\n]*$/.test(text);
}

function countLineEnds(text: string): number {
  return text.match(/\r\n|\n|\r/g)?.length ?? 0;
}
