import type { Span } from '../pattern/compileUserPattern.ts';

/**
 * Terms that are not translated (names of products and the like) are found as whole words, with matching case: “Go” is
 * not in “Google”, nor in “Go2”. In scripts that do not separate words by spaces, or add endings directly to foreign
 * words, a term may be anywhere.
 */

/** Scripts whose letters never belong to the same word as an adjacent term. */
const scriptsWithoutSpaces =
  '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}\\p{sc=Bopomofo}' +
  '\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}ー';
const wordCharacter = new RegExp(`^[[\\p{L}\\p{M}\\p{N}_]--[${scriptsWithoutSpaces}]]$`, 'v');

/** Finds the locations of a term in a text; called with increasing offsets. */
export function termSearch(term: string, text: string): (searchStart: number) => Span | undefined {
  return (searchStart) => {
    for (let start = text.indexOf(term, searchStart); start >= 0; start = text.indexOf(term, start + 1)) {
      if (isWhole(text, start, start + term.length)) return { start, end: start + term.length };
    }
    return undefined;
  };
}

/** Whether a range of a text is made of whole words. */
function isWhole(text: string, start: number, end: number): boolean {
  if (!isBoundary(characterBefore(text, start), characterAt(text, start))) return false;
  return isBoundary(characterBefore(text, end), characterAt(text, end));
}

function isBoundary(previous: string, next: string): boolean {
  return !(wordCharacter.test(previous) && wordCharacter.test(next));
}

function characterAt(text: string, offset: number): string {
  const codePoint = text.codePointAt(offset);
  return codePoint === undefined ? '' : String.fromCodePoint(codePoint);
}

function characterBefore(text: string, offset: number): string {
  // The character before is a surrogate pair that begins two units before, as an emoji does, or else a single unit.
  const pairOrUnit = offset > 1 ? characterAt(text, offset - 2) : '';
  return pairOrUnit.length === 2 ? pairOrUnit : text.charAt(offset - 1);
}

/** Returns a function that finds the terms of a list in a text, in linear time even for thousands of terms. */
export function termsIn(terms: readonly string[]): (text: string) => readonly string[] {
  /** By their first code unit, or their first two: see `pairAt`. */
  const termsByBeginning = new Map<number, ListedTerm[]>();
  for (const [index, term] of [...new Set(terms)].entries()) {
    const key = term.length === 1 ? term.charCodeAt(0) : pairAt(term, 0);
    const termsOfKey = termsByBeginning.get(key);
    if (termsOfKey === undefined) termsByBeginning.set(key, [{ term, index }]);
    else termsOfKey.push({ term, index });
  }
  if (termsByBeginning.size === 0) return () => [];
  return (text) => {
    /** Of the terms that the text has. */
    const indexByTerm = new Map<string, number>();
    const addTermsAt = (offset: number, candidates: readonly ListedTerm[] = noTerms): void => {
      for (const { term, index } of candidates) {
        if (indexByTerm.has(term) || !text.startsWith(term, offset)) continue;
        if (isWhole(text, offset, offset + term.length)) indexByTerm.set(term, index);
      }
    };
    for (let offset = 0; offset < text.length; offset += 1) {
      // Terms of one code unit, then longer ones.
      addTermsAt(offset, termsByBeginning.get(text.charCodeAt(offset)));
      addTermsAt(offset, termsByBeginning.get(pairAt(text, offset)));
    }
    // In the list's order, so that the result is the same for the same terms.
    return [...indexByTerm].sort(([, a], [, b]) => a - b).map(([term]) => term);
  };
}

/** A term of a list, with its index in the list. */
interface ListedTerm {
  readonly term: string;
  readonly index: number;
}

const noTerms: readonly ListedTerm[] = [];

/** Returns two code units as one number that no single code unit equals (`+ 1`); at the text's end, with 0 for NaN. */
function pairAt(text: string, offset: number): number {
  return (text.charCodeAt(offset) + 1) * 0x10000 + (text.charCodeAt(offset + 1) || 0);
}
