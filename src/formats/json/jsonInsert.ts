import { insertText } from '../kit/spliceEdits.ts';
import { once } from '../../base/once.ts';
import { present } from '../../base/present.ts';
import type { TextEdit } from '../kit/localeFormat.ts';
import { appendedIndexes } from '../kit/insertionOrder.ts';
import { placesInSections, sectionsOf, type Sections } from '../kit/sections.ts';
import { skipTrivia, type Lead } from '../kit/trivia.ts';
import { keyOrder } from './jsonOrder.ts';
import { renderMember, type RenderContext } from './jsonRender.ts';
import { isMultiline, leadOf, styleNextTo } from './jsonStyle.ts';
import { memberOf, type JsonContainer, type JsonMember } from './jsonTree.ts';
import type { Want } from './jsonWant.ts';

/** A container of the target, the same container in the source, and the values to insert. */
export interface Insertion {
  readonly text: string;
  readonly container: JsonContainer;
  /** Undefined if the file's keys are sorted, independently of other files. */
  readonly source: JsonContainer | undefined;
  /** By key; only what the container lacks. */
  readonly missing: ReadonlyMap<string, Want>;
  /** The indent of the line on which the container begins. */
  readonly indent: string;
}

/** The rules for inserting members. */
export interface KeyOrder {
  /** The order of keys in a file that keeps them sorted. */
  readonly compare: (a: string, b: string) => number;
  /** Whether a member belongs to the one before it, or to the file, so that nothing is inserted before it. */
  readonly isAttached: (key: string, before: string | undefined) => boolean;
}

/** Edits that insert the missing members in the source's order and in the style of their new neighbors. */
export function insertMembers(insertion: Insertion, context: RenderContext, order: KeyOrder): TextEdit[] {
  const { container } = insertion;
  const edits: TextEdit[] = [];
  const positions = container.kind === 'array' ? appendedKeys(insertion) : keysByPosition(insertion, order);
  for (const { position, keys, before } of inSections(positions, insertion, context)) {
    if (before !== undefined) edits.push(insertionBefore(insertion, before, keys, context));
    else if (container.members.length === 0) edits.push(insertionIntoEmpty(insertion, keys, context));
    else if (position === 0) edits.push(insertionAtFront(insertion, keys, context));
    else edits.push(...insertionAfter(insertion, position - 1, keys, context));
  }
  return edits;
}

/** Keys to insert at a position among the members, or before a member, below the heading of its section. */
interface Located {
  readonly position: number;
  readonly keys: readonly string[];
  readonly before?: { readonly member: JsonMember; readonly at: number };
}

/** Divides keys at the sections of an object whose members are on separate lines. */
function inSections(
  positions: ReadonlyMap<number, readonly string[]>,
  { text, container, source }: Insertion,
  { sourceText }: RenderContext,
): readonly Located[] {
  const located = [...positions].map(([position, keys]) => ({ position, keys }));
  if (source === undefined || container.kind === 'array' || !isMultiline(text, container)) return located;
  const target = sectionsIn(text, container);
  if (target.size === 0) return located;
  const own = once(() => sectionsIn(sourceText, source));
  const nextOf = nextPresent(source, container);
  return located.flatMap(({ position, keys }) => {
    const next = nextOf.get(keys.at(-1) ?? '');
    const place = {
      ids: keys,
      ...present({ after: container.members[position - 1]?.key, next: next?.key }),
    };
    return placesInSections([place], own, target).map(({ ids, at }) =>
      at === undefined || next === undefined
        ? { position, keys: ids }
        : { position, keys: ids, before: { member: next, at } },
    );
  });
}

/** The next member of the source, in its order, that exists in the container: by the keys of the source. */
function nextPresent(source: JsonContainer, container: JsonContainer): ReadonlyMap<string, JsonMember> {
  const found = new Map<string, JsonMember>();
  let next: JsonMember | undefined;
  for (const { key } of source.members.toReversed()) {
    if (next !== undefined) found.set(key, next);
    next = memberOf(container, key) ?? next;
  }
  return found;
}

function sectionsIn(text: string, container: JsonContainer): Sections {
  return sectionsOf(text, container.members, container.start + 1, {
    idOf: (member) => (memberOf(container, member.key) === member ? member.key : ''),
    startOf: ({ keyStart }) => keyStart,
    endOf: ({ value }) => value.end,
  });
}

function insertionBefore(
  insertion: Insertion,
  { member, at }: Located['before'] & {},
  keys: readonly string[],
  context: RenderContext,
): TextEdit {
  const lead = leadOf(insertion.text, insertion.container, member);
  const members = render(insertion, keys, { indent: lead.indent, neighbor: member }, context);
  return insertText(at, members.map((each) => `${each},${lead.text}`).join(''));
}

/** An array grows at its end; elements that are missing in between are filled, since an index is a position. */
function appendedKeys({ container, missing }: Insertion): ReadonlyMap<number, readonly string[]> {
  return new Map([[container.members.length, appendedIndexes(container.members.length, missing.keys())]]);
}

/**
 * Keys by position among the container's members: after the nearest key before them in the source's order that exists
 * in the container, else before the nearest one after them, else first.
 */
function keysByPosition(
  { container, source, missing }: Insertion,
  { isAttached, compare }: KeyOrder,
): ReadonlyMap<number, readonly string[]> {
  const positions = new Map<number, string[]>();
  const at = (position: number): string[] => {
    const keys = positions.get(position) ?? [];
    positions.set(position, keys);
    return keys;
  };
  if (source === undefined) {
    for (const [key, position] of sorted(container, missing, compare)) at(position).push(key);
    return positions;
  }
  let position: number | undefined;
  let waiting: string[] = [];
  for (const key of keyOrder(source, missing)) {
    const member = memberOf(container, key);
    if (member !== undefined) {
      for (const earlier of waiting) at(member.index).push(earlier);
      waiting = [];
      position = afterAttached(container, member.index + 1, member.key, isAttached);
    } else if (missing.has(key)) (position === undefined ? waiting : at(position)).push(key);
  }
  const front = waiting.length === 0 ? 0 : afterAttached(container, 0, undefined, isAttached);
  for (const key of waiting) at(front).push(key);
  return positions;
}

function afterAttached(
  container: JsonContainer,
  from: number,
  key: string | undefined,
  isAttached: KeyOrder['isAttached'],
): number {
  let position = from;
  for (
    let next = container.members[position];
    next !== undefined && isAttached(next.key, key);
    next = container.members[position]
  )
    position += 1;
  return position;
}

/** Each missing key before the first member that is greater, or at the end. */
function sorted(
  container: JsonContainer,
  missing: ReadonlyMap<string, Want>,
  compare: KeyOrder['compare'],
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

/** Renders new members, in the style of the member that they are inserted next to. */
function render(
  { container, missing, source, text }: Insertion,
  keys: readonly string[],
  { indent, neighbor }: NewLocation,
  context: RenderContext,
): string[] {
  const style = neighbor === undefined ? context.style : styleNextTo(text, neighbor, context.style);
  const styled = style === context.style ? context : { ...context, style };
  return keys.map((key) => renderMember({ key, want: missing.get(key), source, into: container.kind }, indent, styled));
}

interface NewLocation {
  /** Undefined if members share a line. */
  readonly indent: string | undefined;
  readonly neighbor: JsonMember | undefined;
}

function insertionIntoEmpty(insertion: Insertion, keys: readonly string[], context: RenderContext): TextEdit {
  const { text, container, source, indent } = insertion;
  const { style } = context;
  const inside = text.slice(container.start + 1, container.end - 1);
  const onTwoLines = /[\r\n]/.test(inside);
  const multiline =
    onTwoLines || (style.multiline && (source === undefined || isMultiline(context.sourceText, source)));
  const inner = multiline ? indent + style.indent : undefined;
  const lead = inner === undefined ? '' : style.eol + inner;
  const members = render(insertion, keys, { indent: inner, neighbor: undefined }, context).join(
    `,${inner === undefined ? style.gap : lead}`,
  );
  const after = skipTrivia(text, container.start + 1);
  const end = inner === undefined ? '' : style.eol + indent;
  // Xcode writes an empty line into an empty object; a new member replaces it.
  const isEmptyLine = source === undefined && inside.trim() === '';
  if (onTwoLines && !isEmptyLine) {
    const at = after.lineEnd ?? after.end;
    return { start: at, end: at, text: lead + members };
  }
  return { start: isEmptyLine ? container.start + 1 : after.end, end: container.end - 1, text: lead + members + end };
}

function insertionAtFront(insertion: Insertion, keys: readonly string[], context: RenderContext): TextEdit {
  const { text, container } = insertion;
  const [first] = container.members;
  const lead = first === undefined ? undefined : leadOf(text, container, first);
  if (lead?.indent !== undefined) {
    const at = skipTrivia(text, container.start + 1).lineEnd ?? container.start + 1;
    return insertText(
      at,
      render(insertion, keys, { indent: lead.indent, neighbor: first }, context)
        .map((member) => `${lead.text}${member},`)
        .join(''),
    );
  }
  const padding = /^[ \t]*/.exec(text.slice(container.start + 1, first?.keyStart))?.[0].length ?? 0;
  const gap = leadAfter(insertion, 0, context).text;
  return insertText(
    container.start + 1 + padding,
    render(insertion, keys, { indent: undefined, neighbor: first }, context)
      .map((member) => `${member},${gap}`)
      .join(''),
  );
}

function insertionAfter(
  insertion: Insertion,
  index: number,
  keys: readonly string[],
  context: RenderContext,
): TextEdit[] {
  const { text, container } = insertion;
  const previous = container.members[index];
  if (previous === undefined) return [];
  const lead = leadAfter(insertion, index, context);
  const members = render(insertion, keys, { indent: lead.indent, neighbor: previous }, context);
  if (previous.comma >= 0) {
    const from = previous.comma + 1;
    // Comments on the rest of the line stay with the previous member, unless a member follows there.
    const at = lead.indent === undefined ? from : (skipTrivia(text, from).lineEnd ?? from);
    const isLeftOver = index === container.members.length - 1 && !context.endsInComma(container);
    return [insertText(at, members.map((member) => lead.text + member).join(',') + (isLeftOver ? '' : ','))];
  }
  const { end } = previous.value;
  const after = skipTrivia(text, end);
  const sharesLine = lead.indent === undefined && after.lineEnd !== undefined;
  const at = sharesLine ? end : (after.lineEnd ?? after.end);
  const added = members.map((member) => lead.text + member).join(',');
  return at === end ? [insertText(end, `,${added}`)] : [insertText(end, ','), insertText(at, added)];
}

/** The lead of a member that is inserted after the one at `index`. */
function leadAfter({ text, container }: Insertion, index: number, { style }: RenderContext): Lead {
  const like = container.members[index === 0 ? 1 : index];
  if (like !== undefined) return leadOf(text, container, like);
  const [only] = container.members;
  const lead = only === undefined ? undefined : leadOf(text, container, only);
  // The spaces before a sole member on its bracket's line are padding, not a separator.
  return lead?.indent === undefined ? { text: style.gap, indent: undefined } : lead;
}
