let segmenter: Intl.Segmenter | undefined;

/** Segments grapheme clusters, which readers see as characters. */
export function graphemesOf(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return segmenter.segment(text);
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

/** Whether a text has a character that is two columns wide. */
export function isWide(text: string): boolean {
  return wide.test(text);
}

const printableAscii = /^[ -~]*$/u;

/** Returns the width of a text in columns, as terminals show it. */
export function columnsOf(text: string): number {
  if (printableAscii.test(text)) return text.length;
  let columns = 0;
  for (const { segment } of graphemesOf(text)) columns += wide.test(segment) ? 2 : 1;
  return columns;
}
