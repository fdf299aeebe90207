import type { TextEdit } from '../format.ts';
import { keyOrder } from './jsonOrder.ts';
import { arrayKeys, renderMember, type RenderContext } from './jsonRender.ts';
import { colonOf, isMultiline, leadOf, type Lead } from './jsonStyle.ts';
import type { JsonContainer, JsonMember } from './jsonTree.ts';
import type { Want } from './jsonWant.ts';

/** A container of the target, its like in the source, and what goes into it. */
export interface Insertion {
  readonly text: string;
  readonly container: JsonContainer;
  readonly source: JsonContainer;
  /** By key; only what the container lacks. */
  readonly missing: ReadonlyMap<string, Want>;
  /** The blanks that begin the line on which the container begins. */
  readonly indent: string;
}

/** Edits that put the missing members where the source's order has them, in the looks of their new neighbours. */
export function insertMembers(insertion: Insertion, context: RenderContext): TextEdit[] {
  const { container } = insertion;
  const edits: TextEdit[] = [];
  for (const [position, keys] of container.kind === 'array' ? appended(insertion) : placed(insertion)) {
    if (container.members.length === 0) edits.push(intoEmpty(insertion, keys, context));
    else if (position === 0) edits.push(atFront(insertion, keys, context));
    else edits.push(...behind(insertion, position - 1, keys, context));
  }
  return edits;
}

/** An array grows at its end; elements between that are missing too are filled, since an index is a place. */
function appended({ container, missing }: Insertion): ReadonlyMap<number, readonly string[]> {
  return new Map([[container.members.length, arrayKeys(container.members.length, missing.keys())]]);
}

/**
 * Keys by position among the container's members: behind the nearest key of the source's order before them that is there,
 * else before the nearest one after them, else first.
 */
function placed({ container, source, missing }: Insertion): ReadonlyMap<number, readonly string[]> {
  const places = new Map<number, string[]>();
  const at = (position: number): string[] => {
    const keys = places.get(position) ?? [];
    places.set(position, keys);
    return keys;
  };
  let position: number | undefined;
  let waiting: string[] = [];
  for (const key of keyOrder(source, missing)) {
    const member = container.byKey.get(key);
    if (member !== undefined) {
      for (const earlier of waiting) at(member.index).push(earlier);
      waiting = [];
      position = member.index + 1;
    } else if (missing.has(key)) (position === undefined ? waiting : at(position)).push(key);
  }
  for (const key of waiting) at(0).push(key);
  return places;
}

/** The texts of new members, with the colon of the member they are put beside. */
function render(insertion: Insertion, keys: readonly string[], indent: string | undefined, context: RenderContext, beside?: JsonMember): string[] {
  const colon = beside === undefined ? undefined : colonOf(insertion.text, beside);
  const looks = colon === undefined || colon === context.style.colon ? context : { ...context, style: { ...context.style, colon } };
  return keys.map((key) => renderMember(key, insertion.missing.get(key), insertion.source, indent, looks));
}

function intoEmpty(insertion: Insertion, keys: readonly string[], context: RenderContext): TextEdit {
  const { text, container, indent } = insertion;
  const { style } = context;
  const inside = text.slice(container.start + 1, container.end - 1);
  const onTwoLines = /[\r\n]/.test(inside);
  const multiline = onTwoLines || (style.multiline && isMultiline(context.sourceText, insertion.source));
  const inner = multiline ? indent + style.indent : undefined;
  const lead = inner === undefined ? '' : style.eol + inner;
  const members = render(insertion, keys, inner, context).join(`,${inner === undefined ? style.gap : lead}`);
  const after = behindTrivia(text, container.start + 1);
  if (onTwoLines) {
    const at = after.lineEnd ?? after.end;
    return { start: at, end: at, text: lead + members };
  }
  const end = inner === undefined ? '' : style.eol + indent;
  return { start: after.end, end: container.end - 1, text: lead + members + end };
}

function atFront(insertion: Insertion, keys: readonly string[], context: RenderContext): TextEdit {
  const { text, container } = insertion;
  const [first] = container.members;
  const lead = first === undefined ? undefined : leadOf(text, container, first);
  if (lead?.indent !== undefined) {
    const at = behindTrivia(text, container.start + 1).lineEnd ?? container.start + 1;
    return insert(at, render(insertion, keys, lead.indent, context, first).map((member) => `${lead.text}${member},`).join(''));
  }
  const padding = /^[ \t]*/.exec(text.slice(container.start + 1, first?.keyStart))?.[0].length ?? 0;
  const gap = leadBehind(insertion, 0, context).text;
  return insert(container.start + 1 + padding, render(insertion, keys, undefined, context, first).map((member) => `${member},${gap}`).join(''));
}

function behind(insertion: Insertion, index: number, keys: readonly string[], context: RenderContext): TextEdit[] {
  const { text, container } = insertion;
  const previous = container.members[index];
  if (previous === undefined) return [];
  const lead = leadBehind(insertion, index, context);
  const members = render(insertion, keys, lead.indent, context, previous);
  if (previous.comma >= 0) {
    const from = previous.comma + 1;
    // Comments on the rest of the line stay with the member before; when a member follows there, they may be its own.
    const at = lead.indent === undefined ? from : (behindTrivia(text, from).lineEnd ?? from);
    return [insert(at, members.map((member) => `${lead.text}${member},`).join(''))];
  }
  const { end } = previous.value;
  const after = behindTrivia(text, end);
  const at = after.lineEnd === undefined ? after.end : lead.indent === undefined ? end : after.lineEnd;
  const added = members.map((member) => lead.text + member).join(',');
  return at === end ? [insert(end, `,${added}`)] : [insert(end, ','), insert(at, added)];
}

/** What is to stand before a member put behind the one at `index`. */
function leadBehind({ text, container }: Insertion, index: number, { style }: RenderContext): Lead {
  const like = container.members[index === 0 ? 1 : index];
  if (like !== undefined) return leadOf(text, container, like);
  const [only] = container.members;
  const lead = only === undefined ? undefined : leadOf(text, container, only);
  // What stands before a sole member on its bracket's line is padding, not what parts members.
  return lead?.indent === undefined ? { text: style.gap, indent: undefined } : lead;
}

/**
 * Skips blanks and comments. `lineEnd` is the offset of the line end that was reached, undefined when something else
 * stands on the line; `end` is behind the last comment, or where it began.
 */
function behindTrivia(text: string, from: number): { readonly end: number; readonly lineEnd: number | undefined } {
  const trivia = /[ \t]+|\/\*[^]*?\*\/|\/\/[^\r\n]*/y;
  let end = from;
  let position = from;
  for (;;) {
    trivia.lastIndex = position;
    const skipped = trivia.exec(text)?.[0];
    if (skipped === undefined) break;
    position += skipped.length;
    if (skipped.startsWith('/')) end = position;
  }
  const next = text[position];
  return { end, lineEnd: next === '\n' || next === '\r' ? position : undefined };
}

function insert(at: number, text: string): TextEdit {
  return { start: at, end: at, text };
}
