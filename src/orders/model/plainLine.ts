/** Marks that change the direction of what stands around them. */
const directionMarks = /[\u202A-\u202E\u2066-\u2069]/gu;

/**
 * Words of a file as a part of one line, at most `max` UTF-16 units of it: without line breaks and control characters, so that
 * they can neither begin a line of their own nor change how the others read.
 */
export function plainLine(text: string, max: number): string {
  // Blanks may be many, but not so many that the whole of a long text has to be read.
  const start = text.slice(0, max * 4);
  const line = start
    .replace(directionMarks, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  if (line.length <= max && start.length === text.length) return line.toWellFormed();
  return `${line
    .slice(0, max - 1)
    .replace(/[\uD800-\uDBFF]$/u, '')
    .toWellFormed()}…`;
}
