/** Whether a `.ts` file is a Qt translation file and not TypeScript, by its beginning. */
export function isQtText(text: string): boolean {
  const prolog = /^\uFEFF?\s*(?:<\?xml\s[^>]{0,200}\?>\s*)?(?:<!--(?:[^-]|-(?!->)){0,2000}-->\s*)?/;
  const beginning = text.slice(0, 4000);
  return /^(?:<!DOCTYPE\s+TS\b|<TS[\s>])/.test(beginning.slice(prolog.exec(beginning)?.[0].length));
}
