import { formatErrorAt } from '../textPlace.ts';

/** One statement of a `.strings` file: `"key" = "value";`, or `"key";`, which stands for a value equal to the key. */
export interface StringsEntry {
  readonly key: Literal;
  /** Undefined in the short form. */
  readonly value: Literal | undefined;
  /** Where the semicolon ends. */
  readonly end: number;
  /** The comments directly above, and one that ends on the entry's own line before it. */
  readonly comments: readonly Comment[];
}

/** A quoted or bare word with its quotes. */
export interface Literal {
  readonly start: number;
  readonly end: number;
  /** '' for a bare word. */
  readonly quote: '"' | "'" | '';
}

export interface Comment {
  readonly start: number;
  readonly end: number;
}

/** What an unquoted word is made of in property lists of the old style. */
const BARE = /[A-Za-z0-9_$/:.-]+/y;

/**
 * Scans a `.strings` file: a property list of the old style, without the outer braces (Apple, "Old-Style ASCII Property
 * Lists", and the parser of Core Foundation). Nothing is guessed: throws FormatError for a missing semicolon, quote or end
 * of a comment, and for values that are no texts.
 */
export function scanStrings(text: string): readonly StringsEntry[] {
  const entries: StringsEntry[] = [];
  let at = 0;
  for (;;) {
    const gap = skipGap(text, at, entries.length > 0);
    if (gap.end === text.length) return entries;
    const entry = scanEntry(text, gap.end, gap.comments);
    entries.push(entry);
    at = entry.end;
  }
}

interface Gap {
  readonly end: number;
  readonly comments: readonly Comment[];
}

/** Skips blanks and comments; a blank line parts the comments before it from what follows, and so does the line of the entry before. */
function skipGap(text: string, start: number, afterEntry: boolean): Gap {
  let comments: Comment[] = [];
  let lineEnds = 0;
  let isEntryLine = afterEntry;
  let at = start;
  while (at < text.length) {
    const char = text.charAt(at);
    if (char === '\n' || char === '\r') {
      if (char === '\r' && text[at + 1] === '\n') at += 1;
      at += 1;
      lineEnds += 1;
      isEntryLine = false;
      if (lineEnds === 2) comments = [];
    } else if (char === ' ' || char === '\t' || (char !== '/' && /[\v\f\u00a0\u2028\u2029]/.test(char))) at += 1;
    else if (char === '/' && (text[at + 1] === '*' || text[at + 1] === '/')) {
      const end = commentEnd(text, at);
      if (!isEntryLine) comments.push({ start: at, end });
      lineEnds = 0;
      at = end;
    } else break;
  }
  return { end: at, comments };
}

function commentEnd(text: string, start: number): number {
  if (text[start + 1] === '/') {
    let at = start;
    while (at < text.length && text[at] !== '\n' && text[at] !== '\r') at += 1;
    return at;
  }
  const close = text.indexOf('*/', start + 2);
  if (close < 0) throw formatErrorAt(text, start, 'This comment is not closed by */.');
  return close + 2;
}

function scanEntry(text: string, start: number, comments: readonly Comment[]): StringsEntry {
  const key = scanWord(text, start, 'A key');
  let at = skipInside(text, key.end);
  let value: Literal | undefined;
  if (text[at] === '=') {
    value = scanWord(text, skipInside(text, at + 1), 'A text');
    at = skipInside(text, value.end);
  }
  if (text[at] === ';') return { key, value, end: at + 1, comments };
  const reason = value === undefined ? 'An equals sign or a semicolon is missing behind this key.' : 'A semicolon is missing behind this text.';
  throw formatErrorAt(text, (value ?? key).end, reason);
}

function skipInside(text: string, start: number): number {
  return skipGap(text, start, false).end;
}

function scanWord(text: string, start: number, what: string): Literal {
  const char = text.charAt(start);
  if (char === '"' || char === "'") return { start, end: quoteEnd(text, start, char), quote: char };
  BARE.lastIndex = start;
  if (BARE.test(text)) return { start, end: BARE.lastIndex, quote: '' };
  if (char === '') throw formatErrorAt(text, start, `${what} was expected here, but the file ends.`);
  if (char === '{' || char === '(' || char === '<') throw formatErrorAt(text, start, `${what} was expected here: lists, groups and data are no texts of a .strings file.`);
  throw formatErrorAt(text, start, `${what} was expected here, and not “${String.fromCodePoint(text.codePointAt(start) ?? 0)}”.`);
}

function quoteEnd(text: string, start: number, quote: string): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === quote) return at + 1;
  }
  throw formatErrorAt(text, start, 'The quotation mark that begins here is not closed.');
}
