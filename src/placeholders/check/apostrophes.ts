import type { ProtectedText } from '../read/placeholder.ts';

/** An apostrophe of a translation, and the two that it must be. */
interface Doubled {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Apostrophes that a translator wrote as a letter, and that ICU would take for the beginning of quoted text because of what
 * they stand before: `d'{name}`, `l'<b>`, or the end of a branch. They are to be doubled. A source that quotes something
 * itself shows how it is done, and its translations are left alone; so are those of `{name}` alone, which other libraries
 * than ICU's fill in too, and without quotes.
 */
export function quotingApostrophes(text: string, { source, placeholders, within }: ProtectedText): readonly Doubled[] {
  const isIcu =
    within !== undefined ||
    placeholders.some((placeholder) => placeholder.syntax === 'icu' && placeholder.text.includes(','));
  if (!isIcu || /'[{}<>#]/u.test(source) || !text.includes("'")) return [];
  const parts = placeholders
    .filter(({ syntax }) => syntax === 'icu' || syntax === 'tag')
    .map((placeholder) => placeholder.text);
  return [...text.matchAll(/'+/gu)].flatMap(({ 0: run, index }) => {
    const end = index + run.length;
    const quotes = parts.some((part) => text.startsWith(part, end)) || (within !== undefined && end === text.length);
    return run.length % 2 === 1 && quotes ? [{ start: end - 1, end, text: "''" }] : [];
  });
}
