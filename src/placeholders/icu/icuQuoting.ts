/**
 * The position of literal text in a message. In a branch of a plural, `#` is the number; in any branch, a brace ends
 * the branch.
 */
export type IcuPosition = 'plural' | 'select' | 'top';

interface Character {
  readonly char: string;
  /** Quoted by apostrophes in the source. */
  readonly quoted: boolean;
}

/**
 * Escapes literal text of a message for another position. Apostrophes are doubled only if they would quote the next
 * character, as in ICU since 4.8; quoted angle brackets stay quoted.
 */
export function escapeLiterals(
  literals: readonly { readonly raw: string; readonly position: IcuPosition }[],
  position: IcuPosition,
): string {
  const characters = literals.flatMap(({ raw, position: from }) => readCharacters(raw, from));
  let result = '';
  let isQuoting = false;
  for (const [index, { char, quoted }] of characters.entries()) {
    if (char === "'") {
      const neighbors = [characters[index - 1]?.char, characters[index + 1]?.char];
      // The adjacent character may be a brace, so apostrophes at the ends are doubled too.
      result += neighbors.some((other) => other === undefined || /['{}<>#]/u.test(other)) || isQuoting ? "''" : "'";
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

function readCharacters(raw: string, position: IcuPosition): readonly Character[] {
  const opens = position === 'plural' ? /['{}<>#]/u : /['{}<>]/u;
  const characters: Character[] = [];
  let quoted = false;
  for (let index = 0; index < raw.length; index += 1) {
    const char = raw.charAt(index);
    const next = raw.charAt(index + 1);
    if (char !== "'") {
      characters.push({ char, quoted });
    } else if (next === "'") {
      characters.push({ char, quoted });
      index += 1;
    } else if (quoted) {
      quoted = false;
    } else if (next !== '' && opens.test(next)) {
      quoted = true;
    } else {
      characters.push({ char, quoted });
    }
  }
  return characters;
}
