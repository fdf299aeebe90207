import { lineEndOf } from '../kit/lineEnd.ts';
import { indentOfLine, leadBefore, spacesAt, type Lead } from '../kit/trivia.ts';
import type { CodeContainer, CodeMember, CodeText, CodeTree } from './codeTree.ts';

export type Quote = "'" | '"';

/** How every literal of a file is written, regardless of its neighbors. */
export interface TextStyle {
  readonly lineEnd: string;
  /** Characters outside ASCII are escaped. */
  readonly isAscii: boolean;
}

/** How keys and values are written where the file does not show it otherwise. */
interface MemberStyle {
  /** The spaces or tabs of one level. */
  readonly indent: string;
  /** The text between a key and its value: ` => ` or `: `. */
  readonly separator: string;
  readonly quote: Quote;
  /** Keys that need no quotes have none. */
  readonly bareKeys: boolean;
}

/** How a file is laid out; used for new members if no neighbor shows it. */
export interface CodeStyle extends TextStyle, MemberStyle {
  /** Texts that contain the usual quote are written with the other one. */
  readonly flipsQuotes: boolean;
  readonly trailingComma: boolean;
  /** Members are on separate lines. */
  readonly multiline: boolean;
  /** A space or nothing, inside the brackets of members on one line: `{ a: 1 }` or `{a: 1}`. */
  readonly padding: string;
  /** The first opening bracket, such as `array(`; undefined if the file has no bracket. */
  readonly opening: string | undefined;
}

/** The style of a language's files where a file does not show one. */
export interface StyleDefaults extends MemberStyle {
  /** Matches an escape of a non-ASCII character. A file with an escape and without such characters stays ASCII. */
  readonly escape: RegExp;
}

/** Returns the line end and spaces before a member, without comments. */
export function leadOf(text: string, member: CodeMember): Lead {
  return leadBefore(text, member.start, member.triviaStart);
}

/** Whether a container's members are on separate lines; for an empty one, whether its brackets are on two lines. */
export function isMultiline(text: string, container: CodeContainer): boolean {
  const [firstMember] = container.members;
  if (firstMember === undefined) return /[\r\n]/.test(text.slice(container.innerStart, container.innerEnd));
  // Only a member that begins a line has an indent.
  return leadOf(text, firstMember).indent !== undefined;
}

/** The number of members after which the search for a file's conventions stops, to stay fast in large files. */
const enoughMembers = 1000;

/** Detects the style from the characters, without parsing; `fallback` applies if they show nothing. */
export function textStyleOf(text: string, defaults: StyleDefaults, fallback: TextStyle | undefined): TextStyle {
  return {
    lineEnd: /[\r\n]/.test(text) ? lineEndOf(text) : (fallback?.lineEnd ?? '\n'),
    isAscii: !/[\u0080-\uffff]/.test(text) && (defaults.escape.test(text) || fallback?.isAscii === true),
  };
}

/** Detects the style of a file; conventions that it does not show are those of `fallback`, or of `defaults`. */
export function styleOf(tree: CodeTree, defaults: StyleDefaults, fallback?: CodeStyle): CodeStyle {
  const usualStyle = { ...defaults, ...fallback };
  const inspection = new StyleInspection(tree);
  const quote = inspection.usualQuote() ?? usualStyle.quote;
  return {
    ...textStyleOf(tree.text, defaults, fallback),
    quote,
    flipsQuotes: (inspection.avoidedQuotes.get(quote) ?? 0) > 0,
    trailingComma: inspection.endsWithComma() ?? usualStyle.trailingComma ?? false,
    indent: inspection.indent ?? usualStyle.indent,
    separator: inspection.separator ?? usualStyle.separator,
    multiline: inspection.multiline ?? usualStyle.multiline ?? true,
    padding: inspection.padding ?? usualStyle.padding ?? (defaults.bareKeys ? ' ' : ''),
    opening: inspection.opening ?? usualStyle.opening,
    bareKeys: inspection.bareKeys ?? usualStyle.bareKeys,
  };
}

/** A quoted key shows the usual quote of texts less than a text does, which counts as 1. */
const weightOfKey = 0.25;

/** The conventions that a file's first members show. */
class StyleInspection {
  indent: string | undefined;
  separator: string | undefined;
  multiline: boolean | undefined;
  padding: string | undefined;
  opening: string | undefined;
  bareKeys: boolean | undefined;
  /** By quote, how many texts contain it, so that they are written with the other one. */
  readonly avoidedQuotes = new Map<string, number>();
  /** By quote, how many texts and keys are written with it for no such reason. */
  readonly #usedQuotes = new Map<string, number>();
  /** The containers that end with a comma, minus those that do not. */
  #commaBalance = 0;
  #inspectedMembers = 0;
  readonly #text: string;

  constructor({ text, roots }: CodeTree) {
    this.#text = text;
    for (const { container } of roots) this.#inspect(container);
  }

  usualQuote(): Quote | undefined {
    const singles = this.#usedQuotes.get("'") ?? 0;
    const doubles = this.#usedQuotes.get('"') ?? 0;
    if (singles + doubles === 0) return undefined;
    if (singles >= doubles) return "'";
    return '"';
  }

  endsWithComma(): boolean | undefined {
    if (this.#commaBalance === 0) return undefined;
    return this.#commaBalance > 0;
  }

  /** `outerIndent`: the indentation of the member that contains the container. */
  #inspect(container: CodeContainer, outerIndent?: string): void {
    const isMap = container.kind === 'map';
    const multiline = isMultiline(this.#text, container);
    let outer = outerIndent;
    if (container.kind !== 'statements') {
      this.opening ??= this.#text.slice(container.start, container.innerStart);
      this.#inspectBrackets(container, multiline);
      outer ??= indentOfLine(this.#text, container.start);
    }
    for (const member of container.members) {
      if (this.#inspectedMembers >= enoughMembers) return;
      this.#inspectedMembers += 1;
      const indent = multiline ? leadOf(this.#text, member).indent : undefined;
      if (indent !== undefined && outer !== undefined && indent.startsWith(outer) && indent !== outer)
        this.indent ??= indent.slice(outer.length);
      if (isMap && member.keyEnd > member.keyStart) this.#inspectKey(member);
      if (member.value.kind === 'text') this.#inspectText(member.value);
      if (member.value.kind === 'map' || member.value.kind === 'list') this.#inspect(member.value, indent);
    }
  }

  #inspectBrackets({ kind, members, innerStart }: CodeContainer, multiline: boolean): void {
    const lastMember = members.at(-1);
    if (lastMember === undefined) return;
    if (!multiline) {
      this.multiline ??= false;
      if (kind === 'map') this.padding ??= spacesAt(this.#text, innerStart);
      return;
    }
    // Once is enough: short containers are on one line in many files.
    this.multiline = true;
    if (lastMember.comma >= 0) this.#commaBalance += 1;
    else this.#commaBalance -= 1;
  }

  #inspectKey({ key = '', keyStart, keyEnd, value }: CodeMember): void {
    const separator = this.#text.slice(keyEnd, value.start);
    // ` => `, `: `; more spaces align values.
    if (/^[ \t]?(?:=>|:)[ \t]?$/.test(separator)) this.separator ??= separator;
    const firstChar = this.#text.charAt(keyStart);
    if (firstChar === "'" || firstChar === '"') {
      const needsNoQuotes = /^[A-Za-z_$][\w$]*$/.test(key);
      if (needsNoQuotes) this.bareKeys ??= false;
      this.#usedQuotes.set(firstChar, (this.#usedQuotes.get(firstChar) ?? 0) + weightOfKey);
    } else if (/[A-Za-z_$]/.test(firstChar)) this.bareKeys ??= true;
  }

  #inspectText({ start, value }: CodeText): void {
    const quote = this.#text.charAt(start);
    // A heredoc, or the name of a constant.
    if (!/['"`]/.test(quote)) return;
    const opposite = oppositeQuote(quote);
    // `"it's"` has these quotes because of its apostrophe; it shows no habit but that of avoiding escapes.
    if (value.includes(opposite) && !value.includes(quote))
      this.avoidedQuotes.set(opposite, (this.avoidedQuotes.get(opposite) ?? 0) + 1);
    else this.#usedQuotes.set(quote, (this.#usedQuotes.get(quote) ?? 0) + 1);
  }
}

export function oppositeQuote(quote: string): Quote {
  if (quote === "'") return '"';
  return "'";
}

/** An existing member next to which new ones are inserted. */
export interface Neighbor {
  readonly member: CodeMember;
  readonly container: CodeContainer;
}

/**
 * Returns the separator between a new key of a given length and its value: that of the neighbor, with other spaces if
 * its value is aligned with that of a member near it: `'a'    => 1` and `'long' => 2` → `'new'  => 3`.
 */
export function separatorLike(
  { member, container: { members } }: Neighbor,
  text: string,
  newKeyLength: number,
  fallback: string,
): string {
  const parts = separatorParts(text, member);
  if (parts === undefined) return fallback;
  const valueColumn = keyLength(member) + parts.whole.length;
  for (const index of [member.index - 1, member.index + 1, member.index - 2, member.index + 2]) {
    const nearMember = members[index];
    if (nearMember === undefined || keyLength(nearMember) === keyLength(member)) continue;
    const nearParts = separatorParts(text, nearMember);
    if (nearParts === undefined || keyLength(nearMember) + nearParts.whole.length !== valueColumn) continue;
    // One space before each sign is no alignment.
    if (parts.spaces.length + nearParts.spaces.length <= 2) continue;
    const spaces = valueColumn - newKeyLength - parts.before.length - parts.after.length;
    return parts.before + ' '.repeat(Math.max(spaces, 1)) + parts.after;
  }
  return parts.whole;
}

/** The length of a member's key with what precedes it, such as `$lang[`. */
function keyLength(member: CodeMember): number {
  return member.keyEnd - member.start;
}

/** Splits a separator at the spaces that align values (`=>` after them, `:` before them); undefined for any other. */
function separatorParts(text: string, member: CodeMember): SeparatorParts | undefined {
  if (member.keyStart === member.keyEnd) return undefined;
  const whole = text.slice(member.keyEnd, member.value.start);
  // `]   = ` of `$lang['a']   = 1`, `   => ` of `'a'   => 1`; `:   ` of `a:   1`.
  const parts = /^(\]?)( *)(=>?[ \t]*)$/.exec(whole) ?? /^( ?:)( *)$/.exec(whole);
  if (parts !== null) return { whole, before: parts[1] ?? '', spaces: parts[2] ?? '', after: parts[3] ?? '' };
  if (!/^\]?[ \t]*(?:=>?|:)[ \t]*$/.test(whole)) return undefined;
  return { whole, before: whole, spaces: '', after: '' };
}

interface SeparatorParts {
  readonly whole: string;
  /** Before the spaces that align values. */
  readonly before: string;
  readonly spaces: string;
  readonly after: string;
}
