import { afterLineEnd, isBlank, isLineEnd, lineEndAt, lineStartAt } from '../kit/lineScan.ts';
import { FormatError, type TextEdit, type TextRange } from '../kit/localeFormat.ts';
import { scanPo, type PoEntry, type PoFile } from './scanPo.ts';

/**
 * Reads the obsolete entries of a file (`#~ msgid "…"`), with offsets in the file. Returns none if they are broken, in
 * which gettext sees an error, too, but which is no reason not to read the others.
 */
export function obsoleteEntries(text: string, { obsolete }: PoFile): readonly PoEntry[] {
  if (obsolete.length === 0) return [];
  try {
    return scanPo(asEntriesInUse(text, obsolete)).entries;
  } catch (error) {
    if (error instanceof FormatError) return [];
    throw error;
  }
}

/**
 * Returns a text of the same length in which only the obsolete entries are, as if they were in use: `#~ msgid` becomes
 * `   msgid`. Their comments are spelled `#~| msgid`, `#~, fuzzy` or, by Emacs, `#~ #, fuzzy`.
 */
function asEntriesInUse(text: string, obsolete: readonly TextRange[]): string {
  const parts: string[] = [];
  let offset = 0;
  for (const { start, end } of obsolete) {
    const lines = text.slice(start, end);
    parts.push(
      spacesInPlaceOf(text.slice(offset, start)),
      lines.replace(/^([ \t]*)#~([|,.:]?)/gm, (_, indent: string, kind: string) =>
        kind === '' ? `${indent}  ` : `${indent}#${kind} `,
      ),
    );
    offset = end;
  }
  parts.push(spacesInPlaceOf(text.slice(offset)));
  return parts.join('');
}

/** Line ends stay, because an empty line separates comments from the entry below it. */
function spacesInPlaceOf(text: string): string {
  return text.replace(/[^\r\n]/g, ' ');
}

/**
 * Returns edits that remove obsolete entries: their lines, and the empty lines above them unless the next line needs
 * these; for entries at the beginning of a file, the empty lines below them.
 */
export function removeEntries(text: string, entries: readonly PoEntry[]): readonly TextEdit[] {
  const runs: { start: number; end: number }[] = [];
  for (const entry of entries.toSorted((a, b) => a.start - b.start)) {
    const start = lineStartAt(text, entry.start);
    const end = afterLineEnd(text, lineEndAt(text, entry.end));
    const lastRun = runs.at(-1);
    if (lastRun !== undefined && text.slice(lastRun.end, start).trim() === '') lastRun.end = end;
    else runs.push({ start, end });
  }
  return runs.map(({ start, end }) => {
    const endOfEmptyLines = afterEmptyLines(text, end);
    if (start === 0) return { start, end: endOfEmptyLines, text: '' };
    const isNextLineDirectlyBelow = end === endOfEmptyLines && end < text.length;
    return { start: isNextLineDirectlyBelow ? start : startOfEmptyLines(text, start), end, text: '' };
  });
}

/** Returns the start of the first of the empty lines directly above a line. */
function startOfEmptyLines(text: string, lineStart: number): number {
  let start = lineStart;
  let offset = lineStart;
  while (offset > 0 && (isBlank(text.charCodeAt(offset - 1)) || isLineEnd(text.charCodeAt(offset - 1)))) {
    offset -= 1;
    const isLineStart = offset === 0 || isLineEnd(text.charCodeAt(offset - 1));
    const isWithinCrLf = text[offset] === '\n' && text[offset - 1] === '\r';
    if (isLineStart && !isWithinCrLf) start = offset;
  }
  return start;
}

function afterEmptyLines(text: string, lineStart: number): number {
  let end = lineStart;
  while (end < text.length && text.slice(end, lineEndAt(text, end)).trim() === '')
    end = afterLineEnd(text, lineEndAt(text, end));
  return end;
}
