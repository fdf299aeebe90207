import { readMessage } from './read/readMessage.ts';
import type { Placeholder, PlaceholderSyntax } from './read/placeholder.ts';

/**
 * The placeholders of a text in order, never overlapping; tags and entities are among them. Offsets are UTF-16.
 * Throws an Error with a sentence for a person when a `{ pattern }` cannot be used.
 */
export function findPlaceholders(text: string, syntaxes: readonly PlaceholderSyntax[]): readonly Placeholder[] {
  return readMessage(text, syntaxes).placeholders;
}
