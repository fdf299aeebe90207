import type { IcuPosition } from '../choices/messageTree.ts';
import { readApostrophes, type ApostropheRule } from '../read/apostropheRule.ts';

/**
 * Escapes literal text of a message for another position: in a plural, `#1` becomes `'#'1`, because `#` is the number.
 * Apostrophes are doubled only if they would quote the next character, as in ICU since 4.8: `it's` stays as it is.
 * Quoted angle brackets stay quoted. Where apostrophes are text, nothing is escaped.
 */
export function escapeLiterals(
  literals: readonly { readonly raw: string; readonly position: IcuPosition }[],
  position: IcuPosition,
  apostrophes?: ApostropheRule,
): string {
  if (apostrophes === 'literal') return literals.map(({ raw }) => raw).join('');
  const doublesAll = apostrophes === 'flutter' || apostrophes === 'message-format';
  const rule = doublesAll ? apostrophes : 'icu-and-tags';
  const characters = literals.flatMap((literal) => readApostrophes(literal.raw, rule, literal.position === 'plural'));
  let result = '';
  let isQuoting = false;
  for (const [index, { char, quoted }] of characters.entries()) {
    if (char === "'") {
      const neighbors = [characters[index - 1]?.char, characters[index + 1]?.char];
      // At an end of the text, the adjacent character is unknown and may be a brace, so the apostrophe is doubled, too.
      const couldQuote = neighbors.some((neighbor) => neighbor === undefined || /['{}<>#]/u.test(neighbor));
      result += doublesAll || couldQuote || isQuoting ? "''" : "'";
      continue;
    }
    const isBrace = char === '{' || char === '}';
    const isNumberSign = char === '#' && position === 'plural';
    const isQuotedAngle = quoted && (char === '<' || char === '>');
    const needsQuotes = isBrace || isNumberSign || isQuotedAngle;
    if (needsQuotes !== isQuoting) result += "'";
    isQuoting = needsQuotes;
    result += char;
  }
  return isQuoting ? `${result}'` : result;
}
