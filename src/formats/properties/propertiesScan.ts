/** One logical line with a key, as `java.util.Properties` reads it. */
export interface Property {
  /** The start of the line on which it begins, its indentation included. */
  readonly lineStart: number;
  readonly keyStart: number;
  readonly keyEnd: number;
  /** Behind the separator and the blanks around it. */
  readonly valueStart: number;
  readonly valueEnd: number;
  /** The comment lines directly above, first to last: where each begins (`#` or `!`) and ends. */
  readonly comments: readonly CommentLine[];
  /** Blank lines above these. */
  readonly gap: number;
}

export interface CommentLine {
  readonly start: number;
  readonly end: number;
}

/**
 * Scans a `.properties` file (Java SE, `java.util.Properties.load`). A line ends at CRLF, LF or CR; one that ends in an odd
 * number of backslashes goes on in the next. Every text is such a file, so that nothing is refused here.
 */
export function scanProperties(text: string): readonly Property[] {
  const properties: Property[] = [];
  let comments: CommentLine[] = [];
  let gap = 0;
  let at = 0;
  while (at < text.length) {
    const lineStart = at;
    const start = skipBlanks(text, at);
    const char = text[start];
    if (char === undefined || char === '\n' || char === '\r') {
      if (comments.length > 0) gap = 0;
      comments = [];
      gap += 1;
      at = behindLineEnd(text, start);
    } else if (char === '#' || char === '!') {
      const end = lineEndAt(text, start);
      comments.push({ start, end });
      at = behindLineEnd(text, end);
    } else {
      const property = scanProperty(text, { lineStart, start, comments, gap });
      properties.push(property);
      comments = [];
      gap = 0;
      at = behindLineEnd(text, property.valueEnd);
    }
  }
  return properties;
}

interface Beginning {
  readonly lineStart: number;
  readonly start: number;
  readonly comments: readonly CommentLine[];
  readonly gap: number;
}

function scanProperty(text: string, { lineStart, start, comments, gap }: Beginning): Property {
  const keyEnd = scanKey(text, start);
  let valueStart = skipInside(text, keyEnd);
  if (text[valueStart] === '=' || text[valueStart] === ':') valueStart = skipInside(text, valueStart + 1);
  return { lineStart, keyStart: start, keyEnd, valueStart, valueEnd: logicalEnd(text, valueStart), comments, gap };
}

/** A key goes to the first separator that is not escaped: a blank, `=`, `:` or the end of the line. */
function scanKey(text: string, start: number): number {
  let at = start;
  while (at < text.length && !endsKey(text.charCodeAt(at))) at = text[at] === '\\' ? behindEscape(text, at) : at + 1;
  return at;
}

function endsKey(char: number): boolean {
  return char === 0x20 || char === 0x3d || char === 0x3a || char === 0x09 || char === 0x0a || char === 0x0c || char === 0x0d;
}

/** Behind a backslash and what it escapes; a line end escaped so takes the blanks of the next line with it. */
function behindEscape(text: string, start: number): number {
  const next = text[start + 1];
  if (next === '\r' || next === '\n') return skipBlanks(text, behindLineEnd(text, start + 1));
  return Math.min(start + 2, text.length);
}

/** Skips blanks, also over lines that go on. */
function skipInside(text: string, start: number): number {
  let at = skipBlanks(text, start);
  while (text[at] === '\\' && (text[at + 1] === '\n' || text[at + 1] === '\r')) at = behindEscape(text, at);
  return at;
}

function logicalEnd(text: string, start: number): number {
  let at = start;
  while (at < text.length && text[at] !== '\n' && text[at] !== '\r') at = text[at] === '\\' ? behindEscape(text, at) : at + 1;
  return at;
}

function skipBlanks(text: string, start: number): number {
  let at = start;
  while (text[at] === ' ' || text[at] === '\t' || text[at] === '\f') at += 1;
  return at;
}

function lineEndAt(text: string, start: number): number {
  let at = start;
  while (at < text.length && text[at] !== '\n' && text[at] !== '\r') at += 1;
  return at;
}

function behindLineEnd(text: string, end: number): number {
  if (end >= text.length) return text.length;
  return text[end] === '\r' && text[end + 1] === '\n' ? end + 2 : end + 1;
}
