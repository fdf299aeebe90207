import type { Span } from '../pattern/userPattern.ts';

/** `${…}`, with braces inside that are at most one level deep. */
const expression = /\$\{(?:[^{}]|\{[^{}]{0,400}\}){0,1000}\}/gu;
/** A string of JavaScript without escapes and without expressions of its own, or a single other character. */
const token = /(?<quote>["'`])(?<words>[^"'`\\{}\r\n]*)\k<quote>|[^]/gu;
/** The code before a string that is shown: a branch of a condition, a fallback, a part of a sum, a separator. */
const codeBeforeWords = /(?:\?|\?\?|\|\||&&|\+|\.join\(|\$\{)\s*$/u;
const codeBeforeAlternative = /:\s*$/u;
const codeAfterWords = /^\s*(?:[:})]|\?\?|\|\||\+(?!\+))/u;

/**
 * Returns the `${…}` of a text, in order. The words of strings that an expression evaluates to, as in
 * `${isExact ? 'exactly' : 'at least'}`, are text to translate, so that such an expression results in one range for each
 * piece of code around them. Other strings (compared ones, arguments of functions) are code. UTF-16 offsets.
 */
export function dollarBraces(text: string): readonly Span[] {
  const spans: Span[] = [];
  for (const { 0: code, index } of text.matchAll(expression))
    for (const { start, end } of piecesOf(code)) spans.push({ start: index + start, end: index + end });
  return spans;
}

function piecesOf(code: string): readonly Span[] {
  const pieces: Span[] = [];
  let lastEnd = 0;
  for (const { start, end } of shownWords(code)) {
    pieces.push({ start: lastEnd, end: start });
    lastEnd = end;
  }
  return [...pieces, { start: lastEnd, end: code.length }];
}

/** Returns the words of the strings that an expression evaluates to, without their quotes. */
function shownWords(code: string): readonly Span[] {
  if (!/["'`]/u.test(code)) return [];
  const words: Span[] = [];
  const open: Bracket[] = [];
  for (const { 0: match, index, groups } of code.matchAll(token)) {
    const innermost = open.at(-1);
    if (match === '?' && innermost !== undefined) innermost.hasCondition = true;
    else if (/[([{]/u.test(match)) open.push({ holdsValue: holdsValue(code, index), hasCondition: false });
    else if (/[)\]}]/u.test(match)) open.pop();
    else if (groups?.['words'] !== undefined && /\p{L}/u.test(groups['words']) && open.every((one) => one.holdsValue)) {
      const after = code.slice(index + match.length, index + match.length + 20);
      if (endsBeforeWords(code.slice(0, index), innermost) && codeAfterWords.test(after))
        words.push({ start: index + 1, end: index + match.length - 1 });
    }
  }
  return words;
}

interface Bracket {
  /** Its content is the value of the expression: not the arguments of a function, nor an index or an object. */
  readonly holdsValue: boolean;
  hasCondition: boolean;
}

function holdsValue(code: string, at: number): boolean {
  if (code[at] === '{') return code[at - 1] === '$';
  return code[at] === '(' && (!/[\w$)\]]\s*$/u.test(code.slice(0, at)) || code.slice(0, at).endsWith('.join'));
}

function endsBeforeWords(before: string, innermost: Bracket | undefined): boolean {
  const tail = before.slice(-20);
  return codeBeforeWords.test(tail) || (innermost?.hasCondition === true && codeBeforeAlternative.test(tail));
}
