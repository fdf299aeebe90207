import type { Span } from '../pattern/compileUserPattern.ts';

/** `${…}`, with braces inside that are at most one level deep. */
const expression = /\$\{(?:[^{}]|\{[^{}]{0,400}\}){0,1000}\}/gu;
/** A string of JavaScript without escapes and without expressions of its own, or a single other character. */
const stringOrCharacter = /(?<quote>["'`])(?<words>[^"'`\\{}\r\n]*)\k<quote>|[^]/gu;
/** The code before a string that is shown: a branch of a condition, a fallback, a part of a sum, a separator. */
const codeBeforeWords = /(?:\?|\?\?|\|\||&&|\+|\.join\(|\$\{)\s*$/u;
/** The second branch of a condition. */
const codeBeforeAlternative = /:\s*$/u;
/** The end of a value: `:`, `}`, `)`, `??`, `||` or `+`. */
const codeAfterWords = /^\s*(?:[:})]|\?\?|\|\||\+(?!\+))/u;

/**
 * Returns the `${…}` of a text, in order. The words of strings that an expression evaluates to, as in
 * `${isExact ? 'exactly' : 'at least'}`, are text to translate, so that such an expression results in one range for each
 * piece of code around them. Other strings (compared ones, arguments of functions) are code. UTF-16 offsets.
 */
export function dollarBraces(text: string): readonly Span[] {
  const spans: Span[] = [];
  for (const { 0: code, index } of text.matchAll(expression)) {
    for (const { start, end } of piecesOf(code)) spans.push({ start: index + start, end: index + end });
  }
  return spans;
}

/** Returns the pieces of code around the words of an expression; the whole expression if it has none. */
function piecesOf(code: string): readonly Span[] {
  const pieces: Span[] = [];
  let lastEnd = 0;
  for (const { start, end } of shownWords(code)) {
    pieces.push({ start: lastEnd, end: start });
    lastEnd = end;
  }
  return [...pieces, { start: lastEnd, end: code.length }];
}

/** How much of the code before and after a string is examined. */
const maxCodeAround = 20;

/** Returns the words of the strings that an expression evaluates to, without their quotes. */
function shownWords(code: string): readonly Span[] {
  if (!/["'`]/u.test(code)) return [];
  const words: Span[] = [];
  const openBrackets: Bracket[] = [];
  for (const { 0: match, index, groups } of code.matchAll(stringOrCharacter)) {
    const innermost = openBrackets.at(-1);
    if (match === '?' && innermost !== undefined) innermost.hasCondition = true;
    else if (/[([{]/u.test(match)) openBrackets.push({ isValue: holdsValue(code, index), hasCondition: false });
    else if (/[)\]}]/u.test(match)) openBrackets.pop();
    else if (/\p{L}/u.test(groups?.['words'] ?? '') && openBrackets.every(({ isValue }) => isValue)) {
      // A string with words; but not `'key'` in `${t('key')}`, which is an argument.
      const end = index + match.length;
      const codeAfter = code.slice(end, end + maxCodeAround);
      if (precedesShownString(code.slice(0, index), innermost) && codeAfterWords.test(codeAfter))
        words.push({ start: index + 1, end: end - 1 });
    }
  }
  return words;
}

/** A bracket of the code that is not closed yet. */
interface Bracket {
  /** Its content is the value of the expression: not the arguments of a function, nor an index or an object. */
  readonly isValue: boolean;
  /** A `?` follows in the bracket, so that a later `:` begins the second branch of a condition. */
  hasCondition: boolean;
}

/** Whether the content of the bracket at an index is the value of the expression; see `Bracket`. */
function holdsValue(code: string, index: number): boolean {
  if (code[index] === '{') return code[index - 1] === '$';
  if (code[index] !== '(') return false;
  const codeBefore = code.slice(0, index);
  // A parenthesis that calls nothing, as in `(a ?? 'none')`, or the one of `.join(', ')`.
  const isCall = /[\w$)\]]\s*$/u.test(codeBefore);
  return !isCall || codeBefore.endsWith('.join');
}

/** Whether a string after this code is shown, as after `isExact ?` and `isExact ? 'exactly' :`. */
function precedesShownString(codeBefore: string, innermost: Bracket | undefined): boolean {
  const endOfCode = codeBefore.slice(-maxCodeAround);
  if (codeBeforeWords.test(endOfCode)) return true;
  return innermost?.hasCondition === true && codeBeforeAlternative.test(endOfCode);
}
