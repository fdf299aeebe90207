import { plain } from '../../words/plain.ts';
import type { Words } from '../../words/words.ts';

/**
 * Returns a text for a sink that turns `[text](command:…)`, `[text](https:…)` and `[text](file:…)` into links:
 * notifications and their progress. Addresses outside of this syntax remain text there (`linkedText.ts` of VS Code). A
 * backslash does not prevent a link; an invisible word joiner between the brackets does. It is inserted in the whole
 * text, because parts could complete each other.
 */
export function link(text: Words | string): string {
  return breakLinks(plain(text));
}

/** `[text](https://a.b)` → `[text]·(https://a.b)`, with a word joiner for `·`. */
export function breakLinks(text: string): string {
  return text.replaceAll('](', ']\u2060(');
}
