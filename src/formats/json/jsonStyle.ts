import { escapeStyleOf, type EscapeStyle } from './jsonString.ts';
import { isContainer, type JsonContainer, type JsonMember } from './jsonTree.ts';

/** How a file is laid out; what new members are written like when no neighbour shows it. */
export interface JsonStyle {
  readonly eol: string;
  /** Of one level. */
  readonly indent: string;
  /** Between a key and its value. */
  readonly colon: string;
  /** Between a comma and the next member on its line. */
  readonly gap: string;
  /** Members stand on lines of their own. */
  readonly multiline: boolean;
  readonly escapes: EscapeStyle;
}

/** What stands before a member: a line end and blanks, or blanks alone when it shares a line with what is before it. */
export interface Lead {
  readonly text: string;
  /** The blanks that begin the member's line; undefined when it does not begin a line. */
  readonly indent: string | undefined;
}

/** What stands before a member of a container, comments left out. */
export function leadOf(text: string, container: JsonContainer, member: JsonMember): Lead {
  const gap = text.slice(gapStart(container, member), member.keyStart);
  const at = Math.max(gap.lastIndexOf('\n'), gap.lastIndexOf('\r'));
  if (at < 0) return { text: isBlank(gap) ? gap : ' ', indent: undefined };
  const eol = gap[at] === '\n' && gap[at - 1] === '\r' ? '\r\n' : gap.charAt(at);
  const indent = /^[ \t]*/.exec(gap.slice(at + 1))?.[0] ?? '';
  return { text: eol + indent, indent };
}

/** How many line ends stand before a member; blank lines part groups of keys. */
export function lineEndsBefore(text: string, container: JsonContainer, member: JsonMember): number {
  const gap = text.slice(gapStart(container, member), member.keyStart);
  return isBlank(gap) ? countLineEnds(gap) : Math.min(countLineEnds(gap), 1);
}

/** Whether a container's members stand on lines of their own; for an empty one, whether its brackets stand on two lines. */
export function isMultiline(text: string, container: JsonContainer): boolean {
  const [first] = container.members;
  if (first === undefined) return /[\r\n]/.test(text.slice(container.start, container.end));
  return leadOf(text, container, first).indent !== undefined;
}

/** What stands between the last member (and its comma) and the closing bracket. */
export function tailOf(text: string, container: JsonContainer): string {
  const last = container.members.at(-1);
  if (last === undefined) return text.slice(container.start + 1, container.end - 1);
  return text.slice(last.comma < 0 ? last.value.end : last.comma + 1, container.end - 1);
}

/** What stands between a key and its value, when blanks and the colon are all; undefined for an element of an array. */
export function colonOf(text: string, member: JsonMember): string | undefined {
  if (member.keyStart === member.keyEnd) return undefined;
  const between = text.slice(member.keyEnd, member.value.start);
  return /^[ \t]*:[ \t]*$/.test(between) ? between : undefined;
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
  };
}

export const DEFAULT_STYLE: JsonStyle = { eol: '\n', indent: '  ', colon: ': ', gap: ' ', multiline: true, escapes: 'raw' };

interface Shown {
  looks: number;
  indent?: string;
  colon?: string;
  gap?: string;
  multiline?: true;
}

/** What this many members do not show is no habit of the file, and a large one is not walked to its end for it. */
const ENOUGH_LOOKS = 1000;

/** Walks the tree until everything has been shown once. */
function look(text: string, container: JsonContainer, outer: string, shown: Shown): void {
  let inner = outer;
  for (const member of container.members) {
    if (shown.looks >= ENOUGH_LOOKS || (shown.indent !== undefined && shown.colon !== undefined && shown.gap !== undefined)) return;
    shown.looks += 1;
    const lead = leadOf(text, container, member);
    if (lead.indent !== undefined) {
      inner = lead.indent;
      shown.multiline = true;
      if (inner.length > outer.length && inner.startsWith(outer)) shown.indent ??= inner.slice(outer.length);
    } else if (member.index > 0) shown.gap ??= lead.text;
    const colon = colonOf(text, member);
    if (colon !== undefined) shown.colon ??= colon;
    if (isContainer(member.value)) look(text, member.value, inner, shown);
  }
}

function gapStart(container: JsonContainer, member: JsonMember): number {
  const before = container.members[member.index - 1];
  return before === undefined ? container.start + 1 : before.comma + 1;
}

function isBlank(text: string): boolean {
  return /^[ \t\r\n]*$/.test(text);
}

function countLineEnds(text: string): number {
  return text.match(/\r\n|\n|\r/g)?.length ?? 0;
}
