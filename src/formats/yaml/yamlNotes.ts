import { lineStartOf, lineTextEnd } from './yamlTree.ts';

/** Returns the start of the comment lines directly above a line, indented like it, and not before `floor`. */
export function commentsAbove(text: string, lineStart: number, column: number, floor: number): number {
  let start = lineStart;
  while (start > floor) {
    const above = lineStartOf(text, start - 1);
    if (above < floor || text[above + column] !== '#' || !isWhitespace(text, above, above + column)) break;
    start = above;
  }
  return start;
}

/**
 * Returns the words of the comments above a member and of the one after its value, one line each; undefined without
 * comments.
 */
export function noteOf(text: string, from: number, to: number, after: number): string | undefined {
  const lines: string[] = [];
  if (from < to) for (const line of text.slice(from, to).split('\n')) addWords(line, lines);
  let at = after;
  while (text[at] === ' ' || text[at] === '\t') at += 1;
  if (text[at] === '#' && at > after) addWords(text.slice(at, lineTextEnd(text, at)), lines);
  return lines.length === 0 ? undefined : lines.join('\n');
}

/** Adds the words of a comment line. A line that is only a rule (`#######`, `# -----`) has none. */
function addWords(line: string, lines: string[]): void {
  const words = line.trim().replace(/^#+/, '').trim();
  if (/[\p{L}\p{N}]/u.test(words)) lines.push(words);
}

export function isWhitespace(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if (text[at] !== ' ') return false;
  return true;
}
