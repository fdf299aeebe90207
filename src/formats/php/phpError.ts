import { FormatError } from '../kit/localeFormat.ts';
import { formatErrorAt } from '../kit/textLocation.ts';
import { because, type Reason } from '../reasons/reason.ts';
import { maxDepth } from '../code/codeTree.ts';

/** Returns the error for one that php-parser throws: its own SyntaxError with a location, or an exhausted stack. */
export function phpError(text: string, error: unknown): FormatError {
  if (error instanceof RangeError)
    return formatErrorAt(text, tooDeepOffset(text), because('nested-too-deeply', maxDepth));
  const { lineNumber = 1, columnNumber = 0, message = '' } = error as PhpParserError;
  return new FormatError({ ...locationInText(text, lineNumber, columnNumber + 1), reason: reasonIn(message) });
}

/** The members of php-parser's errors that are read. */
interface PhpParserError {
  readonly message?: string;
  /** From 1. */
  readonly lineNumber?: number;
  /** From 0. */
  readonly columnNumber?: number;
}

/** Returns the reason for a message such as `Parse Error : syntax error, unexpected ';', expecting ']' on line 3`. */
function reasonIn(message: string): Reason {
  const unexpected = /unexpected '([^]*?)'(?: \(|, expecting| on line)/.exec(message)?.[1]?.slice(0, 40);
  const expected = /expecting '?([^']+?)'?(?: on line| \(|$)/.exec(message)?.[1];
  // A name such as T_STRING says nothing to people.
  if (expected === undefined || expected.startsWith('T_')) {
    if (unexpected === undefined) return because('php-invalid');
    return because('unexpected-value', unexpected);
  }
  if (unexpected === undefined) return because('expected-here', expected);
  return because('expected-instead', expected, unexpected);
}

/** Moves a location after the end of its line, or of the text, to that end: php-parser counts only line feeds. */
function locationInText(
  text: string,
  line: number,
  column: number,
): { readonly line: number; readonly column: number } {
  const lines = text.split(/\r\n|\n|\r/);
  const lineInText = Math.min(Math.max(line, 1), lines.length);
  const lineLength = lines[lineInText - 1]?.length ?? 0;
  return { line: lineInText, column: Math.min(Math.max(column, 1), lineLength + 1) };
}

/** Returns the offset at which brackets, even in strings and comments, are nested too deeply; 0 if they are not. */
function tooDeepOffset(text: string): number {
  let depth = 0;
  for (let offset = 0; offset < text.length; offset += 1) {
    const char = text[offset];
    if (char === '[' || char === '(' || char === '{') depth += 1;
    else if (char === ']' || char === ')' || char === '}') depth -= 1;
    if (depth > maxDepth) return offset;
  }
  return 0;
}

/** Throws FormatError for a string without a closing quote, which php-parser accepts at the end of a file. */
export function refuseOpenQuote(text: string, start: number): void {
  const quote = text.charAt(start);
  let offset = start + 1;
  while (offset < text.length && text[offset] !== quote) {
    if (text[offset] === '\\') offset += 1;
    offset += 1;
  }
  if (offset >= text.length && /['"]/.test(quote)) throw formatErrorAt(text, start, because('quote-open'));
}

/** Throws FormatError for an open comment after the last statement, `/* …`, which php-parser accepts. */
export function refuseOpenComment(text: string, statementsEnd: number): void {
  // The beginning of `/* … */`, a comment up to the line's end, or the end of the PHP code.
  const commentOrTagEnd = /\/\*|(?:\/\/|#)[^\r\n]*|\?>/g;
  commentOrTagEnd.lastIndex = statementsEnd;
  for (
    let match = commentOrTagEnd.exec(text);
    match !== null && match[0] !== '?>';
    match = commentOrTagEnd.exec(text)
  ) {
    if (match[0] !== '/*') continue;
    const delimiter = text.indexOf('*/', match.index + '/*'.length);
    if (delimiter < 0) throw formatErrorAt(text, match.index, because('comment-open'));
    commentOrTagEnd.lastIndex = delimiter + '*/'.length;
  }
}
