import { asWords, type Words } from './words.ts';

/**
 * Returns a text for a sink that shows text as text: modal dialogs, tree rows, tooltips, titles of tabs, diagnostics.
 * In text from outside (all of it, if a `string` is given), invisible characters are made visible; it is put on one
 * line and truncated.
 */
export function plain(text: Words | string): string {
  return asWords(text).render();
}
