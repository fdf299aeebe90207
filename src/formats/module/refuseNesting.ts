import { formatErrorAt } from '../kit/textPlace.ts';
import { commentEnd } from '../kit/trivia.ts';
import { because } from '../reasons/reason.ts';

/** Locale files nest fewer brackets, and a parser's stack has room for this many. */
const maxOpen = 500;
/** Maximum number of angle brackets that are open at once. */
const maxAngles = 50;
/**
 * Maximum number of nested brackets that follow type arguments, as in `f<A>(f<B>(…))`: Babel reads their content twice
 * or more, so its time doubles with each level.
 */
const maxTyped = 5;

/**
 * Throws FormatError for nesting that would exhaust the parser's stack or take it minutes. Strings and comments are
 * skipped; a regular expression may be misread, which at worst miscounts a bracket.
 */
export function refuseNesting(text: string): void {
  // For each bracket that is open, whether it follows type arguments.
  const openBrackets: boolean[] = [];
  // For each template with an open expression, the number of brackets that were open before it.
  const templates: number[] = [];
  let angleCount = 0;
  let typedCount = 0;
  let labelCount = 0;
  const openBracket = (at: number): void => {
    const isTyped = followsAngle(text, at);
    openBrackets.push(isTyped);
    if (isTyped) typedCount += 1;
    if (openBrackets.length > maxOpen) throw formatErrorAt(text, at, because('nested-too-deeply', maxOpen));
    if (typedCount > maxTyped) throw formatErrorAt(text, at, because('module-nested-types'));
  };
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    // Letters, digits, whitespace and most other characters.
    if (char > 125 || (char > 96 && char < 123) || char < 34) continue;
    if (char === doubleQuote || char === singleQuote) at = stringEnd(text, at, char);
    else if (char === slash) at = Math.max(commentEnd(text, at) - 1, at);
    else if (char === backtick) at = templateEnd(text, at, templates, openBrackets.length);
    else if (char === colonCode) {
      if (isLabelOfLabel(text, at)) labelCount += 1;
      else labelCount = 0;
      if (labelCount > maxOpen) throw formatErrorAt(text, at, because('structure-too-deep', maxOpen));
    } else if (char === curlyOpen || char === squareOpen || char === roundOpen) openBracket(at);
    else if (char === curlyClose || char === squareClose || char === roundClose) {
      if (openBrackets.pop() === true) typedCount -= 1;
      if (char !== curlyClose || templates.at(-1) !== openBrackets.length) continue;
      templates.pop();
      at = templateEnd(text, at, templates, openBrackets.length);
    } else if (char === lessThan) {
      angleCount += 1;
      if (angleCount > maxAngles) throw formatErrorAt(text, at, because('module-nested-types'));
    } else if (char === greaterThan && angleCount > 0 && text[at - 1] !== '=') angleCount -= 1;
    else if (char === semicolon) angleCount = 0;
  }
}

/** Whether a bracket follows `>`, other than that of an arrow: `f<A>(`. */
function followsAngle(text: string, bracket: number): boolean {
  let at = bracket - 1;
  while (at > 0 && text.charCodeAt(at) <= 32) at -= 1;
  return text.charCodeAt(at) === greaterThan && text[at - 1] !== '=';
}

/**
 * Whether a colon follows a name that follows another colon, as in `a: b: …`. Babel compares each label with all labels
 * around it.
 */
function isLabelOfLabel(text: string, colon: number): boolean {
  let at = colon - 1;
  while (at > 0 && text.charCodeAt(at) <= 32) at -= 1;
  const nameEnd = at;
  while (at > 0 && isNamePart(text.charCodeAt(at))) at -= 1;
  if (at === nameEnd) return false;
  while (at > 0 && text.charCodeAt(at) <= 32) at -= 1;
  return text.charCodeAt(at) === colonCode;
}

function isNamePart(char: number): boolean {
  return (
    (char > 96 && char < 123) ||
    (char > 64 && char < 91) ||
    (char > 47 && char < 58) ||
    char === underscore ||
    char === dollarSign ||
    char > 127
  );
}

const doubleQuote = 34;
const dollarSign = 36;
const singleQuote = 39;
const roundOpen = 40;
const roundClose = 41;
const slash = 47;
const colonCode = 58;
const semicolon = 59;
const lessThan = 60;
const greaterThan = 62;
const squareOpen = 91;
const backslash = 92;
const squareClose = 93;
const underscore = 95;
const backtick = 96;
const curlyOpen = 123;
const curlyClose = 125;

function stringEnd(text: string, start: number, quote: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (char === backslash) at += 1;
    else if (char === quote || char === 10 || char === 13) return at;
  }
  return text.length;
}

/** Returns the end of a template, or the start of an expression in it, whose bracket is then open. */
function templateEnd(text: string, start: number, templates: number[], open: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (char === backslash) at += 1;
    else if (char === backtick) return at;
    else if (char === dollarSign && text.charCodeAt(at + 1) === curlyOpen) {
      templates.push(open);
      if (templates.length > maxOpen) throw formatErrorAt(text, at, because('nested-too-deeply', maxOpen));
      // The caller counts the bracket next.
      return at;
    }
  }
  return text.length;
}
