import { columnsOf } from '../base/text/textColumns.ts';
import { formatNumber } from '../words/formatting.ts';
import { plain } from '../words/plain.ts';
import { showCharacter } from '../words/visibleText.ts';
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

/**
 * Writes results to one stream, and everything else to another one, so that results can be piped. Never in color. No
 * text, wherever it comes from, contains a character that a terminal interprets or that reorders others, except for the
 * line breaks between lines.
 */
export function createTerminal(results: TextStream, messages: TextStream): Terminal {
  return {
    result: (lines) => {
      results.write(lines.map((line) => `${lineOf(line)}\n`).join(''));
    },
    json: (value) => {
      results.write(`${escapeJson(JSON.stringify(value, undefined, 2))}\n`);
    },
    message: (text) => {
      messages.write(`${lineOf(text)}\n`);
    },
  };
}

/** Controls (Cc), lone surrogates (Cs), line separators (Zl, Zp) and what reorders text. `plain` shows other ones. */
const interpretedCharacters = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/** Also invisible characters, except joiners (U+200C/D) and emoji variants (U+FE0E/F), which act on their neighbors. */
const escapedInJson =
  /(?!\u200C|\u200D|\uFE0E|\uFE0F)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]/gu;

/** Line breaks of a sentence are the product's own, because those in texts from outside have become spaces. */
function lineOf(line: Words | string): string {
  if (typeof line === 'string') return showInterpreted(line);
  return plain(line).split('\n').map(showInterpreted).join('\n');
}

function showInterpreted(line: string): string {
  return (
    line
      // Around their parts, sentences have isolates (U+2068, U+2069), which many terminals show as boxes.
      .replaceAll(/[\u2068\u2069]/gu, '')
      .replaceAll(interpretedCharacters, showCharacter)
  );
}

/** Escapes characters in a JSON document, which keeps its values: `\u202e` for the character that reverses text. */
function escapeJson(json: string): string {
  return json.replaceAll(escapedInJson, (character) => {
    // Line breaks separate the members of the document.
    if (character === '\n') return character;
    // A character has one UTF-16 code unit or two, and each is escaped.
    const codeUnits = character.split('').map((unit) => unit.charCodeAt(0).toString(16).padStart(4, '0'));
    return codeUnits.map((codeUnit) => `\\u${codeUnit}`).join('');
  });
}

/** A cell of a table; numbers are right-aligned. */
export type Cell = Words | string | number;

/**
 * Aligns the rows of a table in the columns of a terminal, where East Asian characters are twice as wide. The first row
 * is the heading.
 */
export function tableLines(rows: readonly (readonly Cell[])[]): readonly string[] {
  const textRows = rows.map((row) => row.map((cell) => (typeof cell === 'number' ? formatNumber(cell) : plain(cell))));
  const heading = textRows[0] ?? [];
  const widths = heading.map((_, column) => Math.max(...textRows.map((row) => columnsOf(row[column] ?? ''))));
  const isRightAligned = heading.map((_, column) => rows.slice(1).some((row) => typeof row[column] === 'number'));
  const align = (text: string, column: number): string => {
    const space = ' '.repeat((widths[column] ?? 0) - columnsOf(text));
    return isRightAligned[column] === true ? space + text : text + space;
  };
  return textRows.map((row) => row.map(align).join('  ').trimEnd());
}
