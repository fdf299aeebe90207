/** Characters that change the direction of the surrounding text. */
const directionMarks = /[\u202A-\u202E\u2066-\u2069]/gu;

/**
 * Returns text from a file in a form that can be inserted into a line: at most `max` UTF-16 units, without line breaks
 * and control characters, so that it can neither begin a new line nor change how the rest of the line is displayed.
 */
export function plainLine(text: string, max: number): string {
  // Allows for runs of whitespace that are collapsed, without reading the whole of a long text.
  const start = text.slice(0, max * 4);
  const line = start
    .replace(directionMarks, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  const isWhole = start.length === text.length;
  if (isWhole && line.length <= max) return line.toWellFormed();
  // The cut may be within a surrogate pair.
  const cut = line.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/u, '');
  return `${cut.toWellFormed()}…`;
}
