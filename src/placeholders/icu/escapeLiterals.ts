import { readApostrophes, type ApostropheRule } from '../read/apostropheRule.ts';

/**
 * The position of literal text in a message. In a branch of a plural, `#` is the number; in any branch, a brace ends
 * the branch.
 */
export type IcuPosition = 'plural' | 'select' | 'top';

/**
 * Escapes literal text of a message for another position. Apostrophes are doubled only if they would quote the next
 * character, as in ICU since 4.8; quoted angle brackets stay quoted. Where apostrophes are text, nothing is escaped.
 */
export function escapeLiterals(
  literals: readonly { readonly raw: string; readonly position: IcuPosition }[],
  position: IcuPosition,
  apostrophes?: ApostropheRule,
): string {
  if (apostrophes === 'literal') return literals.map(({ raw }) => raw).join('');
  const isDoubled = apostrophes === 'flutter' || apostrophes === 'message-format';
  const rule = isDoubled ? apostrophes : 'icu-and-tags';
  const characters = literals.flatMap((literal) => readApostrophes(literal.raw, rule, literal.position === 'plural'));
  let result = '';
  let isQuoting = false;
  for (const [index, { char, quoted }] of characters.entries()) {
    if (char === "'") {
      const neighbors = [characters[index - 1]?.char, characters[index + 1]?.char];
      // The adjacent character may be a brace, so apostrophes at the ends are doubled too.
      const isSpecial = neighbors.some((other) => other === undefined || /['{}<>#]/u.test(other));
      result += isDoubled || isSpecial || isQuoting ? "''" : "'";
      continue;
    }
    const needsQuotes =
      char === '{' ||
      char === '}' ||
      (char === '#' && position === 'plural') ||
      (quoted && (char === '<' || char === '>'));
    if (needsQuotes !== isQuoting) result += "'";
    isQuoting = needsQuotes;
    result += char;
  }
  return isQuoting ? `${result}'` : result;
}
