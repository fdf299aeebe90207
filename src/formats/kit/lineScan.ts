// Lines as in most formats: each ends at CRLF, LF or a lone CR.

/** The start of the line that contains an offset. */
export function lineStartAt(text: string, offset: number): number {
  let at = offset;
  while (at > 0 && !isLineEnd(text.charCodeAt(at - 1))) at -= 1;
  return at;
}

/** The end of the line that contains an offset, without its line end. */
export function lineEndAt(text: string, offset: number): number {
  let at = offset;
  while (at < text.length && !isLineEnd(text.charCodeAt(at))) at += 1;
  return at;
}

/** The offset after the line end at an offset; the text's length if the text ends there. */
export function afterLineEnd(text: string, end: number): number {
  if (end >= text.length) return text.length;
  return text.charCodeAt(end) === carriageReturn && text.charCodeAt(end + 1) === lineFeed ? end + 2 : end + 1;
}

/** The spaces and tabs before something that begins its line; '' if it does not begin its line. */
export function indentBefore(text: string, offset: number): string {
  let start = offset;
  while (start > 0 && (text[start - 1] === ' ' || text[start - 1] === '\t')) start -= 1;
  return startsLine(text, start) ? text.slice(start, offset) : '';
}

/** Whether a line begins at an offset. */
export function startsLine(text: string, offset: number): boolean {
  return offset === 0 || isLineEnd(text.charCodeAt(offset - 1));
}

/** Whether a UTF-16 unit ends a line, or is the first of two that do. */
export function isLineEnd(code: number): boolean {
  return code === lineFeed || code === carriageReturn;
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
