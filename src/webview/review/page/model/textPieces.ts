import { present } from '../../../../base/present.ts';
import type { PageProblem } from '../../../shared/pageSnapshot.ts';

/** A piece of a text: a placeholder or not, and the worst finding whose range includes it. */
export interface TextPiece {
  readonly text: string;
  /** The offset of the piece. */
  readonly start: number;
  readonly isPlaceholder: boolean;
  readonly severity?: PageProblem['severity'];
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * Splits a text at its placeholders and the ranges of its findings, which may overlap: `Hi {x}!` → `Hi `, `{x}`, `!`.
 * A finding about the whole text marks nothing, because that would hide other marks.
 */
export function textPieces(
  text: string,
  placeholders: readonly string[],
  problems: readonly PageProblem[],
  passage: 'source' | 'translation',
): readonly TextPiece[] {
  const placeholderRanges = findPlaceholders(text, placeholders);
  const findingRanges = problems.flatMap(({ severity, location }) => {
    if (location?.passage !== passage) return [];
    const isAboutWholeText = location.start === 0 && location.end >= text.length;
    if (isAboutWholeText) return [];
    const range = { start: Math.min(location.start, text.length), end: Math.min(location.end, text.length) };
    if (range.start === range.end) return [];
    return [{ ...range, severity }];
  });
  const boundaries = new Set([0, text.length]);
  for (const { start, end } of [...placeholderRanges, ...findingRanges]) boundaries.add(start).add(end);
  // The first boundary, where no piece ends, is always 0.
  const [, ...ends] = [...boundaries].sort((a, b) => a - b);
  return ends.map((end, index) => {
    const start = ends[index - 1] ?? 0;
    const includesPiece = (range: Range): boolean => range.start <= start && end <= range.end;
    const severities = findingRanges.filter(includesPiece).map(({ severity }) => severity);
    const severity = severities.includes('error') ? 'error' : severities[0];
    const isPlaceholder = placeholderRanges.some(includesPiece);
    return { text: text.slice(start, end), start, isPlaceholder, ...present({ severity }) };
  });
}

/** Returns where the placeholders occur, without overlaps; a longer one takes precedence over its parts. */
function findPlaceholders(text: string, placeholders: readonly string[]): readonly Range[] {
  const longestFirst = placeholders.filter((placeholder) => placeholder !== '').toSorted((a, b) => b.length - a.length);
  const ranges: Range[] = [];
  for (let position = 0; position < text.length; position += 1) {
    const placeholder = longestFirst.find((candidate) => text.startsWith(candidate, position));
    if (placeholder === undefined) continue;
    ranges.push({ start: position, end: position + placeholder.length });
    // The loop adds the last 1.
    position += placeholder.length - 1;
  }
  return ranges;
}
