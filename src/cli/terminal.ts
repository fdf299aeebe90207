import { columnsOf } from '../base/textColumns.ts';
import { formatNumber } from '../words/formatting.ts';
import { plain } from '../words/plain.ts';
import type { Words } from '../words/words.ts';

/** Where results and messages go. */
export interface Terminal {
  /** Writes lines of a result. */
  result(lines: readonly (Words | string)[]): void;
  /** Writes a result as one JSON document. */
  json(value: unknown): void;
  /** Writes a warning or an error. */
  message(text: Words): void;
}

/** A stream of text, such as standard output. */
export interface TextStream {
  write(text: string): unknown;
}

/** Writes results to one stream, and everything else to another one, so that results can be piped. Never in color. */
export function createTerminal(results: TextStream, messages: TextStream): Terminal {
  return {
    result: (lines) => {
      results.write(lines.map((line) => `${typeof line === 'string' ? line : plain(line)}\n`).join(''));
    },
    json: (value) => {
      results.write(`${JSON.stringify(value, undefined, 2)}\n`);
    },
    message: (text) => {
      messages.write(`${plain(text)}\n`);
    },
  };
}

/** A cell of a table; numbers are right-aligned. */
export type Cell = Words | string | number;

/**
 * Aligns the rows of a table in the columns of a terminal, where East Asian characters are twice as wide. The first row
 * is the heading.
 */
export function tableLines(rows: readonly (readonly Cell[])[]): readonly string[] {
  const texts = rows.map((row) => row.map((cell) => (typeof cell === 'number' ? formatNumber(cell) : plain(cell))));
  const widths = (texts[0] ?? []).map((_, column) => Math.max(...texts.map((row) => columnsOf(row[column] ?? ''))));
  const isNumber = widths.map((_, column) => rows.slice(1).some((row) => typeof row[column] === 'number'));
  return texts.map((row) =>
    row
      .map((text, column) => {
        const space = ' '.repeat((widths[column] ?? 0) - columnsOf(text));
        return isNumber[column] === true ? space + text : text + space;
      })
      .join('  ')
      .trimEnd(),
  );
}
