import { because, type Reason } from '../reasons/reason.ts';

/** A longer text would exhaust the parser's stack. */
const maxText = 50_000;

/**
 * The first location where TOML exceeds the limits of its parser and of recursive tree walks: arrays and inline tables
 * nested deeper than `levels`, or a very long text. Undefined if there is none.
 */
export function beyondLimits(
  text: string,
  levels: number,
): { readonly at: number; readonly reason: Reason } | undefined {
  // Brackets, comments, the opening quotes of texts of several lines, and texts of one line.
  const token = /[[\]{}]|#[^\n]*|"""|'''|"[^"\\\n]*(?:\\.[^"\\\n]*)*"?|'[^'\n]*'?/g;
  let depth = 0;
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    const [tokenText] = match;
    if (tokenText === '"""' || tokenText === "'''") token.lastIndex = multilineEnd(text, token.lastIndex, tokenText);
    else if (tokenText === '[' || tokenText === '{') depth += 1;
    else if (tokenText === ']' || tokenText === '}') depth -= 1;
    if (depth > levels) return { at: match.index, reason: because('nested-too-deeply', levels) };
    if (!tokenText.startsWith('#') && token.lastIndex - match.index > maxText)
      return { at: match.index, reason: because('value-too-long', maxText) };
  }
  return undefined;
}

function multilineEnd(text: string, from: number, quotes: string): number {
  for (let at = text.indexOf(quotes, from); at >= 0; at = text.indexOf(quotes, at + 1)) {
    let backslashes = 0;
    while (quotes === '"""' && text[at - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return at + quotes.length;
  }
  return text.length;
}
