import { asWords, type Words } from '../../words/words.ts';

/**
 * Returns a text for a sink that turns `$(name)` into an icon: the status bar, quick picks, CodeLens, and input
 * prompts, which are sinks of links too. Icons among the product's own words remain. A word joiner after the dollar
 * sign keeps the rest of the text as it is typed by somebody who filters for it; a backslash would make VS Code leave
 * the name out of its search.
 */
export function icon(text: Words | string): string {
  return asWords(text).render(breakIcons);
}

/** A dollar sign at the end could be completed by the next part. */
export function breakIcons(text: string): string {
  return text.replace(/\$(?=\(|$)/gu, '$\u2060');
}
