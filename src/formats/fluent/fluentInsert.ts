import { insertEntries, type EntryBlock } from '../kit/entryLines.ts';
import type { TextEdit } from '../kit/localeFormat.ts';
import { refusal } from '../kit/provenFormat.ts';
import { because } from '../reasons/reason.ts';
import { renderPart, type Wanted, type WantedPart } from './fluentParts.ts';
import { equalsOf, layoutAt, renderPattern, renderPlural, styleOf, textOf, type FluentStyle } from './fluentRender.ts';
import type { FluentEntry, FluentPart } from './fluentTree.ts';

interface Files {
  readonly text: string;
  readonly entries: readonly FluentEntry[];
  readonly sourceText: string;
  readonly source: readonly FluentEntry[];
  readonly style: FluentStyle;
}

/** Edits that insert whole messages and terms in the source's order, separated like the file's messages. */
export function insertFluent(
  { text, entries, sourceText, source, style }: Files,
  missing: Wanted,
): readonly TextEdit[] {
  const likes = new Map(source.flatMap((entry) => (entry.name === undefined ? [] : [[entry.name, entry] as const])));
  return insertEntries({
    text,
    lineEnd: style.lineEnd,
    present: blocksOf(text, entries),
    source: blocksOf(sourceText, source),
    missing: new Set(missing.keys()),
    render: (name) => renderEntry(name, likes.get(name), missing.get(name), { sourceText, style }),
    foot: text.length,
    sourceText,
    isHeading: (comment) => comment.startsWith('##'),
  });
}

/** Messages and terms with the empty lines before them; a standalone comment has a position and no name. */
function blocksOf(text: string, entries: readonly FluentEntry[]): readonly EntryBlock[] {
  const names = new Set<string>();
  let previousEnd = 0;
  return entries.map(({ name = '', start, nameStart, end: last }, index) => {
    const id = names.has(name) ? '' : name;
    names.add(name);
    const lines = text.slice(previousEnd, start).split('\n').length - 1;
    const end = trailingWhitespaceEnd(text, last);
    previousEnd = end;
    return { id, start, body: name === '' ? end : nameStart, end, gap: index === 0 ? 0 : Math.max(lines - 1, 0) };
  });
}

/** Returns the end of the line on which an entry ends, if only whitespace follows the entry there. */
function trailingWhitespaceEnd(text: string, end: number): number {
  let at = end;
  while (text.charAt(at) === ' ') at += 1;
  return at === text.length || /[\r\n]/.test(text.charAt(at)) ? at : end;
}

function renderEntry(
  name: string,
  like: FluentEntry | undefined,
  wanted: ReadonlyMap<string, WantedPart> | undefined,
  { sourceText, style }: { readonly sourceText: string; readonly style: FluentStyle },
): string {
  if (like === undefined || wanted === undefined) throw refusal(because('unit-not-in-source', name));
  const comment =
    style.hasComments && like.hasComment
      ? sourceText.slice(like.start, like.nameStart).replace(/\r?\n/g, style.lineEnd)
      : '';
  const parts = like.parts.flatMap((source) => {
    const part = partWanted(name, source, wanted, sourceText);
    return part === undefined ? [] : [renderPart({ sourceText, source, style }, part)];
  });
  const [first] = like.parts;
  const own =
    style.aligned && first !== undefined && first.name === undefined ? equalsOf(sourceText, like, first) : style.equals;
  return `${comment}${name}${own.trimEnd()}${parts.join('')}`;
}

/**
 * Returns a new file: the source's comments, and the wanted parts of its entries, with the source's empty lines between
 * them.
 */
export function createFluent(sourceText: string, source: readonly FluentEntry[], wanted: Wanted): string {
  const style = styleOf(sourceText, source);
  const groups = new Set(source.flatMap(({ name, group }) => (name !== undefined && wanted.has(name) ? [group] : [])));
  const done = new Set<string>();
  let out = '';
  // After a comment of its own, the empty line before an omitted entry stays: it separates the comment from the next one.
  let commentGap: string | undefined;
  for (const [index, entry] of source.entries()) {
    const ownGap = sourceText.slice(source[index - 1]?.end ?? 0, entry.start);
    const parts = entry.name === undefined || done.has(entry.name) ? undefined : wanted.get(entry.name);
    const rendered = parts === undefined ? undefined : entryWith(sourceText, entry, parts, style);
    const body = entry.name === undefined ? keptComment(sourceText, entry, groups) : rendered;
    commentGap ??= source[index - 1]?.name === undefined ? ownGap : undefined;
    if (body === undefined) continue;
    const gap = commentGap ?? ownGap;
    commentGap = undefined;
    if (entry.name !== undefined) done.add(entry.name);
    out += (out === '' ? gap.replace(/^(?:\r?\n)+/, '') : gap) + body;
  }
  return out + sourceText.slice(source.at(-1)?.end ?? 0);
}

/**
 * Comments of groups without a text are omitted; an empty one, which ends a group, is kept if another comment is kept.
 */
function keptComment(sourceText: string, entry: FluentEntry, groups: ReadonlySet<number>): string | undefined {
  return entry.isGroup && !groups.has(entry.group) ? undefined : sourceText.slice(entry.start, entry.end);
}

/** Returns an entry of the source with the wanted texts, and without the parts that are not wanted. */
function entryWith(
  sourceText: string,
  entry: FluentEntry,
  wanted: ReadonlyMap<string, WantedPart>,
  style: FluentStyle,
): string {
  let out = sourceText.slice(entry.start, entry.valueStart);
  let position = entry.valueStart;
  for (const part of entry.parts) {
    const one = partWanted(entry.name ?? '', part, wanted, sourceText);
    if (one !== undefined) {
      const { plural } = part;
      const value =
        one.text === undefined && plural !== undefined
          ? renderPlural(sourceText, { ...part, plural }, one.forms, style)
          : renderPattern(one.text ?? '', layoutAt(sourceText, part.pattern, style));
      out += sourceText.slice(position, part.pattern.start) + value;
    }
    position = part.pattern.end;
  }
  return out;
}

/** Returns the wanted text of a part; a term's value, which Fluent requires, falls back to the source's text. */
function partWanted(
  name: string,
  part: FluentPart,
  wanted: ReadonlyMap<string, WantedPart>,
  sourceText: string,
): WantedPart | undefined {
  const own = wanted.get(part.name ?? '');
  if (own !== undefined || part.name !== undefined || !name.startsWith('-')) return own;
  if (part.plural === undefined) return { name: undefined, text: textOf(sourceText, part.pattern), forms: new Map() };
  return {
    name: undefined,
    text: undefined,
    forms: new Map(part.plural.variants.map(({ category, pattern }) => [category, textOf(sourceText, pattern)])),
  };
}
