import type { TextEdit } from './localeFormat.ts';

/** Applies edits in one pass. Throws RangeError for edits that are unsorted, overlap or reach outside the text. */
export function spliceEdits(text: string, edits: readonly TextEdit[]): string {
  const parts: string[] = [];
  let position = 0;
  for (const { start, end, text: replacement } of edits) {
    if (start < position || end < start || end > text.length) {
      throw new RangeError(
        `The edit of [${start}, ${end}) is out of order, overlaps another or lies outside the text.`,
      );
    }
    parts.push(text.slice(position, start), replacement);
    position = end;
  }
  parts.push(text.slice(position));
  return parts.join('');
}

/** Returns the edit that inserts a text at an offset. */
export function insertText(offset: number, text: string): TextEdit {
  return { start: offset, end: offset, text };
}

/** Returns edits in the order of the text. */
export function sortEdits(edits: readonly TextEdit[]): TextEdit[] {
  return edits.toSorted((a, b) => a.start - b.start || a.end - b.end);
}
