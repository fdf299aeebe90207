/** Matches beginnings of formulas: a sign in any width, after whitespace, quotes and invisible characters; `"=1+1`. */
const formula = /^[\s"\u200B-\u200F\u2060\uFEFF]*([=+\-@＝＋－＠])|^[\t\r]/u;

/**
 * Returns the character, in its usual width, by which a spreadsheet recognizes a formula at the beginning of a cell;
 * undefined if it would show the text as it is.
 */
export function formulaSign(text: string): string | undefined {
  const match = formula.exec(text);
  return (match?.[1] ?? match?.[0])?.normalize('NFKC');
}
