import { html, type TemplateResult } from 'lit';
import { characterName, oddCharacters } from '../../../base/text/oddCharacters.ts';

/** Where a text is part of a longer one: the characters around it decide which of its characters are odd. */
export interface TextRange {
  readonly whole: string;
  /** In UTF-16 code units of `whole`. */
  readonly start: number;
}

/** A text in a template, in which elements replace odd characters. */
export type ShownText = string | readonly (string | TemplateResult)[];

/**
 * Returns a text with the names of its odd characters in their place: invisible ones, those that change the order of
 * others, and signs of damage. Every text from outside passes through it on its way to the page.
 */
export function shownText(text: string, { whole, start }: TextRange = { whole: text, start: 0 }): ShownText {
  const textEnd = start + text.length;
  const oddInText = oddCharacters(whole).filter((character) => character.start >= start && character.end <= textEnd);
  if (oddInText.length === 0) return text;
  const parts: (string | TemplateResult)[] = [];
  let shownUntil = start;
  for (const { start: characterStart, end, codePoint } of oddInText) {
    // Whitespace in this template would appear in the text.
    parts.push(
      whole.slice(shownUntil, characterStart),
      html`<span class="odd-character" dir="ltr" title=${characterName(codePoint)}>${characterName(codePoint)}</span>`,
    );
    shownUntil = end;
  }
  return [...parts, whole.slice(shownUntil, textEnd)];
}
