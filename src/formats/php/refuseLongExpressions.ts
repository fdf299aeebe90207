import { formatErrorAt } from '../kit/textLocation.ts';
import { commentEnd } from '../kit/trivia.ts';
import { because } from '../reasons/reason.ts';

/** Locale files have fewer operators in an expression; php-parser compares each one with all previous ones. */
const maxOperators = 1000;

/** Throws FormatError for an expression that takes the parser minutes. Skips strings, comments and text around PHP. */
export function refuseLongExpressions(text: string): void {
  let operatorCount = 0;
  for (let offset = nextCodeStart(text, 0); offset < text.length; offset += 1) {
    const char = text.charCodeAt(offset);
    // -1 if no comment begins here. Each branch leaves `offset` at the last character that it has read.
    const afterComment = commentEnd(text, offset);
    if (char === singleQuote || char === doubleQuote) offset = stringEnd(text, offset, char);
    else if (expressionEnds.has(char)) operatorCount = 0;
    else if (afterComment > 0) offset = afterComment - 1;
    else if (char === questionMark && text[offset + 1] === '>') {
      operatorCount = 0;
      offset = nextCodeStart(text, offset + 2);
    } else if (char === lessThan && text.startsWith('<<<', offset)) offset = heredocEnd(text, offset);
    else if (operatorCodes.has(char) && !operatorCodes.has(text.charCodeAt(offset - 1))) {
      // The first character of an operator, such as that of `===`.
      operatorCount += 1;
      if (operatorCount > maxOperators)
        throw formatErrorAt(text, offset, because('php-too-many-operators', maxOperators));
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
function nextCodeStart(text: string, from: number): number {
  const start = text.indexOf('<?', from);
  if (start < 0) return text.length;
  return start + 2;
}

/** Returns the offset of the closing quote; the text's length if there is none. */
function stringEnd(text: string, start: number, quote: number): number {
  for (let offset = start + 1; offset < text.length; offset += 1) {
    const char = text.charCodeAt(offset);
    if (char === backslash) offset += 1;
    else if (char === quote) return offset;
  }
  return text.length;
}

/** Returns the offset of the last character of the closing name (`EOT`) of a heredoc or nowdoc, or of another `<<<`. */
function heredocEnd(text: string, start: number): number {
  const name = /^<<<[ \t]*["']?(\w+)/.exec(text.slice(start, start + 100))?.[1];
  if (name === undefined) return start + 2;
  const closingLine = new RegExp(`[\\r\\n][ \\t]*${name}\\b`, 'g');
  closingLine.lastIndex = start;
  if (!closingLine.test(text)) return text.length;
  return closingLine.lastIndex - 1;
}
