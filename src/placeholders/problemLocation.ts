import type { Problem } from './read/placeholder.ts';

/**
 * The location of a problem in the translation or, if something is missing from the translation, in the source. UTF-16
 * offsets; `start` and `end` are equal if there is nothing to mark.
 */
export interface ProblemLocation {
  readonly passage: 'source' | 'translation';
  readonly start: number;
  readonly end: number;
}

/** Returns the location of a problem in the texts of its job; undefined if it has none or the text does not exist. */
export function problemLocation(
  problem: Problem,
  { sourceText, translatedText }: { readonly sourceText: string; readonly translatedText?: string | undefined },
): ProblemLocation | undefined {
  const { start, sourceStart, text } = problem;
  if (start !== undefined && translatedText !== undefined)
    return { passage: 'translation', ...rangeIn(translatedText, start, text) };
  if (sourceStart !== undefined && sourceText !== '')
    return { passage: 'source', ...rangeIn(sourceText, sourceStart, text) };
  return undefined;
}

/** The text of a problem is not always in the passage: for a missing plural form only the location is known. */
function rangeIn(passage: string, offset: number, text: string): { readonly start: number; readonly end: number } {
  const start = Math.min(Math.max(offset, 0), passage.length);
  return { start, end: passage.startsWith(text, start) ? start + text.length : start };
}
