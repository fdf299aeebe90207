import type { FormatError } from '../kit/localeFormat.ts';
import { afterLineEnd, isLineEnd } from '../kit/lineScan.ts';
import { formatErrorAt } from '../kit/textPlace.ts';
import { because } from '../reasons/reason.ts';

/** A cell as it is written, quotes included; the end is exclusive. */
export interface CsvCell {
  readonly start: number;
  readonly end: number;
}

/** A record. Empty lines are not records. */
export interface CsvRow {
  readonly cells: readonly CsvCell[];
  readonly start: number;
  /** Before the line end. */
  readonly end: number;
}

export const delimiters: readonly string[] = [',', ';', '\t', '|'];

/** Returns the offset of the first record, after Excel's `sep=;` line if there is one. */
export function recordsStart(text: string): number {
  return /^sep=[,;\t|](?:\r\n|\n|\r|$)/i.exec(text.slice(0, 8))?.[0].length ?? 0;
}

/**
 * Scans the records of a text (RFC 4180), at most `limit` of them. A cell that begins with a quote ends at the next
 * quote that is not doubled; any other quote is an ordinary character. Throws FormatError for an unclosed quote and
 * for anything but whitespace after a closing quote.
 */
export function scanRows(text: string, delimiter: string, limit = Infinity): readonly CsvRow[] {
  const rows: CsvRow[] = [];
  const delimiterCode = delimiter.charCodeAt(0);
  const { length } = text;
  let at = recordsStart(text);
  while (at < length && rows.length < limit) {
    const start = at;
    const cells: CsvCell[] = [];
    for (;;) {
      const cellStart = at;
      if (text.charCodeAt(at) === quoteCode) {
        at = quotedEnd(text, at, delimiterCode);
        // Without the whitespace after the closing quote.
        cells.push({ start: cellStart, end: text.lastIndexOf('"', at - 1) + 1 });
      } else {
        at = bareEnd(text, at, delimiterCode);
        cells.push({ start: cellStart, end: at });
      }
      if (text.charCodeAt(at) !== delimiterCode) break;
      at += 1;
    }
    // A line with a single empty or whitespace-only cell is not a record.
    if (cells.length > 1 || text.slice(start, at).trim() !== '') rows.push({ cells, start, end: at });
    at = afterLineEnd(text, at);
  }
  return rows;
}

const quoteCode = 0x22;

function bareEnd(text: string, start: number, delimiterCode: number): number {
  let at = start;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === delimiterCode || isLineEnd(code)) break;
  }
  return at;
}

/** Returns the offset after the closing quote and the whitespace that follows it. */
function quotedEnd(text: string, start: number, delimiterCode: number): number {
  let at = start;
  do {
    at = text.indexOf('"', at + 1);
    if (at < 0) throw unclosed(text, start);
    at += 1;
  } while (text.charCodeAt(at) === quoteCode);
  while (text.charCodeAt(at) === 0x20 && delimiterCode !== 0x20) at += 1;
  const code = text.charCodeAt(at);
  if (at >= text.length || code === delimiterCode || isLineEnd(code)) return at;
  throw formatErrorAt(text, at, because('csv-after-quote'));
}

function unclosed(text: string, start: number): FormatError {
  return formatErrorAt(text, start, because('quote-open'));
}

/** Returns the decoded text of a cell; '' for a cell that its row lacks. */
export function cellText(text: string, cell: CsvCell | undefined): string {
  if (cell === undefined) return '';
  if (text.charCodeAt(cell.start) !== quoteCode || cell.end === cell.start) return text.slice(cell.start, cell.end);
  return text.slice(cell.start + 1, cell.end - 1).replaceAll('""', '"');
}

export function isQuoted(text: string, cell: CsvCell | undefined): boolean {
  return cell !== undefined && cell.end > cell.start && text.charCodeAt(cell.start) === quoteCode;
}

/** Returns the literal for a text: quoted if requested, or if it would otherwise be read differently. */
export function renderCell(value: string, delimiter: string, quoted: boolean): string {
  // Quotes, line ends, and whitespace or a byte order mark at an edge would be read differently.
  const needsQuotes = value.includes(delimiter) || /["\r\n]|^[ \t\ufeff]|[ \t]$/.test(value);
  if (!quoted && !needsQuotes) return value;
  return `"${value.replaceAll('"', '""')}"`;
}
