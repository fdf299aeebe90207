import { formatErrorAt } from '../kit/textLocation.ts';
import { commentEnd } from '../kit/trivia.ts';
import { because } from '../reasons/reason.ts';

/** Locale files nest fewer brackets, and a parser's stack has room for this many. */
const maxOpenBrackets = 500;
/** Maximum number of angle brackets that are open at once. */
const maxOpenAngles = 50;
/**
 * Maximum number of nested brackets that follow type arguments, as in `f<A>(f<B>(…))`: Babel reads their content twice
 * or more, so its time doubles with each level.
 */
const maxTypedBrackets = 5;

/**
 * Throws FormatError for nesting that would exhaust the parser's stack or take it minutes. Strings and comments are
 * skipped; a regular expression may be misread, which at worst miscounts a bracket.
 */
export function refuseNesting(text: string): void {
  /** For each open bracket, whether it follows type arguments. */
  const openBrackets: boolean[] = [];
  /** For each template with an open expression (`${`), how many brackets are open around it. */
  const bracketsBeforeTemplates: number[] = [];
  let angleCount = 0;
  let typedBracketCount = 0;
  /** Labels in a row, see `isLabelOfLabel`. */
  let labelCount = 0;
  const openBracket = (offset: number): void => {
    const isTyped = followsTypeArguments(text, offset);
    openBrackets.push(isTyped);
    if (isTyped) typedBracketCount += 1;
    if (openBrackets.length > maxOpenBrackets)
      throw formatErrorAt(text, offset, because('nested-too-deeply', maxOpenBrackets));
    if (typedBracketCount > maxTypedBrackets) throw formatErrorAt(text, offset, because('module-nested-types'));
  };
  for (let offset = 0; offset < text.length; offset += 1) {
    const char = text.charCodeAt(offset);
    // Most characters are letters, whitespace or not ASCII.
    if (char > curlyClose || isLowerCase(char) || char < doubleQuote) continue;
    if (char === doubleQuote || char === singleQuote) offset = stringEnd(text, offset, char);
    // `commentEnd` is -1 for a slash that begins no comment.
    else if (char === slash) offset = Math.max(commentEnd(text, offset) - 1, offset);
    else if (char === backtick) offset = templateEnd(text, offset, bracketsBeforeTemplates, openBrackets.length);
    else if (char === colon) {
      if (isLabelOfLabel(text, offset)) labelCount += 1;
      else labelCount = 0;
      if (labelCount > maxOpenBrackets)
        throw formatErrorAt(text, offset, because('structure-too-deep', maxOpenBrackets));
    } else if (char === curlyOpen || char === squareOpen || char === roundOpen) openBracket(offset);
    else if (char === curlyClose || char === squareClose || char === roundClose) {
      const wasTyped = openBrackets.pop() === true;
      if (wasTyped) typedBracketCount -= 1;
      // The `}` of `${…}`, after which the template continues.
      const endsExpression = char === curlyClose && bracketsBeforeTemplates.at(-1) === openBrackets.length;
      if (!endsExpression) continue;
      bracketsBeforeTemplates.pop();
      offset = templateEnd(text, offset, bracketsBeforeTemplates, openBrackets.length);
    } else if (char === lessThan) {
      angleCount += 1;
      if (angleCount > maxOpenAngles) throw formatErrorAt(text, offset, because('module-nested-types'));
    } else if (char === greaterThan && angleCount > 0 && text[offset - 1] !== '=') angleCount -= 1;
    // An open `<` was a comparison.
    else if (char === semicolon) angleCount = 0;
  }
}

/** Whether a bracket follows `>`, other than that of an arrow: `f<A>(`. */
function followsTypeArguments(text: string, bracket: number): boolean {
  const previous = previousCharacter(text, bracket);
  return text.charCodeAt(previous) === greaterThan && text[previous - 1] !== '=';
}

/** Returns the offset of the last character before an offset that is not whitespace; 0 if there is none. */
function previousCharacter(text: string, offset: number): number {
  let previous = offset - 1;
  while (previous > 0 && text.charCodeAt(previous) <= space) previous -= 1;
  return previous;
}

/** Whether the name before a colon follows another label: `b` in `a: b: …`. Babel compares each with all around it. */
function isLabelOfLabel(text: string, colonOffset: number): boolean {
  const nameEnd = previousCharacter(text, colonOffset);
  let beforeName = nameEnd;
  while (beforeName > 0 && isNamePart(text.charCodeAt(beforeName))) beforeName -= 1;
  // `+ 1`: the character at `beforeName` may be the colon itself.
  return beforeName < nameEnd && text.charCodeAt(previousCharacter(text, beforeName + 1)) === colon;
}

function isNamePart(char: number): boolean {
  const isUpperCase = char > 64 && char < 91;
  const isDigit = char > 47 && char < 58;
  return isLowerCase(char) || isUpperCase || isDigit || char === underscore || char === dollarSign || char > 127;
}

function isLowerCase(char: number): boolean {
  return char > 96 && char < 123;
}

const space = 32;
const doubleQuote = 34;
const dollarSign = 36;
const singleQuote = 39;
const roundOpen = 40;
const roundClose = 41;
const slash = 47;
const colon = 58;
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

/** Returns the offset of the closing quote, or of the line end that ends an unclosed string. */
function stringEnd(text: string, start: number, quote: number): number {
  for (let offset = start + 1; offset < text.length; offset += 1) {
    const char = text.charCodeAt(offset);
    if (char === backslash) offset += 1;
    else if (char === quote || char === 10 || char === 13) return offset;
  }
  return text.length;
}

/** Returns the offset of the backtick that ends a template, or of the `$` of an expression in it. */
function templateEnd(text: string, start: number, bracketsBeforeTemplates: number[], openCount: number): number {
  for (let offset = start + 1; offset < text.length; offset += 1) {
    const char = text.charCodeAt(offset);
    if (char === backslash) offset += 1;
    else if (char === backtick) return offset;
    else if (char === dollarSign && text.charCodeAt(offset + 1) === curlyOpen) {
      bracketsBeforeTemplates.push(openCount);
      if (bracketsBeforeTemplates.length > maxOpenBrackets)
        throw formatErrorAt(text, offset, because('nested-too-deeply', maxOpenBrackets));
      // The caller counts the bracket next.
      return offset;
    }
  }
  return text.length;
}
