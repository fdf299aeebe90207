import { lineEndOf } from '../kit/lineEnd.ts';
import { indentOfLine, leadBefore, spacesAt, type Lead } from '../kit/trivia.ts';
import type { CodeContainer, CodeMember, CodeTree } from './codeTree.ts';

export type Quote = "'" | '"';

/** How a file is laid out; used for new members if no neighbor shows it. */
export interface CodeStyle {
  readonly lineEnd: string;
  /** Of one level. */
  readonly indent: string;
  /** Between a key and its value. */
  readonly separator: string;
  readonly quote: Quote;
  /** Texts that contain the usual quote are written with the other one. */
  readonly flipsQuotes: boolean;
  readonly trailingComma: boolean;
  readonly multiline: boolean;
  /** Inside the brackets of keys on one line: a space or nothing. */
  readonly padding: string;
  /** The first opening bracket, such as `array(`; undefined if the file has no bracket. */
  readonly opening: string | undefined;
  /** Keys that need no quotes have none. */
  readonly bareKeys: boolean;
  /** Characters outside ASCII are escaped. */
  readonly isAscii: boolean;
}

/** The style of a language's files where a file does not show one. */
export interface StyleDefaults extends Pick<CodeStyle, 'separator' | 'quote' | 'bareKeys' | 'indent'> {
  /** Matches an escape of a non-ASCII character. A file with an escape and without such characters stays ASCII. */
  readonly escape: RegExp;
}

/** Returns the lead of a member, without comments. */
export function leadOf(text: string, member: CodeMember): Lead {
  return leadBefore(text, member.start, member.from);
}

/** Whether a container's members are on separate lines; for an empty one, whether its brackets are on two lines. */
export function isMultiline(text: string, container: CodeContainer): boolean {
  const [first] = container.members;
  if (first === undefined) return /[\r\n]/.test(text.slice(container.innerStart, container.innerEnd));
  return leadOf(text, first).indent !== undefined;
}

/** Whether a comma follows the last member of a container; undefined if there is no member. */
export function hasTrailingComma(container: CodeContainer): boolean | undefined {
  const last = container.members.at(-1);
  return last === undefined ? undefined : last.comma >= 0;
}

/** The number of members after which the search for a file's conventions stops, to stay fast in large files. */
const enoughMembers = 1000;

/** The conventions found so far. `commas`: containers that end with a comma, minus those that do not. */
type Shown = { -readonly [Key in keyof CodeStyle]?: CodeStyle[Key] } & {
  members: number;
  commas: number;
  quotes: Map<string, number>;
  flips: Map<string, number>;
};

/** How every literal of a file is written, regardless of its neighbors. */
export type TextStyle = Pick<CodeStyle, 'lineEnd' | 'isAscii'>;

/** Detects the style from the characters, without parsing; `fallback` applies if they show nothing. */
export function textStyleOf(text: string, defaults: StyleDefaults, fallback: TextStyle | undefined): TextStyle {
  return {
    lineEnd: /[\r\n]/.test(text) ? lineEndOf(text) : (fallback?.lineEnd ?? '\n'),
    isAscii: !/[\u0080-\uffff]/.test(text) && (defaults.escape.test(text) || fallback?.isAscii === true),
  };
}

/** Detects the style of a file; conventions that it does not show are those of `fallback`, or of `defaults`. */
export function styleOf(tree: CodeTree, defaults: StyleDefaults, fallback?: CodeStyle): CodeStyle {
  const { text } = tree;
  const shown: Shown = { members: 0, commas: 0, quotes: new Map(), flips: new Map() };
  for (const { container } of tree.roots) inspect(text, container, shown);
  const singles = shown.quotes.get("'") ?? 0;
  const doubles = shown.quotes.get('"') ?? 0;
  const usualQuote = singles >= doubles ? "'" : '"';
  const quote = singles + doubles === 0 ? (fallback?.quote ?? defaults.quote) : usualQuote;
  return {
    ...textStyleOf(text, defaults, fallback),
    indent: shown.indent ?? fallback?.indent ?? defaults.indent,
    separator: shown.separator ?? fallback?.separator ?? defaults.separator,
    quote,
    flipsQuotes: (shown.flips.get(quote) ?? 0) > 0,
    trailingComma: shown.commas === 0 ? (fallback?.trailingComma ?? false) : shown.commas > 0,
    multiline: shown.multiline ?? fallback?.multiline ?? true,
    padding: shown.padding ?? fallback?.padding ?? (defaults.bareKeys ? ' ' : ''),
    opening: shown.opening ?? fallback?.opening,
    bareKeys: shown.bareKeys ?? fallback?.bareKeys ?? defaults.bareKeys,
  };
}

function inspect(text: string, container: CodeContainer, shown: Shown, outer?: string): void {
  if (container.kind !== 'statements') shown.opening ??= text.slice(container.start, container.innerStart);
  const multiline = isMultiline(text, container);
  if (container.members.length > 0 && container.kind !== 'statements')
    inspectBrackets(text, container, multiline, shown);
  for (const member of container.members) {
    if (shown.members >= enoughMembers) return;
    shown.members += 1;
    const indent = multiline ? leadOf(text, member).indent : undefined;
    const base = outer ?? (container.kind === 'statements' ? undefined : indentOfLine(text, container.start));
    if (indent !== undefined && base !== undefined && indent.length > base.length && indent.startsWith(base))
      shown.indent ??= indent.slice(base.length);
    inspectMember(text, container, member, shown);
    if (member.value.kind === 'map' || member.value.kind === 'list') inspect(text, member.value, shown, indent);
  }
}

function inspectBrackets(text: string, container: CodeContainer, multiline: boolean, shown: Shown): void {
  if (multiline) {
    shown.multiline = true;
    shown.commas += hasTrailingComma(container) === true ? 1 : -1;
  } else {
    shown.multiline ??= false;
    const padding = spacesAt(text, container.innerStart);
    if (container.kind === 'map') shown.padding ??= padding;
  }
}

function inspectMember(text: string, container: CodeContainer, member: CodeMember, shown: Shown): void {
  if (member.keyEnd > member.keyStart && container.kind === 'map') {
    const between = text.slice(member.keyEnd, member.value.start);
    if (/^[ \t]?(?:=>|:)[ \t]?$/.test(between)) shown.separator ??= between;
    const first = text.charAt(member.keyStart);
    const isQuoted = first === "'" || first === '"';
    if (isQuoted ? /^[A-Za-z_$][\w$]*$/.test(member.key ?? '') : /[A-Za-z_$]/.test(first)) shown.bareKeys ??= !isQuoted;
    if (isQuoted) shown.quotes.set(first, (shown.quotes.get(first) ?? 0) + 0.25);
  }
  if (member.value.kind !== 'text') return;
  const quote = text.charAt(member.value.start);
  const other = quote === "'" ? '"' : "'";
  if (member.value.value.includes(other) && !member.value.value.includes(quote))
    shown.flips.set(other, (shown.flips.get(other) ?? 0) + 1);
  // A text with an apostrophe does not show the usual quote.
  else shown.quotes.set(quote, (shown.quotes.get(quote) ?? 0) + 1);
}

/** An existing member next to which new ones are inserted. */
export interface Neighbor {
  readonly member: CodeMember;
  readonly container: CodeContainer;
}

/**
 * Returns the separator between a new key of a given length and its value: that of the neighbor, with spaces added if
 * the neighbor's value is aligned with the value of a member near it.
 */
export function separatorLike(
  { member, container: { members } }: Neighbor,
  text: string,
  length: number,
  fallback: string,
): string {
  const gap = separatorParts(text, member);
  if (gap === undefined) return fallback;
  const own = gap.whole.length + keyLength(member);
  for (const index of [member.index - 1, member.index + 1, member.index - 2, member.index + 2]) {
    const other = members[index];
    if (other === undefined || keyLength(other) === keyLength(member)) continue;
    const like = separatorParts(text, other);
    if (like === undefined || like.whole.length + keyLength(other) !== own) continue;
    if (gap.spaces.length + like.spaces.length <= 2) continue;
    return gap.before + ' '.repeat(Math.max(own - length - (gap.whole.length - gap.spaces.length), 1)) + gap.after;
  }
  return gap.whole;
}

function keyLength(member: CodeMember): number {
  return member.keyEnd - member.start;
}

/**
 * Splits a separator at the spaces that align values: before `=>` and `=`, or after a colon. Undefined if it contains
 * anything else.
 */
function separatorParts(
  text: string,
  member: CodeMember,
): { readonly whole: string; readonly before: string; readonly spaces: string; readonly after: string } | undefined {
  if (member.keyStart === member.keyEnd) return undefined;
  const whole = text.slice(member.keyEnd, member.value.start);
  const match = /^(\]?)( *)(=>?)([ \t]*)$/.exec(whole);
  if (match !== null)
    return { whole, before: match[1] ?? '', spaces: match[2] ?? '', after: (match[3] ?? '') + (match[4] ?? '') };
  const colon = /^( ?:)( *)$/.exec(whole);
  if (colon !== null) return { whole, before: colon[1] ?? '', spaces: colon[2] ?? '', after: '' };
  return /^\]?[ \t]*(?:=>?|:)[ \t]*$/.test(whole) ? { whole, before: whole, spaces: '', after: '' } : undefined;
}
