import { columnsOf, graphemesOf, isWide } from '../../base/text/textColumns.ts';
import type { Problem, TranslationContext } from '../read/placeholder.ts';

/** A translation is reported if it is more than `factor` times as wide as its source and `columns` wider. */
const muchLonger = { factor: 3, columns: 40 } as const;
/** A translation is reported if it has less than `share` of its source's columns, if these are over `sourceColumns`. */
const muchShorter = { sourceColumns: 60, share: 1 / 6 } as const;

/**
 * Returns an error with the excess if a text is longer than its maximum: in grapheme clusters (characters of a reader),
 * or in code points.
 */
export function checkLength(
  text: string,
  maxChars: number,
  { countsCodePoints }: Pick<TranslationContext, 'countsCodePoints'> = {},
): Problem | undefined {
  // A character has at least one code unit, so a text this short need not be divided.
  if (text.length <= maxChars) return undefined;
  const start = countsCodePoints === true ? offsetOfCodePoint(text, maxChars) : offsetOfGrapheme(text, maxChars);
  if (start === undefined) return undefined;
  return { kind: 'too-long', severity: 'error', text: text.slice(start), start };
}

/** Returns where the character with a number, counted from 0, begins; undefined if there are fewer. */
function offsetOfGrapheme(text: string, number: number): number | undefined {
  let count = 0;
  for (const { index } of graphemesOf(text)) {
    if (count === number) return index;
    count += 1;
  }
  return undefined;
}

function offsetOfCodePoint(text: string, number: number): number | undefined {
  let count = 0;
  let offset = 0;
  for (const character of text) {
    if (count === number) return offset;
    count += 1;
    offset += character.length;
  }
  return undefined;
}

/**
 * Returns a warning if a text is within its maximum number of characters but too wide: a limit declared for a source of
 * narrow characters means that many columns, and each East Asian character takes two. Not an error, since a program
 * that truncates text counts characters. A limit that counts code points is a number of characters in any script.
 */
export function checkWidth(
  text: string,
  source: string,
  { maxChars = Infinity, countsCodePoints }: TranslationContext,
): Problem | undefined {
  if (countsCodePoints === true || text.length * 2 <= maxChars || !isWide(text) || isWide(source)) return undefined;
  let columns = 0;
  for (const { segment, index } of graphemesOf(text)) {
    columns += isWide(segment) ? 2 : 1;
    if (columns > maxChars) return { kind: 'too-wide', severity: 'warning', text: text.slice(index), start: index };
  }
  return undefined;
}

/** Warns of a translation that is much longer or shorter than its source: it may be incomplete or another text. */
export function checkProportion(text: string, source: string): Problem | undefined {
  const problem: Problem = { kind: 'unusual-length', severity: 'warning', text, start: 0 };
  // A code unit is at most two columns wide and, except for combining marks, at least one. So most strings are compared
  // by their possible widths, without counting.
  const [maxColumns, maxSourceColumns] = [text.length * 2, source.length * 2];
  if (isMuchLonger(maxColumns, source.length) && isMuchLonger(columnsOf(text), columnsOf(source))) return problem;
  if (isMuchShorter(text.length, maxSourceColumns) && isMuchShorter(columnsOf(text), columnsOf(source))) return problem;
  return undefined;
}

function isMuchLonger(columns: number, sourceColumns: number): boolean {
  return columns > sourceColumns * muchLonger.factor && columns > sourceColumns + muchLonger.columns;
}

function isMuchShorter(columns: number, sourceColumns: number): boolean {
  return sourceColumns > muchShorter.sourceColumns && columns < sourceColumns * muchShorter.share;
}
