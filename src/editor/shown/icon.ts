import { asWords, type Words } from '../../words/words.ts';

/**
 * Returns a text for a sink that turns `$(name)` into an icon: the status bar, quick picks, CodeLens, and input
 * prompts, which also show links. Icons among the product's own words remain. A word joiner after the dollar sign
 * keeps the rest of the text searchable in quick picks; a backslash would exclude the name from VS Code's search.
 */
export function icon(text: Words | string): string {
  return asWords(text).render(breakIcons);
}

/** `$(name)` → `$·(name)`, with a word joiner for `·`. A dollar sign at the end could be completed by the next part. */
export function breakIcons(text: string): string {
  return text.replace(/\$(?=\(|$)/gu, '$\u2060');
}
