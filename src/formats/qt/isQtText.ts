/** Whether a `.ts` file is a Qt translation file and not TypeScript, by its beginning. */
export function isQtText(text: string): boolean {
  const beginning = text.slice(0, 4000);
  // A byte order mark, `<?xml … ?>` and one comment.
  const prolog = /^\uFEFF?\s*(?:<\?xml\s[^>]{0,200}\?>\s*)?(?:<!--(?:[^-]|-(?!->)){0,2000}-->\s*)?/;
  return /^(?:<!DOCTYPE\s+TS\b|<TS[\s>])/.test(beginning.replace(prolog, ''));
}
