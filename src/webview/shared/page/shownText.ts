import { html, type TemplateResult } from 'lit';
import { characterName, oddCharacters } from '../../../base/text/oddCharacters.ts';

/** A part of a longer text, whose neighbors decide what its characters mean. */
export interface TextRange {
  readonly whole: string;
  readonly start: number;
}

/**
 * Returns a text in which characters that nobody sees, that change the order of others, or that are signs of damage are
 * replaced by their names. No text from outside reaches the page without it.
 */
export function shownText(
  text: string,
  { whole, start }: TextRange = { whole: text, start: 0 },
): string | readonly (string | TemplateResult)[] {
  const textEnd = start + text.length;
  const oddInText = oddCharacters(whole).filter((character) => character.start >= start && character.end <= textEnd);
  if (oddInText.length === 0) return text;
  const parts: (string | TemplateResult)[] = [];
  let position = start;
  for (const { start: characterStart, end, codePoint } of oddInText) {
    // Whitespace in this template would appear in the text.
    parts.push(
      whole.slice(position, characterStart),
      html`<span class="odd-character" dir="ltr" title=${characterName(codePoint)}>${characterName(codePoint)}</span>`,
    );
    position = end;
  }
  return [...parts, whole.slice(position, textEnd)];
}
