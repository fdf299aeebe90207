import { textRuns } from './textRuns.ts';

/** “Write the number as [[[%d]]]”, as in notes for translators and in revision requests. */
const requests = /\bwrite (?:the number|it) as (\[{3,}[^[\]\n][^\n]{0,200}?\]{3,})/gu;

/** A number of its own, not a part of a name, a version or a range. */
const number = /(?<![\p{L}\p{N}.,:/-])\d{1,3}(?![\p{L}\p{N}%-]|[.,:/]\d)/u;

/**
 * Returns the text with the protected parts that the customer asks for and the text lacks, as a translator would write
 * them: in the place of a number, otherwise before the first word.
 */
export function withRequestedParts(text: string, comments: readonly string[]): string {
  const parts = new Set(comments.flatMap((comment) => [...comment.matchAll(requests)].map(([, part = '']) => part)));
  return [...parts].reduce((changed, part) => (changed.includes(part) ? changed : withPart(changed, part)), text);
}

function withPart(text: string, part: string): string {
  const withPartBefore = (words: string): string => `${part} ${words}`;
  return (
    replaceInPlainText(text, number, () => part) ??
    replaceInPlainText(text, /\p{L}/u, withPartBefore) ??
    withPartBefore(text)
  );
}

/** Replaces the first match outside protected ranges and markup; undefined if there is none. */
function replaceInPlainText(text: string, pattern: RegExp, replace: (match: string) => string): string | undefined {
  const runs = textRuns(text);
  const runIndex = runs.findIndex((run) => run.kind === 'plain' && pattern.test(run.text));
  if (runIndex < 0) return undefined;
  return runs.map((run, index) => (index === runIndex ? run.text.replace(pattern, replace) : run.text)).join('');
}
