import type { Span } from '../pattern/userPattern.ts';

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
  const spans: Span[] = [];
  const closers = closersOf(runs);
  for (let index = 0; index < runs.length;) {
    const run = runs[index];
    if (run === undefined) break;
    const opening = run.isEscaped ? run.length - 1 : run.length;
    const closer = opening === 0 ? undefined : closers.next(run, opening, index);
    const closing = closer === undefined ? undefined : runs[closer];
    if (closer === undefined || closing === undefined) index += 1;
    else {
      spans.push({ start: run.start + run.length - opening, end: closing.start + closing.length });
      index = closer + 1;
    }
  }
  return spans;
}

function runsIn(text: string): readonly Ticks[] {
  const runs: Ticks[] = [];
  let paragraph = 0;
  for (const match of text.matchAll(/(?<emptyLine>\r?\n[ \t]*(?=\r?\n))|(?<slashes>\\{0,1000})(?<ticks>`+)/gu)) {
    const { slashes = '', ticks } = match.groups ?? {};
    if (ticks === undefined) paragraph += 1;
    else
      runs.push({
        start: match.index + slashes.length,
        length: ticks.length,
        isEscaped: slashes.length % 2 === 1,
        paragraph,
      });
  }
  return runs;
}

/** Finds the next run of a length; called with increasing indices. */
function closersOf(runs: readonly Ticks[]): {
  readonly next: (opener: Ticks, length: number, index: number) => number | undefined;
} {
  const byLength = new Map<string, number[]>();
  for (const [index, { length, paragraph }] of runs.entries()) {
    const key = `${paragraph}:${length}`;
    const same = byLength.get(key);
    if (same === undefined) byLength.set(key, [index]);
    else same.push(index);
  }
  for (const indices of byLength.values()) indices.reverse();
  return {
    next: ({ paragraph }, length, index) => {
      const indices = byLength.get(`${paragraph}:${length}`) ?? [];
      while ((indices.at(-1) ?? Infinity) <= index) indices.pop();
      return indices.at(-1);
    },
  };
}
