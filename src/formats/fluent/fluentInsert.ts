import type { TextEdit } from '../format.ts';
import { insertionPlaces } from '../insertionOrder.ts';
import { refusal } from '../provenFormat.ts';
import { renderPart, type Wanted, type WantedPart } from './fluentParts.ts';
import { looksAt, renderPattern, renderPlural, styleOf, textOf, type FluentStyle } from './fluentRender.ts';
import type { FluentEntry, FluentPart } from './fluentTree.ts';

interface Files {
  readonly text: string;
  readonly entries: readonly FluentEntry[];
  readonly sourceText: string;
  readonly source: readonly FluentEntry[];
  readonly style: FluentStyle;
}

/** Edits that put whole messages and terms where the source's order has them; in a group of comments of their own, when both files have it. */
export function insertEntries({ text, entries, sourceText, source, style }: Files, missing: Wanted): readonly TextEdit[] {
  const own = new Map(entries.flatMap((entry) => (entry.name === undefined ? [] : [[entry.name, entry] as const])));
  const likes = new Map(source.flatMap((entry) => (entry.name === undefined ? [] : [[entry.name, entry] as const])));
  const order = [...likes.keys()];
  const rendered = (name: string): string => renderEntry(name, likes.get(name), missing.get(name), { sourceText, style });
  const edits: TextEdit[] = [];
  for (const place of insertionPlaces(order, new Set(own.keys()), new Set(missing.keys()))) {
    const after = place.after === undefined ? undefined : own.get(place.after);
    const before = place.before === undefined ? undefined : own.get(place.before);
    if (after !== undefined) {
      const gap = gapBehind(text, entries, after, style);
      edits.push(insert(after.end, place.ids.map((name) => gap + rendered(name)).join('')));
    } else if (before !== undefined) {
      const gap = gapBehind(text, entries, before, style);
      edits.push(insert(before.start, place.ids.map((name) => rendered(name) + gap).join('')));
    } else {
      const lead = text.endsWith('\n') ? '' : style.lineEnd;
      edits.push(insert(text.length, lead + style.lineEnd + place.ids.map((name) => rendered(name) + style.lineEnd).join('')));
    }
  }
  return edits;
}

/** The line ends between an entry and the next one, as this file has them: behind it, before it, or anywhere; comments stand apart. */
function gapBehind(text: string, entries: readonly FluentEntry[], entry: FluentEntry, style: FluentStyle): string {
  const at = indexOf(entries, entry);
  const between = (index: number): string | undefined => {
    const [one, other] = [entries[index], entries[index + 1]];
    if (one?.name === undefined || other?.name === undefined) return undefined;
    const gap = text.slice(one.end, other.start);
    return /^(?:\r?\n)+$/.test(gap) ? gap : undefined;
  };
  return between(at - 1) ?? between(at) ?? between(0) ?? style.lineEnd;
}

/** Entries are sorted by their places. */
function indexOf(entries: readonly FluentEntry[], entry: FluentEntry): number {
  let low = 0;
  let high = entries.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((entries[middle]?.start ?? 0) < entry.start) low = middle + 1;
    else high = middle;
  }
  return low;
}

function insert(at: number, text: string): TextEdit {
  return { start: at, end: at, text };
}

function renderEntry(name: string, like: FluentEntry | undefined, wanted: ReadonlyMap<string, WantedPart> | undefined, { sourceText, style }: { readonly sourceText: string; readonly style: FluentStyle }): string {
  if (like === undefined || wanted === undefined) throw refusal(`There is no message “${name}” in the source file.`);
  const comment = style.hasComments && like.hasComment ? sourceText.slice(like.start, like.nameStart).replace(/\r?\n/g, style.lineEnd) : '';
  const parts = like.parts.flatMap((source) => {
    const part = partWanted(name, source, wanted, sourceText);
    return part === undefined ? [] : [renderPart({ sourceText, source, style }, part)];
  });
  return `${comment}${name}${style.equals.trimEnd()}${parts.join('')}`;
}

/** A new file: the source's comments, and of its entries what is wanted, each as far from the one before as in the source. */
export function createFluent(sourceText: string, source: readonly FluentEntry[], wanted: Wanted): string {
  const style = styleOf(sourceText, source);
  const groups = new Set(source.flatMap(({ name, group }) => (name !== undefined && wanted.has(name) ? [group] : [])));
  const done = new Set<string>();
  let out = '';
  for (const [index, entry] of source.entries()) {
    const gap = sourceText.slice(source[index - 1]?.end ?? 0, entry.start);
    const parts = entry.name === undefined || done.has(entry.name) ? undefined : wanted.get(entry.name);
    const body = entry.name === undefined ? keptComment(sourceText, entry, groups) : parts === undefined ? undefined : entryWith(sourceText, entry, parts, style);
    if (body === undefined) continue;
    if (entry.name !== undefined) done.add(entry.name);
    out += (out === '' ? gap.replace(/^(?:\r?\n)+/, '') : gap) + body;
  }
  return out + sourceText.slice(source.at(-1)?.end ?? 0);
}

/** Comments of groups without a text are left out; an empty one, which ends a group, is kept beside others. */
function keptComment(sourceText: string, entry: FluentEntry, groups: ReadonlySet<number>): string | undefined {
  return entry.isGroup && !groups.has(entry.group) ? undefined : sourceText.slice(entry.start, entry.end);
}

/** An entry of the source with the wanted texts in their places, and without the parts that are not wanted. */
function entryWith(sourceText: string, entry: FluentEntry, wanted: ReadonlyMap<string, WantedPart>, style: FluentStyle): string {
  let out = sourceText.slice(entry.start, entry.valueStart);
  let position = entry.valueStart;
  for (const part of entry.parts) {
    const one = partWanted(entry.name ?? '', part, wanted, sourceText);
    if (one !== undefined) {
      const { plural } = part;
      const value = one.text === undefined && plural !== undefined ? renderPlural(sourceText, { ...part, plural }, one.forms, style) : renderPattern(one.text ?? '', looksAt(sourceText, part.pattern, style));
      out += sourceText.slice(position, part.pattern.start) + value;
    }
    position = part.pattern.end;
  }
  return out;
}

/** What is wanted of a part; a term's value, which Fluent needs, in the source's words where none is. */
function partWanted(name: string, part: FluentPart, wanted: ReadonlyMap<string, WantedPart>, sourceText: string): WantedPart | undefined {
  const own = wanted.get(part.name ?? '');
  if (own !== undefined || part.name !== undefined || !name.startsWith('-')) return own;
  if (part.plural === undefined) return { name: undefined, text: textOf(sourceText, part.pattern), forms: new Map() };
  return { name: undefined, text: undefined, forms: new Map(part.plural.variants.map(({ category, pattern }) => [category, textOf(sourceText, pattern)])) };
}
