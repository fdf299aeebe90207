/** Where TOML nests arrays and tables in brackets deeper than so many levels, which who reads it by recursion must not try; undefined where it does not. */
export function nestedBeyond(text: string, levels: number): number | undefined {
  const token = /[[\]{}]|#[^\n]*|"""|'''|"(?:[^"\\\n]|\\.)*"?|'[^'\n]*'?/g;
  let depth = 0;
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    const [found] = match;
    if (found === '"""' || found === "'''") token.lastIndex = multilineEnd(text, token.lastIndex, found);
    else if (found === '[' || found === '{') depth += 1;
    else if (found === ']' || found === '}') depth -= 1;
    if (depth > levels) return match.index;
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
