import { because, type Reason } from '../reasons/reason.ts';

/** A longer text, in UTF-16 units, would exhaust the parser's stack. */
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

/** The end of a text of several lines, after its closing quotes. In `"""`, a backslash escapes a quote. */
function multilineEnd(text: string, contentStart: number, quotes: string): number {
  for (let index = text.indexOf(quotes, contentStart); index >= 0; index = text.indexOf(quotes, index + 1)) {
    let backslashes = 0;
    while (quotes === '"""' && text[index - 1 - backslashes] === '\\') backslashes += 1;
    const isEscaped = backslashes % 2 === 1;
    if (!isEscaped) return index + quotes.length;
  }
  return text.length;
}
