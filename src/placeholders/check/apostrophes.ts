import type { ProtectedText } from '../read/placeholder.ts';

/** An apostrophe of a translation, and the two apostrophes that must replace it. */
interface Doubled {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Returns apostrophes that a translator wrote as a letter, but that ICU would read as the beginning of quoted text
 * because of the next character: `d'{name}`, `l'<b>`, or the end of a branch. They must be doubled. Nothing is changed
 * if the source itself quotes something, or if it only has arguments such as `{name}`, which libraries without ICU's
 * quoting also support.
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
