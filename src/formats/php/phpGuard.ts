import { formatErrorAt } from '../kit/textPlace.ts';
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
    const isOperator = operatorCodes.has(char);
    if (char === singleQuote || char === doubleQuote) at = quoteEnd(text, at, char);
    else if (expressionEnds.has(char)) operators = 0;
    else if (char === numberSign || (char === slash && (text[at + 1] === '/' || text[at + 1] === '*')))
      at = commentEnd(text, at);
    else if (char === questionMark && text[at + 1] === '>') {
      operators = 0;
      at = codeFrom(text, at + 2);
    } else if (char === lessThan && text.startsWith('<<<', at)) at = heredocEnd(text, at);
    else if (isOperator && !operatorCodes.has(text.charCodeAt(at - 1))) {
      operators += 1;
      if (operators > maxOperators) throw formatErrorAt(text, at, because('php-too-many-operators', maxOperators));
    }
  }
}

const doubleQuote = 34;
const numberSign = 35;
const singleQuote = 39;
const slash = 47;
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
  return start < 0 ? text.length : start + 2;
}

function quoteEnd(text: string, from: number, quote: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (char === backslash) at += 1;
    else if (char === quote) return at;
  }
  return text.length;
}

function commentEnd(text: string, from: number): number {
  const isBlock = text[from + 1] === '*';
  const close = text.indexOf(isBlock ? '*/' : '\n', from + (isBlock ? 2 : 1));
  return close < 0 ? text.length : close + (isBlock ? 1 : 0);
}

/** Returns the end of the line on which a heredoc or nowdoc ends; without one, an offset just after `from`. */
function heredocEnd(text: string, from: number): number {
  const name = /^<<<[ \t]*["']?(\w+)/.exec(text.slice(from, from + 100))?.[1];
  if (name === undefined) return from + 2;
  const close = new RegExp(`[\\r\\n][ \\t]*${name}\\b`, 'g');
  close.lastIndex = from;
  return close.exec(text) === null ? text.length : close.lastIndex - 1;
}
