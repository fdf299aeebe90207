/** A protected range of a text, including its brackets. */
export interface BracketSpan {
  readonly start: number;
  readonly end: number;
}

/** An error in the brackets of a text. */
export type BracketFault = 'unclosed' | 'nested';

const brackets = /\[{3,}|\]{3,}/gu;

/**
 * Finds `[[[ ]]]` ranges. A run of more than three brackets is one opening or closing sequence, and the extra brackets
 * belong to the protected text: `[[[[%s]]]]` protects `[%s]`. A closing sequence without an opening one is plain text.
 * An opening sequence without a closing one protects nothing and is the fault `unclosed` (contract §1: the brackets
 * must be closed). An opening sequence within a protected range is the fault `nested`; the contract does not define it.
 */
export function findBrackets(text: string): { readonly spans: readonly BracketSpan[]; readonly fault?: BracketFault } {
  const spans: BracketSpan[] = [];
  let openStart: number | undefined;
  let isNested = false;
  for (const match of text.matchAll(brackets)) {
    if (match[0].startsWith('[')) {
      isNested ||= openStart !== undefined;
      openStart ??= match.index;
    } else if (openStart !== undefined) {
      spans.push({ start: openStart, end: match.index + match[0].length });
      openStart = undefined;
    }
  }
  if (openStart !== undefined) return { spans, fault: 'unclosed' };
  return isNested ? { spans, fault: 'nested' } : { spans };
}
