import { leadBefore, type Lead } from '../kit/trivia.ts';
import { escapeStyleOf, quoteJson, type EscapeStyle, type Quote } from './jsonString.ts';
import { isContainer, type JsonContainer, type JsonMember } from './jsonTree.ts';

/** How a file is laid out; what new members are written like when no neighbor shows it. */
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
  /** Around a key that could do without; '' for none, as JSON5 has it. */
  readonly keyQuote: Quote | '';
  /** A list of members on lines of their own ends in a comma where it does in the source. */
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

/**
 * How many more containers with members on lines of their own end in a comma than do not: `container` and all within
 * it.
 */
export function commaHabit(text: string, container: JsonContainer): number {
  return container.members.reduce(
    (habit, { value }) => (isContainer(value) ? habit + commaHabit(text, value) : habit),
    ownCommaHabit(text, container),
  );
}

/** 1 if a container's last member has a trailing comma, -1 if not; 0 if that shows no convention. */
export function ownCommaHabit(text: string, container: JsonContainer): number {
  const last = container.members.at(-1);
  return last === undefined || !isMultiline(text, container) ? 0 : last.comma < 0 ? -1 : 1;
}

/** What stands between a key and its value, when blanks and the colon are all; undefined for an element of an array. */
export function colonOf(text: string, member: JsonMember): string | undefined {
  if (member.keyStart === member.keyEnd) return undefined;
  const between = text.slice(member.keyEnd, member.value.start);
  return /^[ \t]*:[ \t]*$/.test(between) ? between : undefined;
}

/** A key as a file of that style writes it: without quotes only where that is its way and the key is a plain name. */
export function writeKey(key: string, { escapes, quote, keyQuote }: JsonStyle): string {
  return keyQuote === '' && isPlainName(key) ? key : quoteJson(key, escapes, keyQuote === '' ? quote : keyQuote);
}

/** The style with the looks of one member: its colon, and its quotes where it had a choice. */
export function styleBeside(text: string, member: JsonMember, style: JsonStyle): JsonStyle {
  // Most members look like the file's first, and this is told without making anything.
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

/** How a key is quoted that could do without; undefined for one that could not, and for an element of an array. */
function keyQuoteOf(text: string, member: JsonMember): Quote | '' | undefined {
  if (member.keyStart === member.keyEnd || !isPlainName(member.key)) return undefined;
  const char = text[member.keyStart];
  return char === '"' || char === "'" ? char : '';
}

/** ECMAScript allows more without quotes; this is what people write so. */
function isPlainName(key: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(key);
}

/** The style of a file; what it does not show is taken from `fallback`. */
export function styleOf(text: string, root: JsonContainer, fallback: JsonStyle): JsonStyle {
  const shown: Shown = { looks: 0 };
  look(text, root, '', shown);
  const colon = shown.colon ?? fallback.colon;
  const empty = root.members.length === 0;
  return {
    eol: /\r\n|\n|\r/.exec(text)?.[0] ?? fallback.eol,
    indent: shown.indent ?? fallback.indent,
    colon,
    gap: shown.gap ?? (empty ? fallback.gap : colon.endsWith(' ') ? ' ' : ''),
    multiline: shown.multiline ?? (empty ? fallback.multiline || isMultiline(text, root) : false),
    escapes: escapeStyleOf(text) ?? fallback.escapes,
    quote: shown.quote ?? fallback.quote,
    keyQuote: shown.keyQuote ?? fallback.keyQuote,
    trailingCommas: fallback.trailingCommas,
  };
}

export const DEFAULT_STYLE: JsonStyle = {
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
  looks: number;
  indent?: string;
  colon?: string;
  gap?: string;
  multiline?: true;
  quote?: Quote;
  keyQuote?: Quote | '';
}

/** The number of members after which the search for a file's conventions stops, so that large files stay fast. */
const ENOUGH_LOOKS = 1000;

/** Walks the tree until everything has been shown once. */
function look(text: string, container: JsonContainer, outer: string, shown: Shown): void {
  let inner = outer;
  for (const member of container.members) {
    if (
      shown.looks >= ENOUGH_LOOKS ||
      (shown.indent !== undefined && shown.colon !== undefined && shown.gap !== undefined)
    )
      return;
    shown.looks += 1;
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
    if (isContainer(member.value)) look(text, member.value, inner, shown);
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
