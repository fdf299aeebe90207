import { findBrackets } from './bracketRules.ts';

/** A stretch of a text: what is to be translated, or what stays as it is. */
export interface TextRun {
  readonly kind: 'plain' | 'protected' | 'tag' | 'comment' | 'entity';
  readonly text: string;
}

/** Elements, declarations and processing instructions; and character references. None of them spans another `<`, so matching is linear. */
const markup =
  /<[/!?]?[a-zA-Z](?:[^<>"']|"[^"<]*"|'[^'<]*')*>|<[/!?]?[a-zA-Z][^<>]*>|&(?:#\d{1,7}|#x[\da-fA-F]{1,6}|[a-zA-Z]\w{0,31});/gu;

/**
 * Cuts a text into runs; joined, they are the text again. What stands in `[[[ ]]]` is protected, brackets
 * included. Brackets that are not closed protect nothing.
 */
export function textRuns(text: string): readonly TextRun[] {
  const runs: TextRun[] = [];
  let from = 0;
  for (const { start, end } of findBrackets(text).spans) {
    pushOpenRuns(runs, text.slice(from, start));
    runs.push({ kind: 'protected', text: text.slice(start, end) });
    from = end;
  }
  pushOpenRuns(runs, text.slice(from));
  return runs;
}

/** A comment may hold anything but its own end. */
function pushOpenRuns(runs: TextRun[], text: string): void {
  let from = 0;
  for (;;) {
    const open = text.indexOf('<!--', from);
    const close = open < 0 ? -1 : text.indexOf('-->', open + 4);
    if (close < 0) break;
    pushMarkupRuns(runs, text.slice(from, open));
    runs.push({ kind: 'comment', text: text.slice(open, close + 3) });
    from = close + 3;
  }
  pushMarkupRuns(runs, text.slice(from));
}

function pushMarkupRuns(runs: TextRun[], text: string): void {
  let from = 0;
  for (const match of text.matchAll(markup)) {
    if (match.index > from) runs.push({ kind: 'plain', text: text.slice(from, match.index) });
    runs.push({ kind: match[0].startsWith('&') ? 'entity' : 'tag', text: match[0] });
    from = match.index + match[0].length;
  }
  if (from < text.length) runs.push({ kind: 'plain', text: text.slice(from) });
}
