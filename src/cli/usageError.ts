import { plain } from '../words/plain.ts';
import type { Words } from '../words/words.ts';

/** The command line can't be run as it was called: an argument, the environment or a settings file is wrong. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly sentence: Words;

  constructor(sentence: Words) {
    super(plain(sentence));
    this.sentence = sentence;
  }
}
