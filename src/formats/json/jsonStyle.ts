import { leadBefore, type Lead } from '../kit/trivia.ts';
import { escapeStyleOf, quoteJson, type EscapeStyle, type Quote } from './quoteJson.ts';
import { isContainer, type JsonContainer, type JsonMember } from './jsonTree.ts';

/** The layout of a file; used for new members if no neighbor shows it. */
export interface JsonStyle {
  readonly lineEnd: string;
  /** The spaces or tabs of one level. */
  readonly indent: string;
  /** The colon between a key and its value, with the spaces around it. */
  readonly colon: string;
  /** The spaces between a comma and the next member on its line. */
  readonly spaceAfterComma: string;
  /** Members are on separate lines. */
  readonly multiline: boolean;
  readonly escapes: EscapeStyle;
  readonly quote: Quote;
  /** The quotes around a key that needs none; '' for none, as in JSON5. */
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
  const textBefore = text.slice(gapStart(container, member), member.keyStart);
  const count = textBefore.match(/\r\n|\n|\r/g)?.length ?? 0;
  if (isBlank(textBefore)) return count;
  // Above a comment, an empty line may belong to the comment.
  return Math.min(count, 1);
}

/** Whether a container's members are on separate lines; for an empty one, whether its brackets are on two lines. */
export function isMultiline(text: string, container: JsonContainer): boolean {
  const [firstMember] = container.members;
  if (firstMember === undefined) return /[\r\n]/.test(text.slice(container.start, container.end));
  // Only a member that begins a line has an indent.
  return leadOf(text, container, firstMember).indent !== undefined;
}

/** The text between the last member (and its comma) and the closing bracket. */
export function tailOf(text: string, container: JsonContainer): string {
  const lastMember = container.members.at(-1);
  if (lastMember === undefined) return text.slice(container.start + 1, container.end - 1);
  return text.slice(Math.max(lastMember.value.end, lastMember.comma + 1), container.end - 1);
}

/** The sum of `ownCommaHabit` for a container and all below it: positive if most of them have trailing commas. */
export function commaHabit(text: string, container: JsonContainer): number {
  let habit = ownCommaHabit(text, container);
  for (const { value } of container.members) if (isContainer(value)) habit += commaHabit(text, value);
  return habit;
}

/** 1 if a container's last member has a trailing comma, -1 if not; 0 if that shows no convention. */
export function ownCommaHabit(text: string, container: JsonContainer): number {
  const lastMember = container.members.at(-1);
  if (lastMember === undefined || !isMultiline(text, container)) return 0;
  if (lastMember.comma < 0) return -1;
  return 1;
}

/** The colon and the spaces around it; undefined if there is a comment, and for an element of an array. */
export function colonOf(text: string, member: JsonMember): string | undefined {
  if (member.keyStart === member.keyEnd) return undefined;
  const colon = text.slice(member.keyEnd, member.value.start);
  if (!/^[ \t]*:[ \t]*$/.test(colon)) return undefined;
  return colon;
}

/** A key in a file's style: without quotes only if that is the style and the key is a plain name. */
export function writeKey(key: string, { escapes, quote, keyQuote }: JsonStyle): string {
  if (keyQuote !== '') return quoteJson(key, escapes, keyQuote);
  if (isPlainName(key)) return key;
  return quoteJson(key, escapes, quote);
}

/** The style with the colon and the quotes of one member, as far as it shows them. */
export function styleNextTo(text: string, member: JsonMember, style: JsonStyle): JsonStyle {
  // Most members look like the file's first, and this check creates no strings.
  const { keyEnd, value } = member;
  const hasSameColon = text.startsWith(style.colon, keyEnd) && keyEnd + style.colon.length === value.start;
  const quote = quoteAt(text, value.start) ?? style.quote;
  const keyQuote = keyQuoteOf(text, member) ?? style.keyQuote;
  if (hasSameColon && quote === style.quote && keyQuote === style.keyQuote) return style;
  return { ...style, colon: colonOf(text, member) ?? style.colon, quote, keyQuote };
}

/** The quote at an offset, if there is one. */
function quoteAt(text: string, offset: number): Quote | undefined {
  const char = text[offset];
  if (char === '"' || char === "'") return char;
  return undefined;
}

/** The quotes of a key that needs none; undefined for a key that needs them, and for an element of an array. */
function keyQuoteOf(text: string, member: JsonMember): Quote | '' | undefined {
  if (member.keyStart === member.keyEnd || !isPlainName(member.key)) return undefined;
  return quoteAt(text, member.keyStart) ?? '';
}

/** Whether a key is commonly written without quotes; ECMAScript allows more. */
function isPlainName(key: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(key);
}

/** The style of a file; properties that it does not show are taken from `fallback`. */
export function styleOf(text: string, root: JsonContainer, fallback: JsonStyle): JsonStyle {
  const conventions: Conventions = { inspectedCount: 0 };
  inspectMembers(text, root, '', conventions);
  const colon = conventions.colon ?? fallback.colon;
  const isEmpty = root.members.length === 0;
  // As after the colon: `{ "a": 1, "b": 2 }` or `{"a":1,"b":2}`.
  const spaceAfterColon = colon.endsWith(' ') ? ' ' : '';
  const usualSpaceAfterComma = isEmpty ? fallback.spaceAfterComma : spaceAfterColon;
  const isEmptyMultiline = isEmpty && (fallback.multiline || isMultiline(text, root));
  return {
    lineEnd: /\r\n|\n|\r/.exec(text)?.[0] ?? fallback.lineEnd,
    indent: conventions.indent ?? fallback.indent,
    colon,
    spaceAfterComma: conventions.spaceAfterComma ?? usualSpaceAfterComma,
    multiline: conventions.multiline ?? isEmptyMultiline,
    escapes: escapeStyleOf(text) ?? fallback.escapes,
    quote: conventions.quote ?? fallback.quote,
    keyQuote: conventions.keyQuote ?? fallback.keyQuote,
    trailingCommas: fallback.trailingCommas,
  };
}

/** The style of a file if neither it nor its source shows one. */
export const defaultStyle: JsonStyle = {
  lineEnd: '\n',
  indent: '  ',
  colon: ': ',
  spaceAfterComma: ' ',
  multiline: true,
  escapes: 'raw',
  quote: '"',
  keyQuote: '"',
  trailingCommas: false,
};

/** What the members of a file show so far; absent: nothing. */
interface Conventions {
  inspectedCount: number;
  indent?: string;
  colon?: string;
  spaceAfterComma?: string;
  multiline?: true;
  quote?: Quote;
  keyQuote?: Quote | '';
}

/** The number of members after which the search for a file's conventions stops, so that large files stay fast. */
const maxInspected = 1000;

/** Walks the tree until every property has been found once. */
function inspectMembers(text: string, container: JsonContainer, outerIndent: string, conventions: Conventions): void {
  let innerIndent = outerIndent;
  for (const member of container.members) {
    const { inspectedCount, indent, colon, spaceAfterComma } = conventions;
    const isComplete = indent !== undefined && colon !== undefined && spaceAfterComma !== undefined;
    if (isComplete || inspectedCount >= maxInspected) return;
    conventions.inspectedCount += 1;
    const lead = leadOf(text, container, member);
    if (lead.indent !== undefined) {
      innerIndent = lead.indent;
      conventions.multiline = true;
      if (innerIndent.length > outerIndent.length && innerIndent.startsWith(outerIndent))
        conventions.indent ??= innerIndent.slice(outerIndent.length);
    } else if (member.index > 0) conventions.spaceAfterComma ??= lead.text;
    const memberColon = colonOf(text, member);
    if (memberColon !== undefined) conventions.colon ??= memberColon;
    const keyQuote = keyQuoteOf(text, member);
    if (keyQuote !== undefined) conventions.keyQuote ??= keyQuote;
    if (member.value.kind === 'string') conventions.quote ??= quoteAt(text, member.value.start) ?? '"';
    if (isContainer(member.value)) inspectMembers(text, member.value, innerIndent, conventions);
  }
}

/** The offset after the comma or bracket before a member. */
function gapStart(container: JsonContainer, member: JsonMember): number {
  const commaOrBracket = container.members[member.index - 1]?.comma ?? container.start;
  return commaOrBracket + 1;
}

/** Whether a text has nothing but whitespace, as JSON defines it. */
export function isBlank(text: string): boolean {
  return /^[ \t\r\n]*$/.test(text);
}
