import * as vscode from 'vscode';
import { outside, Words, type Literal } from './words.ts';

/**
 * Returns a sentence of the product in the user's language. `{0}`, `{1}` … are filled with the arguments: each
 * `string` counts as text from outside, and is converted by the sink that shows it; numbers and `Words` are the
 * product's own. The message must be a literal, which also lets tools collect the messages.
 */
export function t<const M extends string>(
  message: M & Literal<M>,
  ...args: readonly (string | number | Words)[]
): Words {
  const pieces = vscode.l10n.t(message).split(/\{(\d+)\}/u);
  return Words.of(
    pieces.map((piece, index) => {
      const arg = index % 2 === 0 ? undefined : args[Number(piece)];
      if (arg === undefined) return index % 2 === 0 ? piece : `{${piece}}`;
      return typeof arg === 'string' ? outside(arg) : typeof arg === 'number' ? String(arg) : arg;
    }),
  );
}
