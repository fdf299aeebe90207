/** A protected stretch of a text, brackets included. */
export interface BracketSpan {
  readonly start: number;
  readonly end: number;
}

/** What is wrong with the brackets of a text. */
export type BracketFault = 'unclosed' | 'nested';

const brackets = /\[{3,}|\]{3,}/gu;

/**
 * Finds what stands in `[[[ ]]]`. A run of more than three brackets is one opening or closing, and those over three belong to
 * what is protected: `[[[[%s]]]]` protects `[%s]`. What closes nothing is text. An opening without a closing protects nothing
 * and is the fault `unclosed` (contract §1: the brackets must be closed); an opening within a protected stretch is `nested`,
 * for which no meaning is known.
 */
export function findBrackets(text: string): { readonly spans: readonly BracketSpan[]; readonly fault?: BracketFault } {
  const spans: BracketSpan[] = [];
  let open: number | undefined;
  let isNested = false;
  for (const match of text.matchAll(brackets)) {
    if (match[0].startsWith('[')) {
      isNested ||= open !== undefined;
      open ??= match.index;
    } else if (open !== undefined) {
      spans.push({ start: open, end: match.index + match[0].length });
      open = undefined;
    }
  }
  if (open !== undefined) return { spans, fault: 'unclosed' };
  return isNested ? { spans, fault: 'nested' } : { spans };
}
