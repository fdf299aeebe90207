/** Where literal text of a message stands: in a branch of a plural `#` is the number, in any branch a brace ends it. */
export type IcuPlace = 'plural' | 'select' | 'top';

interface Character {
  readonly char: string;
  /** It stood between apostrophes that take its meaning away. */
  readonly quoted: boolean;
}

/**
 * Spells literal text of a message, taken from some places in it, for another place. Apostrophes are doubled only where
 * they would quote what follows, as ICU reads them since 4.8; angle brackets that were quoted stay so.
 */
export function spellLiterals(
  literals: readonly { readonly raw: string; readonly place: IcuPlace }[],
  place: IcuPlace,
): string {
  const characters = literals.flatMap(({ raw, place: from }) => readCharacters(raw, from));
  let result = '';
  let isQuoting = false;
  for (const [index, { char, quoted }] of characters.entries()) {
    if (char === "'") {
      const beside = [characters[index - 1]?.char, characters[index + 1]?.char];
      // What stands beside the text may be a brace, so at its ends the apostrophe is doubled too.
      result += beside.some((other) => other === undefined || /['{}<>#]/u.test(other)) || isQuoting ? "''" : "'";
      continue;
    }
    const needsQuotes =
      char === '{' ||
      char === '}' ||
      (char === '#' && place === 'plural') ||
      (quoted && (char === '<' || char === '>'));
    if (needsQuotes !== isQuoting) result += "'";
    isQuoting = needsQuotes;
    result += char;
  }
  return isQuoting ? `${result}'` : result;
}

function readCharacters(raw: string, place: IcuPlace): readonly Character[] {
  const opens = place === 'plural' ? /['{}<>#]/u : /['{}<>]/u;
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
