import { formatErrorAt } from '../kit/textPlace.ts';
import { commentEnd } from '../kit/trivia.ts';
import { because } from '../reasons/reason.ts';

/** Locale files have fewer operators in an expression; php-parser compares each one with all previous ones. */
const maxOperators = 1000;

/**
 * Throws FormatError for an expression that the parser would take minutes for. Strings, comments and text outside of
 * PHP are skipped.
 */
export function refuseLongExpressions(text: string): void {
  let operators = 0;
  for (let at = codeFrom(text, 0); at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    const afterComment = commentEnd(text, at);
    if (char === singleQuote || char === doubleQuote) at = quoteEnd(text, at, char);
    else if (expressionEnds.has(char)) operators = 0;
    else if (afterComment > 0) at = afterComment - 1;
    else if (char === questionMark && text[at + 1] === '>') {
      operators = 0;
      at = codeFrom(text, at + 2);
    } else if (char === lessThan && text.startsWith('<<<', at)) at = heredocEnd(text, at);
    else if (operatorCodes.has(char) && !operatorCodes.has(text.charCodeAt(at - 1))) {
      operators += 1;
      if (operators > maxOperators) throw formatErrorAt(text, at, because('php-too-many-operators', maxOperators));
    }
  }
}

const doubleQuote = 34;
const singleQuote = 39;
const lessThan = 60;
const questionMark = 63;
const backslash = 92;
const expressionEnds: ReadonlySet<number> = codesOf(',;()[]{}');
const operatorCodes: ReadonlySet<number> = codesOf('+-*/%.<>=!&|^?:');

function codesOf(chars: string): ReadonlySet<number> {
  return new Set(Array.from(chars, (char) => char.charCodeAt(0)));
}

/** Returns the start of the next PHP code at or after an offset. */
function codeFrom(text: string, from: number): number {
  const start = text.indexOf('<?', from);
  if (start < 0) return text.length;
  return start + 2;
}

function quoteEnd(text: string, start: number, quote: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (char === backslash) at += 1;
    else if (char === quote) return at;
  }
  return text.length;
}

/** Returns the last character of the name that closes a heredoc or nowdoc; for any other `<<<`, its last character. */
function heredocEnd(text: string, start: number): number {
  const name = /^<<<[ \t]*["']?(\w+)/.exec(text.slice(start, start + 100))?.[1];
  if (name === undefined) return start + 2;
  const close = new RegExp(`[\\r\\n][ \\t]*${name}\\b`, 'g');
  close.lastIndex = start;
  if (!close.test(text)) return text.length;
  return close.lastIndex - 1;
}
