import { readMessage } from './read/readMessage.ts';
import type { Placeholder, PlaceholderSyntax } from './read/placeholder.ts';

/**
 * Returns the placeholders of a text in order, without overlaps; tags and entities are included. Offsets are UTF-16.
 * Throws an Error with a message for the user if a `{ pattern }` is invalid.
 */
export function findPlaceholders(text: string, syntaxes: readonly PlaceholderSyntax[]): readonly Placeholder[] {
  return readMessage(text, syntaxes).placeholders;
}
