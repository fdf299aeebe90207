import { addCommentWords } from '../kit/trivia.ts';
import { joinNotes } from '../kit/unitFrom.ts';
import { lineTextEnd } from './yamlTree.ts';

/**
 * Returns the words of the comments from `top` up to a member's line, and of the one that follows `contentEnd` on that
 * line, one line each; undefined without comments.
 */
export function noteOf(text: string, top: number, lineStart: number, contentEnd: number): string | undefined {
  const words: string[] = [];
  if (top < lineStart) for (const line of text.slice(top, lineStart).split('\n')) addCommentWords(line, words);
  let offset = contentEnd;
  while (text[offset] === ' ' || text[offset] === '\t') offset += 1;
  // YAML requires whitespace before a comment: `a#b` has none.
  if (text[offset] === '#' && offset > contentEnd)
    addCommentWords(text.slice(offset, lineTextEnd(text, offset)), words);
  return joinNotes(...words);
}

export function isSpaces(text: string, start: number, end: number): boolean {
  for (let offset = start; offset < end; offset += 1) if (text[offset] !== ' ') return false;
  return true;
}
