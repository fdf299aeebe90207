import { asWords, type Words } from './words.ts';

/**
 * Returns a text for a sink that shows text as text: modal dialogs, tree rows, tooltips, titles of tabs, diagnostics.
 * Text from outside (all of it, if a `string` is given) is put on one line and truncated, and its invisible characters
 * are made visible.
 */
export function plain(text: Words | string): string {
  return asWords(text).render();
}
