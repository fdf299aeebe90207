import { plain } from '../../words/plain.ts';
import type { Words } from '../../words/words.ts';

/** A failure that only the command line has, with its sentence. */
export class CliFailure extends Error {
  override readonly name = 'CliFailure';
  readonly sentence: Words;

  constructor(sentence: Words) {
    super(plain(sentence));
    this.sentence = sentence;
  }
}
