import { insertEntries, type EntryBlock } from '../kit/entryLines.ts';
import type { TextEdit } from '../kit/localeFormat.ts';
import { refusal } from '../kit/provenFormat.ts';
import { because } from '../reasons/reason.ts';
import { renderPart, type Wanted, type WantedPart } from './renderPart.ts';
import { equalsOf, layoutAt, renderPlural, renderText, styleOf, textOf, type FluentStyle } from './fluentRender.ts';
import type { FluentEntry, FluentPart } from './parseFluent.ts';

/** A file, its source, and the style for new entries. */
interface Files {
  readonly text: string;
  readonly entries: readonly FluentEntry[];
  readonly sourceText: string;
  readonly source: readonly FluentEntry[];
  readonly style: FluentStyle;
}

/** Edits that insert whole messages and terms in the source's order, separated like the file's messages. */
export function insertFluent({ text, entries, sourceText, source, style }: Files, wanted: Wanted): readonly TextEdit[] {
  const sourceEntries = new Map(source.map((entry) => [entry.name, entry]));
  return insertEntries({
    text,
    lineEnd: style.lineEnd,
    targetBlocks: blocksOf(text, entries),
    sourceBlocks: blocksOf(sourceText, source),
    missingIds: wanted,
    render: (name) => renderEntry(name, sourceEntries.get(name), wanted.get(name), { sourceText, style }),
    firstEntryOffset: text.length,
    sourceText,
    isHeading: (comment) => comment.startsWith('##'),
  });
}

/** Messages and terms with the empty lines before them; a standalone comment has a position and no name. */
function blocksOf(text: string, entries: readonly FluentEntry[]): readonly EntryBlock[] {
  const names = new Set<string>();
  let previousEnd = 0;
  return entries.map(({ name = '', start, nameStart, end: entryEnd }, index) => {
    // A repeated name does not count in Fluent.
    const id = names.has(name) ? '' : name;
    names.add(name);
    const lineEndCount = text.slice(previousEnd, start).split('\n').length - 1;
    const end = trailingWhitespaceEnd(text, entryEnd);
    previousEnd = end;
    const bodyStart = name === '' ? end : nameStart;
    return { id, start, bodyStart, end, emptyLinesAbove: index === 0 ? 0 : Math.max(lineEndCount - 1, 0) };
  });
}

/** Returns the end of the line on which an entry ends, if only whitespace follows the entry there. */
function trailingWhitespaceEnd(text: string, end: number): number {
  let lineEnd = end;
  while (text.charAt(lineEnd) === ' ') lineEnd += 1;
  if (lineEnd === text.length || /[\r\n]/.test(text.charAt(lineEnd))) return lineEnd;
  return end;
}

function renderEntry(
  name: string,
  sourceEntry: FluentEntry | undefined,
  wanted: ReadonlyMap<string, WantedPart> | undefined,
  { sourceText, style }: { readonly sourceText: string; readonly style: FluentStyle },
): string {
  if (sourceEntry === undefined || wanted === undefined) throw refusal(because('unit-not-in-source', name));
  let comment = '';
  if (style.hasComments && sourceEntry.hasComment)
    comment = sourceText.slice(sourceEntry.start, sourceEntry.nameStart).replace(/\r?\n/g, style.lineEnd);
  const [firstPart] = sourceEntry.parts;
  // Aligned like the source's; only a value (a part without a name) follows the entry's own equals sign.
  const isAligned = style.aligned && firstPart !== undefined && firstPart.name === undefined;
  const equals = isAligned ? equalsOf(sourceText, sourceEntry, firstPart) : style.equals;
  // `renderPart` adds the spaces after the sign.
  let entry = `${comment}${name}${equals.trimEnd()}`;
  for (const source of sourceEntry.parts) {
    const part = wantedPartOf(name, source, wanted, sourceText);
    if (part !== undefined) entry += renderPart({ sourceText, source, style }, part);
  }
  return entry;
}

/** Returns a new file: the source's comments and empty lines, and the wanted parts of its entries. */
export function createFluent(sourceText: string, source: readonly FluentEntry[], wanted: Wanted): string {
  const style = styleOf(sourceText, source);
  const wantedEntries = source.filter(({ name }) => wanted.has(name ?? ''));
  const groups = new Set(wantedEntries.map(({ group }) => group));
  const writtenNames = new Set<string>();
  let newText = '';
  /** The gap after a standalone comment, kept while entries are omitted: it then precedes the next written entry. */
  let commentGap: string | undefined;
  for (const [index, entry] of source.entries()) {
    const { name } = entry;
    const previousEntry = source[index - 1];
    const gap = sourceText.slice(previousEntry?.end ?? 0, entry.start);
    // After a standalone comment, or at the beginning of the file.
    if (previousEntry?.name === undefined) commentGap ??= gap;
    let entryText: string;
    if (name === undefined) {
      // Comments of groups without a text are omitted.
      if (entry.isGroup && !groups.has(entry.group)) continue;
      entryText = sourceText.slice(entry.start, entry.end);
    } else {
      const parts = wanted.get(name);
      if (parts === undefined || writtenNames.has(name)) continue;
      entryText = translatedEntry(sourceText, entry, parts, style);
      writtenNames.add(name);
    }
    let separator = commentGap ?? gap;
    // A file does not begin with empty lines.
    if (newText === '') separator = separator.replace(/^(?:\r?\n)+/, '');
    commentGap = undefined;
    newText += separator + entryText;
  }
  return newText + sourceText.slice(source.at(-1)?.end ?? 0);
}

/** Returns an entry of the source with the wanted texts, and without the parts that are not wanted. */
function translatedEntry(
  sourceText: string,
  entry: FluentEntry,
  wanted: ReadonlyMap<string, WantedPart>,
  style: FluentStyle,
): string {
  let newText = sourceText.slice(entry.start, entry.valueStart);
  let position = entry.valueStart;
  for (const part of entry.parts) {
    const translation = wantedPartOf(entry.name ?? '', part, wanted, sourceText);
    if (translation !== undefined) {
      const { plural, pattern } = part;
      const { text, forms } = translation;
      newText += sourceText.slice(position, pattern.start);
      if (text === undefined && plural !== undefined)
        newText += renderPlural(sourceText, { ...part, plural }, forms, style);
      else newText += renderText(text ?? '', layoutAt(sourceText, pattern, style));
    }
    position = part.pattern.end;
  }
  return newText;
}

/** Returns the wanted text of a part; a term's value, which Fluent requires, falls back to the source's text. */
function wantedPartOf(
  name: string,
  part: FluentPart,
  wanted: ReadonlyMap<string, WantedPart>,
  sourceText: string,
): WantedPart | undefined {
  const translation = wanted.get(part.name ?? '');
  const isValueOfTerm = part.name === undefined && name.startsWith('-');
  if (translation !== undefined || !isValueOfTerm) return translation;
  if (part.plural === undefined) return { name: undefined, text: textOf(sourceText, part.pattern), forms: new Map() };
  const { variants } = part.plural;
  const forms = new Map(variants.map(({ category, pattern }) => [category, textOf(sourceText, pattern)]));
  return { name: undefined, text: undefined, forms };
}
