import type { Span } from '../pattern/userPattern.ts';

/** Backticks in a row. */
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
  const rows = rowsOf(text);
  const spans: Span[] = [];
  const closers = closersOf(rows);
  for (let index = 0; index < rows.length;) {
    const row = rows[index];
    if (row === undefined) break;
    const opening = row.isEscaped ? row.length - 1 : row.length;
    const closer = opening === 0 ? undefined : closers.next(row, opening, index);
    const closing = closer === undefined ? undefined : rows[closer];
    if (closer === undefined || closing === undefined) index += 1;
    else {
      spans.push({ start: row.start + row.length - opening, end: closing.start + closing.length });
      index = closer + 1;
    }
  }
  return spans;
}

function rowsOf(text: string): readonly Ticks[] {
  const rows: Ticks[] = [];
  let paragraph = 0;
  for (const match of text.matchAll(/(?<blank>\r?\n[ \t]*(?=\r?\n))|(?<slashes>\\{0,1000})(?<ticks>`+)/gu)) {
    const { slashes = '', ticks } = match.groups ?? {};
    if (ticks === undefined) paragraph += 1;
    else
      rows.push({
        start: match.index + slashes.length,
        length: ticks.length,
        isEscaped: slashes.length % 2 === 1,
        paragraph,
      });
  }
  return rows;
}

/** Finds the next run of a length; called with increasing indices. */
function closersOf(rows: readonly Ticks[]): {
  readonly next: (opener: Ticks, length: number, index: number) => number | undefined;
} {
  const byLength = new Map<string, number[]>();
  for (const [index, { length, paragraph }] of rows.entries()) {
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
