import { isFuzzyLine, withoutFlag } from './poFlags.ts';
import type { PoEntry, PoString } from './poScan.ts';
import { layOut, type PoLayout } from './poString.ts';

export interface RenderStyle {
  readonly layout: PoLayout;
  readonly lineEnd: string;
}

/** Texts of an entry by the index of their form. */
export type EntryTexts = ReadonlyMap<number, string>;

export interface NewEntry {
  readonly texts: EntryTexts;
  /** The number of plural forms in the file. */
  readonly count: number;
  readonly isFuzzy: boolean;
  readonly style: RenderStyle;
}

/** Returns a string as written after its keyword and a space. */
export function renderString(keyword: string, text: string, { layout, lineEnd }: RenderStyle): string {
  return layOut(text, keyword.length + 1, layout).join(lineEnd);
}

/**
 * Returns the lines of an entry like one of the source, the last without its line end. Obsolete and previous texts are
 * omitted.
 */
export function renderEntry(sourceText: string, entry: PoEntry, { texts, count, isFuzzy, style }: NewEntry): string {
  const isUnwrapped = entry.comments.some(
    ({ kind, start, end }) => kind === ',' && /\bno-wrap\b/.test(sourceText.slice(start, end)),
  );
  const own = isUnwrapped ? { ...style, layout: { ...style.layout, width: undefined } } : style;
  const lines = commentLines(sourceText, entry, isFuzzy);
  const add = (keyword: string, string: PoString | undefined): void => {
    if (string !== undefined) lines.push(`${keyword} ${renderString(keyword, string.text, own)}`);
  };
  add('msgctxt', entry.context);
  add('msgid', entry.id);
  add('msgid_plural', entry.plural);
  if (entry.plural === undefined) lines.push(`msgstr ${renderString('msgstr', texts.get(0) ?? '', own)}`);
  else {
    for (let index = 0; index < count; index += 1) {
      const keyword = `msgstr[${index}]`;
      lines.push(`${keyword} ${renderString(keyword, texts.get(index) ?? '', own)}`);
    }
  }
  return lines.join(style.lineEnd);
}

function commentLines(sourceText: string, entry: PoEntry, isFuzzy: boolean): string[] {
  const lines: string[] = [];
  let isMarked = !isFuzzy;
  for (const comment of entry.comments) {
    if (comment.start < entry.start || comment.kind === '|') continue;
    const line = sourceText.slice(comment.start, comment.end);
    const kept = isFuzzyLine(sourceText, comment) ? withoutFlag(line, 'fuzzy') : line;
    if (comment.kind === ',' && !isMarked) {
      lines.push(kept === '' ? '#, fuzzy' : `#, fuzzy,${kept.slice(2)}`);
      isMarked = true;
    } else if (kept !== '') lines.push(kept);
  }
  return isMarked ? lines : [...lines, '#, fuzzy'];
}
