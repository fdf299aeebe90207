import type { Problem } from '../../placeholders/read/placeholder.ts';
import type { TrackedJob } from '../model/trackedJob.ts';

/** Where a problem stands: in the translation, or, for what is missing there, in the source. UTF-16 offsets; a point where there is nothing to mark. */
export interface ProblemPlace {
  readonly passage: 'source' | 'translation';
  readonly start: number;
  readonly end: number;
}

/** The place of a problem in the texts of its job; undefined where the check knows none, or there is no such text. */
export function problemPlace(
  problem: Problem,
  { sourceText, translatedText }: Pick<TrackedJob, 'sourceText' | 'translatedText'>,
): ProblemPlace | undefined {
  const { start, sourceStart, text } = problem;
  if (start !== undefined && translatedText !== undefined)
    return { passage: 'translation', ...placeIn(translatedText, start, text) };
  if (sourceStart !== undefined && sourceText !== '')
    return { passage: 'source', ...placeIn(sourceText, sourceStart, text) };
  return undefined;
}

/** What a problem names need not stand there: of a missing plural form only the place is known. */
function placeIn(passage: string, offset: number, text: string): { readonly start: number; readonly end: number } {
  const start = Math.min(Math.max(offset, 0), passage.length);
  return { start, end: passage.startsWith(text, start) ? start + text.length : start };
}
