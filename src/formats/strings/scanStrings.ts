import { afterLineEnd, isLineEnd, lineEndAt } from '../kit/lineScan.ts';
import type { TextRange } from '../kit/localeFormat.ts';
import { formatErrorAt } from '../kit/textLocation.ts';
import { because } from '../reasons/reason.ts';

/** One statement of a `.strings` file: `"key" = "value";`, or `"key";`, which means a value equal to the key. */
export interface StringsEntry {
  readonly key: Literal;
  /** Undefined in the short form. */
  readonly value: Literal | undefined;
  /** End of the semicolon. */
  readonly end: number;
  /** The comments directly above, and one that ends on the entry's own line before it. */
  readonly comments: readonly TextRange[];
}

/** A quoted or unquoted word with its quotes. */
export interface Literal extends TextRange {
  /** '' for an unquoted word. */
  readonly quote: '"' | "'" | '';
}

/** The characters of an unquoted word in old-style property lists. */
const bareWord = /[A-Za-z0-9_$/:.-]+/y;

/**
 * Scans a `.strings` file, an old-style property list without the outer braces, like Core Foundation's parser. Throws
 * FormatError for a missing semicolon, quote or end of a comment, and for values that are not texts.
 */
export function scanStrings(text: string): readonly StringsEntry[] {
  const entries: StringsEntry[] = [];
  let comments: TextRange[] = [];
  let offset = skipToEntry(text, 0, comments, { isAfterEntry: false });
  while (offset < text.length) {
    const entry = scanEntry(text, offset, comments.length === 0 ? noComments : comments);
    entries.push(entry);
    if (comments.length > 0) comments = [];
    offset = skipToEntry(text, entry.end, comments, { isAfterEntry: true });
  }
  return entries;
}

const noComments: readonly TextRange[] = [];

/**
 * Skips whitespace and comments, and collects the comments that belong to the next entry: only those after the last
 * empty line, and not on the line of the previous entry.
 */
function skipToEntry(
  text: string,
  start: number,
  comments: TextRange[],
  { isAfterEntry }: { readonly isAfterEntry: boolean },
): number {
  /** The line ends since the last comment: two are an empty line. */
  let lineEnds = 0;
  let isEntryLine = isAfterEntry;
  let offset = start;
  while (offset < text.length) {
    const char = text.charCodeAt(offset);
    if (isLineEnd(char)) {
      offset = afterLineEnd(text, offset);
      lineEnds += 1;
      isEntryLine = false;
      if (lineEnds === 2) comments.length = 0;
    } else if (isSpace(char)) offset += 1;
    else if (startsComment(text, offset)) {
      const end = commentEnd(text, offset);
      if (!isEntryLine) comments.push({ start: offset, end });
      lineEnds = 0;
      offset = end;
    } else break;
  }
  return offset;
}

/** Skips whitespace, line ends and comments within an entry. */
function skipInEntry(text: string, start: number): number {
  let offset = start;
  while (offset < text.length) {
    const char = text.charCodeAt(offset);
    if (isSpace(char) || isLineEnd(char)) offset += 1;
    else if (startsComment(text, offset)) offset = commentEnd(text, offset);
    else break;
  }
  return offset;
}

/** Whether Core Foundation treats a character as whitespace other than a line end. */
function isSpace(code: number): boolean {
  return spaceCodes.has(code);
}

/** Space, tab, vertical tab, form feed, no-break space, line separator and paragraph separator. */
const spaceCodes: ReadonlySet<number> = new Set([0x20, 0x09, 0x0b, 0x0c, 0xa0, 0x2028, 0x2029]);

function startsComment(text: string, offset: number): boolean {
  return text.charCodeAt(offset) === slash && (text[offset + 1] === '*' || text[offset + 1] === '/');
}

const slash = 0x2f;
const backslash = 0x5c;

function commentEnd(text: string, start: number): number {
  if (text[start + 1] === '/') return lineEndAt(text, start);
  const delimiter = text.indexOf('*/', start + '/*'.length);
  if (delimiter < 0) throw formatErrorAt(text, start, because('comment-open'));
  return delimiter + '*/'.length;
}

function scanEntry(text: string, start: number, comments: readonly TextRange[]): StringsEntry {
  const key = scanWord(text, start, 'key');
  let offset = skipInEntry(text, key.end);
  let value: Literal | undefined;
  if (text[offset] === '=') {
    value = scanWord(text, skipInEntry(text, offset + 1), 'value');
    offset = skipInEntry(text, value.end);
  }
  if (text[offset] === ';') return { key, value, end: offset + 1, comments };
  if (value === undefined) throw formatErrorAt(text, key.end, because('strings-equals-expected'));
  throw formatErrorAt(text, value.end, because('strings-semicolon-expected'));
}

function scanWord(text: string, start: number, expected: 'key' | 'value'): Literal {
  const char = text.charAt(start);
  if (char === '"' || char === "'") return { start, end: closingQuoteEnd(text, start, char), quote: char };
  bareWord.lastIndex = start;
  if (bareWord.test(text)) return { start, end: bareWord.lastIndex, quote: '' };
  if (char === '') throw formatErrorAt(text, start, because(`strings-${expected}-missing`));
  if (char === '{' || char === '(' || char === '<') throw formatErrorAt(text, start, because('strings-structure'));
  const unexpected = String.fromCodePoint(text.codePointAt(start) ?? 0);
  throw formatErrorAt(text, start, because(`strings-${expected}-expected`, unexpected));
}

/** Returns the offset after the closing quote. */
function closingQuoteEnd(text: string, start: number, quote: string): number {
  // Most texts have no escaped quote, and searching for one character is much faster.
  const firstQuote = text.indexOf(quote, start + 1);
  if (firstQuote > 0 && text.charCodeAt(firstQuote - 1) !== backslash) return firstQuote + 1;
  const quoteCode = quote.charCodeAt(0);
  for (let offset = start + 1; offset < text.length; offset += 1) {
    const char = text.charCodeAt(offset);
    if (char === backslash) offset += 1;
    else if (char === quoteCode) return offset + 1;
  }
  throw formatErrorAt(text, start, because('quote-open'));
}
