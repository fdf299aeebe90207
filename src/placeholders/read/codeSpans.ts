import type { Span } from '../pattern/compileUserPattern.ts';

/** Backticks in a run. */
interface Ticks {
  readonly start: number;
  readonly length: number;
  /** A backslash before them escapes the first one, but only where they would open a span: inside a span it is text. */
  readonly isEscaped: boolean;
  /** The number of empty lines before them: a span cannot contain one. */
  readonly paragraph: number;
}

/**
 * Returns the code spans of a Markdown text, including their backticks (CommonMark 0.31.2, §6.1): they end at the next
 * run of exactly as many backticks. Takes linear time.
 */
export function codeSpans(text: string): readonly Span[] {
  if (!text.includes('`')) return [];
  const runs = runsIn(text);
  // Reversed: `at(-1)` is the first run that is left, and `pop` removes it.
  const runsByParagraphAndLength = Map.groupBy(runs.toReversed(), ({ paragraph, length }) => `${paragraph}:${length}`);
  const spans: Span[] = [];
  let lastEnd = 0;
  for (const { start, length, isEscaped, paragraph } of runs) {
    if (start < lastEnd) continue;
    // A backslash before the run makes its first backtick text.
    const openingLength = isEscaped ? length - 1 : length;
    const closers = runsByParagraphAndLength.get(`${paragraph}:${openingLength}`) ?? [];
    // Only later runs can close this one.
    while ((closers.at(-1)?.start ?? Infinity) <= start) closers.pop();
    const closer = closers.at(-1);
    if (closer === undefined) continue;
    lastEnd = closer.start + closer.length;
    // One later if the first backtick is text.
    spans.push({ start: start + length - openingLength, end: lastEnd });
  }
  return spans;
}

function runsIn(text: string): readonly Ticks[] {
  const runs: Ticks[] = [];
  let paragraph = 0;
  // An empty line; or backticks with the backslashes before them.
  for (const match of text.matchAll(/(?<emptyLine>\r?\n[ \t]*(?=\r?\n))|(?<slashes>\\{0,1000})(?<ticks>`+)/gu)) {
    const { slashes = '', ticks } = match.groups ?? {};
    // Two backslashes are an escaped backslash: only an odd one escapes the backtick.
    const isEscaped = slashes.length % 2 === 1;
    if (ticks === undefined) paragraph += 1;
    else runs.push({ start: match.index + slashes.length, length: ticks.length, isEscaped, paragraph });
  }
  return runs;
}
