import type { Problem } from './placeholder.ts';

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** An error when a text has more than `maxChars` characters as a reader counts them (grapheme clusters); its text is what is too much. */
export function checkLength(text: string, maxChars: number): Problem | undefined {
  // A cluster has at least one code unit, so a text this short need not be segmented.
  if (text.length <= maxChars) return undefined;
  let count = 0;
  for (const { index } of graphemes.segment(text)) {
    count += 1;
    if (count > maxChars) return { kind: 'too-long', severity: 'error', text: text.slice(index), start: index };
  }
  return undefined;
}
