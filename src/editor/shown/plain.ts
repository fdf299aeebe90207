import { asWords, type Words } from './words.ts';

/**
 * Returns a text for a sink that shows text as text: modal dialogs, tree rows, tooltips, titles of tabs, diagnostics.
 * What came from outside (all of it, if a `string` is given) is made visible, put on one line and cut off where it is long.
 */
export function plain(text: Words | string): string {
  return asWords(text).render();
}
