import { withoutEqual } from './withoutEqual.ts';
import type { Message } from '../read/readMessage.ts';
import type { Placeholder } from '../read/placeholder.ts';

/** A stretch of a translation in which a placeholder stands as the source has it. */
interface Respaced {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Placeholders of a translation that differ from missing ones of its source in nothing but blanks and characters that nobody
 * sees: `{ name }` for `{name}`, an ICU skeleton on one line. They are taken for those, in the order of the text.
 */
export function respacedPlaceholders(source: readonly Placeholder[], { placeholders }: Message): readonly Respaced[] {
  const missing = withoutEqual(source, placeholders, ({ text }) => text);
  if (missing.length === 0) return [];
  const waiting = Map.groupBy(missing.toReversed(), squeezed);
  const result: Respaced[] = [];
  for (const other of withoutEqual(placeholders, source, ({ text }) => text)) {
    if (other.syntax === 'tag') continue;
    const found = waiting.get(squeezed(other))?.pop();
    if (found !== undefined) result.push({ start: other.start, end: other.end, text: found.text });
  }
  return result;
}

/** The text with each of the stretches, which are in order, replaced; and where an offset of the old text is in the new one. */
export function replaceStretches(
  text: string,
  stretches: readonly Respaced[],
): { readonly text: string; readonly moved: (offset: number) => number } {
  let result = '';
  let from = 0;
  for (const stretch of stretches) {
    result += text.slice(from, stretch.start) + stretch.text;
    from = stretch.end;
  }
  return {
    text: result + text.slice(from),
    moved: (offset) =>
      stretches.reduce(
        (sum, { start, end, text: now }) => (end <= offset ? sum + now.length - (end - start) : sum),
        offset,
      ),
  };
}

function squeezed({ text, syntax }: Placeholder): string {
  return JSON.stringify([syntax, text.replace(/[\s\p{Cf}]+/gu, '')]);
}
