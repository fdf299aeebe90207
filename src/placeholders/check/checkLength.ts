import type { Problem } from '../read/placeholder.ts';

/** A translation is reported if it is this many times as wide as its source and this many columns wider. */
const muchLonger = { times: 3, columns: 40 } as const;
/** A source of at least this many columns, and a translation of at most this share of it, are reported. */
const muchShorter = { columns: 60, part: 1 / 6 } as const;

let segmenter: Intl.Segmenter | undefined;

/** Segments grapheme clusters, which readers see as characters. */
function graphemesOf(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return segmenter.segment(text);
}

/**
 * Returns an error if a text has more than `maxChars` characters as a reader counts them (grapheme clusters). The
 * error's text is the excess.
 */
export function checkLength(text: string, maxChars: number): Problem | undefined {
  // A cluster has at least one code unit, so a text this short need not be segmented.
  if (text.length <= maxChars) return undefined;
  let count = 0;
  for (const { index } of graphemesOf(text)) {
    count += 1;
    if (count > maxChars) return { kind: 'too-long', severity: 'error', text: text.slice(index), start: index };
  }
  return undefined;
}

/**
 * Characters that are two columns wide: East Asian Width W and F (UAX #11), and emoji. Hangul, symbols and radicals of
 * CJK, kana, Yi, ideographs, compatibility and full-width forms.
 */
const wide = new RegExp(
  String.raw`[\u1100-\u115f\u2329\u232a\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff` +
    String.raw`\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18cff}\u{1aff0}-\u{1b2ff}` +
    String.raw`\u{20000}-\u{3fffd}\p{Emoji_Presentation}]`,
  'u',
);

/**
 * Returns a warning if a text is within its maximum number of characters but too wide: a limit declared for a source of
 * narrow characters means that many columns, and each East Asian character takes two. Not an error, since a program
 * that truncates text counts characters.
 */
export function checkWidth(text: string, source: string, maxChars: number): Problem | undefined {
  if (text.length * 2 <= maxChars || !wide.test(text) || wide.test(source)) return undefined;
  let columns = 0;
  for (const { segment, index } of graphemesOf(text)) {
    columns += wide.test(segment) ? 2 : 1;
    if (columns > maxChars) return { kind: 'too-wide', severity: 'warning', text: text.slice(index), start: index };
  }
  return undefined;
}

/**
 * Returns a warning if a translation is much longer or shorter than its source, so that it may be another text or
 * incomplete.
 */
export function checkProportion(text: string, source: string): Problem | undefined {
  const problem: Problem = { kind: 'unusual-length', severity: 'warning', text, start: 0 };
  // A code unit is at most two columns wide, and, except for combining marks, at least one: so most strings need no
  // counting.
  if (text.length * 2 > Math.max(source.length * muchLonger.times, source.length + muchLonger.columns)) {
    const [found, wanted] = [columnsOf(text), columnsOf(source)];
    if (found > wanted * muchLonger.times && found > wanted + muchLonger.columns) return problem;
  }
  if (source.length * 2 > muchShorter.columns && text.length < source.length * 2 * muchShorter.part) {
    const wanted = columnsOf(source);
    if (wanted > muchShorter.columns && columnsOf(text) < wanted * muchShorter.part) return problem;
  }
  return undefined;
}

function columnsOf(text: string): number {
  let columns = 0;
  for (const { segment } of graphemesOf(text)) columns += wide.test(segment) ? 2 : 1;
  return columns;
}
