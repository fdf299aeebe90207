import type { Reason } from '../../src/formats/format.ts';
import { errorSentence } from '../../src/words/errorSentence.ts';
import { formatSentence } from '../../src/words/formatSentence.ts';
import { plain } from '../../src/words/plain.ts';

/** Returns the English sentence that a user reads for a format's reason; '' for no reason. */
export function englishReason(reason: Reason | undefined): string {
  return reason === undefined ? '' : plain(formatSentence(reason));
}

/** Returns a predicate for errors whose English sentence, as a user reads it, matches a pattern. */
export function withSentence(pattern: RegExp): (error: unknown) => boolean {
  return (error) => pattern.test(plain(errorSentence(error)));
}
