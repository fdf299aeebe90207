import { addCommentWords } from '../kit/trivia.ts';
import { joinNotes } from '../kit/unitFrom.ts';
import { lineTextEnd } from './yamlTree.ts';

/**
 * Returns the words of the comments above a member's line and of the one after its value, one line each; undefined
 * without comments.
 */
export function noteOf(text: string, above: number, lineStart: number, after: number): string | undefined {
  const lines: string[] = [];
  if (above < lineStart) for (const line of text.slice(above, lineStart).split('\n')) addCommentWords(line, lines);
  let at = after;
  while (text[at] === ' ' || text[at] === '\t') at += 1;
  if (text[at] === '#' && at > after) addCommentWords(text.slice(at, lineTextEnd(text, at)), lines);
  return joinNotes(...lines);
}

export function isWhitespace(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if (text[at] !== ' ') return false;
  return true;
}
