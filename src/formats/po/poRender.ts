import { flagsOf, isFuzzyLine, withoutFlag } from './poFlags.ts';
import type { PoEntry } from './scanPo.ts';
import { layOutString, type PoLayout } from './poString.ts';

/** How a file lays out its strings. */
export interface RenderStyle {
  readonly layout: PoLayout;
  readonly lineEnd: string;
}

/** Texts of an entry by the index of their form. */
export type EntryTexts = ReadonlyMap<number, string>;

/** What an entry that is copied from the source file gets in the target. */
export interface NewEntry {
  readonly texts: EntryTexts;
  /** The number of plural forms in the target file. */
  readonly count: number;
  readonly isFuzzy: boolean;
  readonly style: RenderStyle;
}

/** Returns a string as written after its keyword and a space. */
export function renderString(keyword: string, text: string, { layout, lineEnd }: RenderStyle): string {
  return layOutString(text, `${keyword} `.length, layout).join(lineEnd);
}

/** Returns the lines of an entry like one of the source, without the last line end and without previous texts. */
export function renderEntry(sourceText: string, entry: PoEntry, { texts, count, isFuzzy, style }: NewEntry): string {
  const entryStyle = styleOfEntry(sourceText, entry, style);
  const lines = commentLines(sourceText, entry, isFuzzy);
  const add = (keyword: string, text: string | undefined): void => {
    if (text !== undefined) lines.push(`${keyword} ${renderString(keyword, text, entryStyle)}`);
  };
  add('msgctxt', entry.context?.text);
  add('msgid', entry.id.text);
  add('msgid_plural', entry.plural?.text);
  if (entry.plural === undefined) add('msgstr', texts.get(0) ?? '');
  else lines.push(...renderForms(texts, count, entryStyle));
  return lines.join(style.lineEnd);
}

/** Returns the lines of a plural's forms, from `msgstr[0]` on. */
export function renderForms(texts: EntryTexts, count: number, style: RenderStyle): readonly string[] {
  return Array.from({ length: count }, (_, index) => {
    const keyword = `msgstr[${index}]`;
    return `${keyword} ${renderString(keyword, texts.get(index) ?? '', style)}`;
  });
}

/** Returns the style of an entry's strings, which are not wrapped if it has the flag `no-wrap`. */
export function styleOfEntry(text: string, entry: PoEntry, style: RenderStyle): RenderStyle {
  if (!flagsOf(text, entry).includes('no-wrap')) return style;
  return { ...style, layout: { ...style.layout, width: undefined } };
}

/** Returns the source's comments above an entry, with the flag `fuzzy` only if the new entry is. */
function commentLines(sourceText: string, entry: PoEntry, isFuzzy: boolean): string[] {
  const lines: string[] = [];
  let lacksFuzzy = isFuzzy;
  for (const comment of entry.comments) {
    // Neither comments above an empty line, which are not about the entry, nor previous texts.
    if (comment.start < entry.start || comment.kind === '|') continue;
    const sourceLine = sourceText.slice(comment.start, comment.end);
    const line = isFuzzyLine(sourceText, comment) ? withoutFlag(sourceLine, 'fuzzy') : sourceLine;
    if (comment.kind === ',' && lacksFuzzy) {
      lines.push(line === '' ? '#, fuzzy' : `#, fuzzy,${line.slice('#,'.length)}`);
      lacksFuzzy = false;
    } else if (line !== '') lines.push(line);
  }
  return lacksFuzzy ? [...lines, '#, fuzzy'] : lines;
}
