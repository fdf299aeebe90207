import type { TextEdit } from '../kit/localeFormat.ts';
import { appendedIndexes } from '../kit/insertionOrder.ts';
import { skipTrivia, type Lead } from '../kit/trivia.ts';
import { keyOrder } from './jsonOrder.ts';
import { renderMember, type RenderContext } from './jsonRender.ts';
import { isMultiline, leadOf, styleBeside } from './jsonStyle.ts';
import { memberOf, type JsonContainer, type JsonMember } from './jsonTree.ts';
import type { Want } from './jsonWant.ts';

/** A container of the target, its like in the source, and what goes into it. */
export interface Insertion {
  readonly text: string;
  readonly container: JsonContainer;
  /** Undefined where the file keeps its keys sorted, whatever another file does. */
  readonly source: JsonContainer | undefined;
  /** By key; only what the container lacks. */
  readonly missing: ReadonlyMap<string, Want>;
  /** The indent of the line on which the container begins. */
  readonly indent: string;
}

/** Which keys go where. */
export interface KeyPlaces {
  /** The order of keys in a file that keeps them sorted. */
  readonly compare: (a: string, b: string) => number;
  /** Whether a member belongs to the one before it, or to the file, so that nothing goes before it. */
  readonly attends: (key: string, before: string | undefined) => boolean;
}

/** Edits that put the missing members where the source's order has them, in the looks of their new neighbors. */
export function insertMembers(insertion: Insertion, context: RenderContext, places: KeyPlaces): TextEdit[] {
  const { container } = insertion;
  const edits: TextEdit[] = [];
  for (const [position, keys] of container.kind === 'array' ? appended(insertion) : placed(insertion, places)) {
    if (container.members.length === 0) edits.push(intoEmpty(insertion, keys, context));
    else if (position === 0) edits.push(atFront(insertion, keys, context));
    else edits.push(...behind(insertion, position - 1, keys, context));
  }
  return edits;
}

/** An array grows at its end; elements between that are missing too are filled, since an index is a place. */
function appended({ container, missing }: Insertion): ReadonlyMap<number, readonly string[]> {
  return new Map([[container.members.length, appendedIndexes(container.members.length, missing.keys())]]);
}

/**
 * Keys by position among the container's members: behind the nearest key of the source's order before them that is there,
 * else before the nearest one after them, else first.
 */
function placed(
  { container, source, missing }: Insertion,
  { attends, compare }: KeyPlaces,
): ReadonlyMap<number, readonly string[]> {
  const places = new Map<number, string[]>();
  const at = (position: number): string[] => {
    const keys = places.get(position) ?? [];
    places.set(position, keys);
    return keys;
  };
  if (source === undefined) {
    for (const [key, position] of sorted(container, missing, compare)) at(position).push(key);
    return places;
  }
  let position: number | undefined;
  let waiting: string[] = [];
  for (const key of keyOrder(source, missing)) {
    const member = memberOf(container, key);
    if (member !== undefined) {
      for (const earlier of waiting) at(member.index).push(earlier);
      waiting = [];
      position = behindAttendants(container, member.index + 1, member.key, attends);
    } else if (missing.has(key)) (position === undefined ? waiting : at(position)).push(key);
  }
  const front = waiting.length === 0 ? 0 : behindAttendants(container, 0, undefined, attends);
  for (const key of waiting) at(front).push(key);
  return places;
}

function behindAttendants(
  container: JsonContainer,
  from: number,
  key: string | undefined,
  attends: KeyPlaces['attends'],
): number {
  let position = from;
  for (
    let next = container.members[position];
    next !== undefined && attends(next.key, key);
    next = container.members[position]
  )
    position += 1;
  return position;
}

/** Each missing key before the first member that is greater, or at the end. */
function sorted(
  container: JsonContainer,
  missing: ReadonlyMap<string, Want>,
  compare: KeyPlaces['compare'],
): readonly (readonly [string, number])[] {
  let position = 0;
  return [...missing.keys()].sort(compare).map((key) => {
    for (
      let next = container.members[position];
      next !== undefined && compare(next.key, key) < 0;
      next = container.members[position]
    )
      position += 1;
    return [key, position] as const;
  });
}

/** The texts of new members, with the looks of the member they are put beside. */
function render(
  insertion: Insertion,
  keys: readonly string[],
  indent: string | undefined,
  context: RenderContext,
  beside?: JsonMember,
): string[] {
  const { container, missing, source, text } = insertion;
  const style = beside === undefined ? context.style : styleBeside(text, beside, context.style);
  const looks = style === context.style ? context : { ...context, style };
  return keys.map((key) => renderMember({ key, want: missing.get(key), source, into: container.kind }, indent, looks));
}

function intoEmpty(insertion: Insertion, keys: readonly string[], context: RenderContext): TextEdit {
  const { text, container, source, indent } = insertion;
  const { style } = context;
  const inside = text.slice(container.start + 1, container.end - 1);
  const onTwoLines = /[\r\n]/.test(inside);
  const multiline =
    onTwoLines || (style.multiline && (source === undefined || isMultiline(context.sourceText, source)));
  const inner = multiline ? indent + style.indent : undefined;
  const lead = inner === undefined ? '' : style.eol + inner;
  const members = render(insertion, keys, inner, context).join(`,${inner === undefined ? style.gap : lead}`);
  const after = skipTrivia(text, container.start + 1);
  const end = inner === undefined ? '' : style.eol + indent;
  // Xcode puts a blank line into an empty object, which a member takes the place of.
  const isHollow = source === undefined && inside.trim() === '';
  if (onTwoLines && !isHollow) {
    const at = after.lineEnd ?? after.end;
    return { start: at, end: at, text: lead + members };
  }
  return { start: isHollow ? container.start + 1 : after.end, end: container.end - 1, text: lead + members + end };
}

function atFront(insertion: Insertion, keys: readonly string[], context: RenderContext): TextEdit {
  const { text, container } = insertion;
  const [first] = container.members;
  const lead = first === undefined ? undefined : leadOf(text, container, first);
  if (lead?.indent !== undefined) {
    const at = skipTrivia(text, container.start + 1).lineEnd ?? container.start + 1;
    return insert(
      at,
      render(insertion, keys, lead.indent, context, first)
        .map((member) => `${lead.text}${member},`)
        .join(''),
    );
  }
  const padding = /^[ \t]*/.exec(text.slice(container.start + 1, first?.keyStart))?.[0].length ?? 0;
  const gap = leadBehind(insertion, 0, context).text;
  return insert(
    container.start + 1 + padding,
    render(insertion, keys, undefined, context, first)
      .map((member) => `${member},${gap}`)
      .join(''),
  );
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
    const at = lead.indent === undefined ? from : (skipTrivia(text, from).lineEnd ?? from);
    const isLeftOver = index === container.members.length - 1 && !context.endsInComma(container);
    return [insert(at, members.map((member) => lead.text + member).join(',') + (isLeftOver ? '' : ','))];
  }
  const { end } = previous.value;
  const after = skipTrivia(text, end);
  const at = after.lineEnd === undefined ? after.end : lead.indent === undefined ? end : after.lineEnd;
  const added = members.map((member) => lead.text + member).join(',');
  return at === end ? [insert(end, `,${added}`)] : [insert(end, ','), insert(at, added)];
}

/** The lead of a member that is inserted after the one at `index`. */
function leadBehind({ text, container }: Insertion, index: number, { style }: RenderContext): Lead {
  const like = container.members[index === 0 ? 1 : index];
  if (like !== undefined) return leadOf(text, container, like);
  const [only] = container.members;
  const lead = only === undefined ? undefined : leadOf(text, container, only);
  // The spaces before a sole member on its bracket's line are padding, not a separator.
  return lead?.indent === undefined ? { text: style.gap, indent: undefined } : lead;
}

function insert(at: number, text: string): TextEdit {
  return { start: at, end: at, text };
}
