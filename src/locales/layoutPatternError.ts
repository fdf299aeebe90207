/** Why a user's layout pattern can't be used. `words/reasonSentences.ts` has a sentence for each code. */
export type LayoutPatternReason = 'several-arrows' | 'no-locale' | 'not-a-project-path' | 'unmatched-wildcard';

/** An invalid layout pattern. */
export class LayoutPatternError extends Error {
  override readonly name = 'LayoutPatternError';
  readonly reason: LayoutPatternReason;
  readonly pattern: string;

  constructor(reason: LayoutPatternReason, pattern: string) {
    super(`${reason}: ${pattern}`);
    this.reason = reason;
    this.pattern = pattern;
  }
}
