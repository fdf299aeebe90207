import { FormatError } from '../kit/localeFormat.ts';
import { formatErrorAt } from '../kit/textPlace.ts';
import { because, type Reason } from '../reasons/reason.ts';
import { maxDepth } from '../code/codeTree.ts';

/** Returns the error for one that php-parser throws: its own SyntaxError with a location, or an exhausted stack. */
export function phpError(text: string, error: unknown): FormatError {
  if (error instanceof RangeError) return formatErrorAt(text, deepest(text), because('nested-too-deeply', maxDepth));
  const { lineNumber, columnNumber } = error as { readonly lineNumber?: unknown; readonly columnNumber?: unknown };
  const line = typeof lineNumber === 'number' ? lineNumber : 1;
  const column = typeof columnNumber === 'number' ? columnNumber + 1 : 1;
  const message = error instanceof Error ? error.message : '';
  const found = /unexpected '([^]*?)'(?: \(|, expecting| on line)/.exec(message)?.[1]?.slice(0, 40);
  const expected = /expecting '?([^']+?)'?(?: on line| \(|$)/.exec(message)?.[1];
  const reason = unexpected(found, expected?.startsWith('T_') === true ? undefined : expected);
  return new FormatError({ ...within(text, line, column), reason });
}

function unexpected(found: string | undefined, expected: string | undefined): Reason {
  if (expected === undefined) return found === undefined ? because('php-invalid') : because('unexpected-value', found);
  return found === undefined ? because('expected-here', expected) : because('expected-instead', expected, found);
}

/** Moves a location after the end of its line, or of the text, to that end: php-parser counts only line feeds. */
function within(text: string, line: number, column: number): { readonly line: number; readonly column: number } {
  const lines = text.split(/\r\n|\n|\r/);
  const row = Math.min(Math.max(line, 1), lines.length);
  return { line: row, column: Math.min(Math.max(column, 1), (lines[row - 1]?.length ?? 0) + 1) };
}

/** Returns the offset at which brackets are nested too deeply, counting those in strings and comments. */
function deepest(text: string): number {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (char === '[' || char === '(' || char === '{') depth += 1;
    else if (char === ']' || char === ')' || char === '}') depth -= 1;
    if (depth > maxDepth) return at;
  }
  return 0;
}

/** Throws FormatError for a string without a closing quote, which php-parser accepts at the end of a file. */
export function refuseOpenQuote(text: string, start: number): void {
  const quote = text.charAt(start);
  let at = start + 1;
  while (at < text.length && text[at] !== quote) at += text[at] === '\\' ? 2 : 1;
  if (at >= text.length && /['"]/.test(quote)) throw formatErrorAt(text, start, because('quote-open'));
}

/** Throws FormatError for a comment after the last statement that is never closed, which php-parser accepts. */
export function refuseOpenComment(text: string, from: number): void {
  const marks = /\/\*|(?:\/\/|#)[^\r\n]*|\?>/g;
  marks.lastIndex = from;
  for (let mark = marks.exec(text); mark !== null && mark[0] !== '?>'; mark = marks.exec(text)) {
    if (mark[0] !== '/*') continue;
    const close = text.indexOf('*/', mark.index + 2);
    if (close < 0) throw formatErrorAt(text, mark.index, because('comment-open'));
    marks.lastIndex = close + 2;
  }
}
