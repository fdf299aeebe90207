import type { ApostropheRule } from '../read/apostropheRule.ts';
import type { IcuChoice, IcuNode, IcuOption, IcuPiece, IcuPosition } from '../choices/messageTree.ts';
import { escapeLiterals } from './escapeLiterals.ts';
import { readIcuTree } from '../choices/readIcuTree.ts';

/** How a kind of message writes its choices. */
export interface ChoiceSyntax {
  /** Returns a message in pieces; undefined if a text is not one. */
  readonly read: (text: string) => readonly IcuNode[] | undefined;
  /**
   * Returns pieces as they are written within choices, of which the last one is the innermost. Undefined if they can't
   * be written there.
   */
  readonly writePieces: (pieces: readonly IcuPiece[], choicesAround: readonly IcuChoice[]) => string | undefined;
  readonly writeChoice: (
    choice: IcuChoice,
    branches: readonly { readonly option: IcuOption; readonly text: string }[],
  ) => string;
}

/** The syntax of ICU messages. `apostrophes`: how the program reads them. */
export function icuSyntax(apostrophes?: ApostropheRule): ChoiceSyntax {
  return {
    read: (text) => readIcuTree(text, apostrophes),
    writePieces: (pieces, choicesAround) => writePieces(pieces, choicesAround.at(-1), apostrophes),
    writeChoice: ({ head, tail }, branches) => {
      const written = branches.map(({ option: { lead, selector, gap }, text }) => `${lead}${selector}${gap}{${text}}`);
      return `${head}${written.join('')}${tail}`;
    },
  };
}

/**
 * Returns the pieces as they are written in the innermost branch: a `#` of an outer plural becomes `{count, number}`.
 * Returns undefined if that would be another number, because the outer plural has an offset.
 */
function writePieces(
  pieces: readonly IcuPiece[],
  innermostChoice: IcuChoice | undefined,
  apostrophes: ApostropheRule | undefined,
): string | undefined {
  const position = positionIn(innermostChoice);
  let result = '';
  let literals: { readonly raw: string; readonly position: IcuPosition }[] = [];
  const flush = (): void => {
    const [firstLiteral, ...otherLiterals] = literals;
    // Apostrophes of joined or moved pieces could quote each other's characters.
    const isUnchanged = firstLiteral?.position === position && otherLiterals.length === 0;
    result += isUnchanged ? firstLiteral.raw : escapeLiterals(literals, position, apostrophes);
    literals = [];
  };
  for (const piece of pieces) {
    if (piece.kind === 'literal') {
      literals.push(piece);
      continue;
    }
    flush();
    // The `#` of an outer plural becomes its argument, from which an offset could not be subtracted.
    if (piece.kind === 'argument' || piece.kind === 'foreign') result += piece.raw;
    else if (piece.start === innermostChoice?.start) result += '#';
    else if (piece.offset === 0) result += `{${piece.argument}, number}`;
    else return undefined;
  }
  flush();
  return result;
}

function positionIn(choice: IcuChoice | undefined): IcuPosition {
  if (choice === undefined) return 'top';
  return choice.type === 'select' ? 'select' : 'plural';
}
