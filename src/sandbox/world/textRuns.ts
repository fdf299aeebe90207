import { findBrackets } from './findBrackets.ts';

/** A range of a text: either translated or kept unchanged. */
export interface TextRun {
  readonly kind: 'plain' | 'protected' | 'tag' | 'comment' | 'entity';
  readonly text: string;
}

/**
 * Elements, declarations, processing instructions and character references. No match contains another `<`, so matching
 * is linear.
 */
const markup = new RegExp(
  [
    // `<a title="1 > 0">`, else up to the first `>`.
    /<[/!?]?[a-zA-Z](?:[^<>"']|"[^"<]*"|'[^'<]*')*>/u,
    /<[/!?]?[a-zA-Z][^<>]*>/u,
    /&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[a-zA-Z]\w{0,31});/u,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gu',
);

/**
 * Splits a text into runs; joined, they are the text again. `[[[ ]]]` ranges are protected, including their brackets.
 * Unclosed brackets protect nothing.
 */
export function textRuns(text: string): readonly TextRun[] {
  const runs: TextRun[] = [];
  let position = 0;
  for (const { start, end } of findBrackets(text).spans) {
    pushOpenRuns(runs, text.slice(position, start));
    runs.push({ kind: 'protected', text: text.slice(start, end) });
    position = end;
  }
  pushOpenRuns(runs, text.slice(position));
  return runs;
}

/** Splits unprotected text at markup. An XML comment may contain anything except its own end. */
function pushOpenRuns(runs: TextRun[], text: string): void {
  let start = 0;
  for (;;) {
    const commentStart = text.indexOf('<!--', start);
    const closing = commentStart < 0 ? -1 : text.indexOf('-->', commentStart + '<!--'.length);
    if (closing < 0) break;
    const commentEnd = closing + '-->'.length;
    pushMarkupRuns(runs, text.slice(start, commentStart));
    runs.push({ kind: 'comment', text: text.slice(commentStart, commentEnd) });
    start = commentEnd;
  }
  pushMarkupRuns(runs, text.slice(start));
}

function pushMarkupRuns(runs: TextRun[], text: string): void {
  let start = 0;
  for (const match of text.matchAll(markup)) {
    if (match.index > start) runs.push({ kind: 'plain', text: text.slice(start, match.index) });
    runs.push({ kind: match[0].startsWith('&') ? 'entity' : 'tag', text: match[0] });
    start = match.index + match[0].length;
  }
  if (start < text.length) runs.push({ kind: 'plain', text: text.slice(start) });
}
