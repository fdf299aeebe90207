import { countUntil } from './ranges.ts';
import { withoutEqual } from './placeholderKeys.ts';
import { replaceSpans } from '../read/replaceSpans.ts';
import type { Message } from '../read/readMessage.ts';
import type { Placeholder } from '../read/placeholder.ts';

/** A range of a translation to be replaced by the placeholder as the source spells it. */
interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Returns placeholders of a translation that differ from missing ones of its source only in whitespace and invisible
 * characters: `{ name }` for `{name}`, an ICU skeleton on one line. They are matched in the order of the text.
 */
export function whitespaceReplacements(
  source: readonly Placeholder[],
  { placeholders }: Message,
): readonly Replacement[] {
  const missing = withoutEqual(source, placeholders, ({ text }) => text);
  if (missing.length === 0) return [];
  // Reversed, because each is taken from the end.
  const missingByText = Map.groupBy(missing.toReversed(), withoutWhitespace);
  const replacements: Replacement[] = [];
  for (const added of withoutEqual(placeholders, source, ({ text }) => text)) {
    if (added.syntax === 'tag') continue;
    const original = missingByText.get(withoutWhitespace(added))?.pop();
    if (original !== undefined) replacements.push({ start: added.start, end: added.end, text: original.text });
  }
  return replacements;
}

/** Returns the text with the sorted ranges replaced, and a function that maps offsets of the old text to it. */
export function replaceRanges(
  text: string,
  ranges: readonly Replacement[],
): { readonly text: string; readonly moved: (offset: number) => number } {
  /** How far the text moves before the first range, and after each one. */
  const shifts = [0];
  for (const range of ranges) {
    const growth = range.text.length - (range.end - range.start);
    shifts.push((shifts.at(-1) ?? 0) + growth);
  }
  return {
    text: replaceSpans(text, ranges, (range) => range.text),
    moved: (offset) => offset + (shifts[countUntil(ranges, ({ end }) => end <= offset)] ?? 0),
  };
}

function withoutWhitespace({ text, syntax }: Placeholder): string {
  return JSON.stringify([syntax, text.replace(/[\s\p{Cf}]+/gu, '')]);
}
