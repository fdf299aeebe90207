/** Whether a `.ts` file is a Qt translation file and not TypeScript, by its beginning. */
export function isQtText(text: string): boolean {
  return /^\uFEFF?\s*(?:<\?xml\s[^>]{0,200}\?>\s*)?(?:<!--(?:[^-]|-(?!->)){0,2000}-->\s*)?(?:<!DOCTYPE\s+TS\b|<TS[\s>])/.test(
    text.slice(0, 4000),
  );
}
