import type { Span } from '../pattern/compileUserPattern.ts';

/** Returns a text with each of the spans replaced. They are sorted and do not overlap. */
export function replaceSpans<Item extends Span>(
  text: string,
  spans: readonly Item[],
  replacementOf: (span: Item) => string,
): string {
  let result = '';
  let lastEnd = 0;
  for (const span of spans) {
    result += text.slice(lastEnd, span.start) + replacementOf(span);
    lastEnd = span.end;
  }
  return result + text.slice(lastEnd);
}
