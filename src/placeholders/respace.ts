import type { Message } from './readMessage.ts';
import type { Placeholder } from './placeholder.ts';

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
  const missing = [...source];
  const others: Placeholder[] = [];
  for (const placeholder of placeholders) {
    const at = missing.findIndex(({ text }) => text === placeholder.text);
    if (at >= 0) missing.splice(at, 1);
    else others.push(placeholder);
  }
  const result: Respaced[] = [];
  for (const { start, end, text, syntax } of others) {
    if (syntax === 'tag') continue;
    const at = missing.findIndex((one) => one.syntax === syntax && squeezed(one.text) === squeezed(text));
    const [found] = at < 0 ? [] : missing.splice(at, 1);
    if (found !== undefined) result.push({ start, end, text: found.text });
  }
  return result;
}

/** The text with each of the stretches, which are in order, replaced; and where an offset of the old text is in the new one. */
export function replaceStretches(text: string, stretches: readonly Respaced[]): { readonly text: string; readonly moved: (offset: number) => number } {
  let result = '';
  let from = 0;
  for (const stretch of stretches) {
    result += text.slice(from, stretch.start) + stretch.text;
    from = stretch.end;
  }
  return {
    text: result + text.slice(from),
    moved: (offset) => stretches.reduce((sum, { start, end, text: now }) => (end <= offset ? sum + now.length - (end - start) : sum), offset),
  };
}

function squeezed(text: string): string {
  return text.replace(/[\s\p{Cf}]+/gu, '');
}
