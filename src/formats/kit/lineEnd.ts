/** The line end that a text uses: its first one; '\n' for a text of one line. */
export function lineEndOf(text: string): '\n' | '\r\n' | '\r' {
  const at = text.search(/[\r\n]/);
  if (at < 0 || text[at] === '\n') return '\n';
  return text[at + 1] === '\n' ? '\r\n' : '\r';
}

/** Replaces all line ends of a text with `lineEnd`. */
export function withLineEnd(text: string, lineEnd: string): string {
  return text.replace(/\r\n|\r|\n/g, lineEnd);
}
