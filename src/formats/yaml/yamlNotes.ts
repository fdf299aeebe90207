import { addCommentWords } from '../kit/trivia.ts';
import { lineTextEnd } from './yamlTree.ts';

/**
 * Returns the words of the comments above a member and of the one after its value, one line each; undefined without
 * comments.
 */
export function noteOf(text: string, from: number, to: number, after: number): string | undefined {
  const lines: string[] = [];
  if (from < to) for (const line of text.slice(from, to).split('\n')) addCommentWords(line, lines);
  let at = after;
  while (text[at] === ' ' || text[at] === '\t') at += 1;
  if (text[at] === '#' && at > after) addCommentWords(text.slice(at, lineTextEnd(text, at)), lines);
  return lines.length === 0 ? undefined : lines.join('\n');
}

export function isWhitespace(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if (text[at] !== ' ') return false;
  return true;
}
