import type { TextRange } from '../kit/localeFormat.ts';
import { afterLineEnd, isBlank, isLineEnd, lineEndAt } from '../kit/lineScan.ts';

/** One logical line with a key, as `java.util.Properties` reads it. */
export interface Property {
  /** The start of the line on which it begins, including its indentation. */
  readonly lineStart: number;
  readonly keyStart: number;
  readonly keyEnd: number;
  /** After the separator and the whitespace around it. */
  readonly valueStart: number;
  readonly valueEnd: number;
  /** The comment lines directly above, first to last: where each begins (`#` or `!`) and ends. */
  readonly comments: readonly TextRange[];
  /** The number of empty lines above the comments, or above the property if it has none. */
  readonly emptyLinesAbove: number;
}

const backslash = 0x5c;
const equals = 0x3d;
const colon = 0x3a;
const numberSign = 0x23;
const exclamationMark = 0x21;

/**
 * Scans a `.properties` file (Java SE, `java.util.Properties.load`). A line ends at CRLF, LF or CR; one that ends in
 * an odd number of backslashes is continued on the next. Every text is valid, so there are no errors.
 */
export function scanProperties(text: string): readonly Property[] {
  const properties: Property[] = [];
  let comments: TextRange[] = [];
  let emptyLinesAbove = 0;
  let offset = 0;
  const valueEndFrom = text.includes('\r') ? continuedValueEnd : valueEndAtLineFeed;
  while (offset < text.length) {
    const lineStart = offset;
    const start = skipSpaces(text, offset);
    const char = text.charCodeAt(start);
    if (start === text.length || isLineEnd(char)) {
      // Comments above an empty line do not belong to the next property.
      emptyLinesAbove = comments.length > 0 ? 1 : emptyLinesAbove + 1;
      comments = [];
      offset = afterLineEnd(text, start);
    } else if (char === numberSign || char === exclamationMark) {
      const end = lineEndAt(text, start);
      comments.push({ start, end });
      offset = afterLineEnd(text, end);
    } else {
      const keyEnd = scanKey(text, start);
      const valueStart = scanSeparator(text, keyEnd);
      const valueEnd = valueEndFrom(text, valueStart);
      properties.push({ lineStart, keyStart: start, keyEnd, valueStart, valueEnd, comments, emptyLinesAbove });
      comments = [];
      emptyLinesAbove = 0;
      offset = afterLineEnd(text, valueEnd);
    }
  }
  return properties;
}

/** A key ends at the first separator that is not escaped: whitespace, `=`, `:` or the end of the line. */
function scanKey(text: string, start: number): number {
  let offset = start;
  while (offset < text.length) {
    const char = text.charCodeAt(offset);
    if (char === equals || char === colon || isBlank(char) || isLineEnd(char)) break;
    offset = char === backslash ? afterEscape(text, offset) : offset + 1;
  }
  return offset;
}

/** Returns the offset after one `=` or `:` and the whitespace around it, or after whitespace alone. */
function scanSeparator(text: string, start: number): number {
  const offset = skipContinuedWhitespace(text, start);
  const char = text.charCodeAt(offset);
  if (char === equals || char === colon) return skipContinuedWhitespace(text, offset + 1);
  return offset;
}

/** Returns the offset after a backslash and the character that it escapes; after a line end, also its indentation. */
function afterEscape(text: string, start: number): number {
  if (isLineEnd(text.charCodeAt(start + 1))) return skipSpaces(text, afterLineEnd(text, start + 1));
  return Math.min(start + 2, text.length);
}

/** Skips whitespace, including continued lines. */
function skipContinuedWhitespace(text: string, start: number): number {
  let offset = skipSpaces(text, start);
  while (text.charCodeAt(offset) === backslash && isLineEnd(text.charCodeAt(offset + 1)))
    offset = afterEscape(text, offset);
  return offset;
}

/** The end of a value: the first line end that is not escaped. */
function continuedValueEnd(text: string, start: number): number {
  let offset = start;
  while (offset < text.length) {
    const char = text.charCodeAt(offset);
    if (isLineEnd(char)) break;
    offset = char === backslash ? afterEscape(text, offset) : offset + 1;
  }
  return offset;
}

/** `continuedValueEnd` for a text whose lines all end at LF: searching for one character is much faster. */
function valueEndAtLineFeed(text: string, start: number): number {
  const lineEnd = text.indexOf('\n', start);
  const end = lineEnd < 0 ? text.length : lineEnd;
  const mayContinue = end > start && text.charCodeAt(end - 1) === backslash;
  return mayContinue ? continuedValueEnd(text, start) : end;
}

function skipSpaces(text: string, start: number): number {
  let offset = start;
  while (isBlank(text.charCodeAt(offset))) offset += 1;
  return offset;
}
