import { conflictOffset } from '../reasons/conflictMarkers.ts';
import { because, type Reason } from '../reasons/reason.ts';
import { FormatError } from './localeFormat.ts';

/** Maximum size in bytes or UTF-16 units. A larger file was chosen by mistake, and would block the editor. */
export const maxFileSize = 64 * 1024 * 1024;

/** The line and column, both from 1, of a UTF-16 offset. Lines end at CRLF, LF or a lone CR. */
export function placeAt(text: string, offset: number): { readonly line: number; readonly column: number } {
  let line = 1;
  let lineStart = 0;
  for (const lineBreak of text.matchAll(/\r\n|\n|\r/g)) {
    const nextLineStart = lineBreak.index + lineBreak[0].length;
    if (nextLineStart > offset) break;
    line += 1;
    lineStart = nextLineStart;
  }
  return { line, column: offset - lineStart + 1 };
}

/** Returns the error about a text at a UTF-16 offset. */
export function formatErrorAt(text: string, offset: number, reason: Reason): FormatError {
  return new FormatError({ ...placeAt(text, offset), reason });
}

/** Throws FormatError for a file over the size limit; `size` in bytes or in UTF-16 units. */
export function refuseOversize(size: number): void {
  if (size <= maxFileSize) return;
  throw new FormatError({ line: 1, column: 1, reason: because('file-too-large', maxFileSize / 1024 / 1024) });
}

/** Throws FormatError for a text with conflict markers. */
export function refuseConflict(text: string): void {
  const offset = conflictOffset(text);
  if (offset >= 0) throw formatErrorAt(text, offset, because('conflict-markers'));
}

/** The offset of the first unpaired surrogate; -1 if there is none. */
export function loneSurrogate(text: string): number {
  return text.isWellFormed() ? -1 : text.search(/\p{Surrogate}/u);
}

/** Returns the reason why a text with an unpaired surrogate can't be ordered; undefined for any other text. */
export function loneSurrogateReason(text: string): Reason | undefined {
  return text.isWellFormed() ? undefined : because('unit-lone-surrogate');
}
