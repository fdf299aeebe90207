import { afterLineEnd, isLineEnd } from '../kit/lineScan.ts';
import { formatErrorAt } from '../kit/textLocation.ts';
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

/** The characters that may separate cells. */
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
  let offset = recordsStart(text);
  while (offset < length && rows.length < limit) {
    const rowStart = offset;
    const cells: CsvCell[] = [];
    for (;;) {
      const cellStart = offset;
      if (text.charCodeAt(offset) === quoteCode) {
        offset = quotedEnd(text, offset, delimiterCode);
        // Without the whitespace after the closing quote.
        cells.push({ start: cellStart, end: text.lastIndexOf('"', offset - 1) + 1 });
      } else {
        offset = bareEnd(text, offset, delimiterCode);
        cells.push({ start: cellStart, end: offset });
      }
      if (text.charCodeAt(offset) !== delimiterCode) break;
      offset += 1;
    }
    // A line with a single empty or whitespace-only cell is not a record.
    if (cells.length > 1 || text.slice(rowStart, offset).trim() !== '')
      rows.push({ cells, start: rowStart, end: offset });
    offset = afterLineEnd(text, offset);
  }
  return rows;
}

const quoteCode = 0x22;
const space = 0x20;

/** Returns the end of a cell without quotes. */
function bareEnd(text: string, start: number, delimiterCode: number): number {
  let end = start;
  for (; end < text.length; end += 1) {
    const code = text.charCodeAt(end);
    if (code === delimiterCode || isLineEnd(code)) break;
  }
  return end;
}

/** Returns the offset after the closing quote and the whitespace that follows it. */
function quotedEnd(text: string, start: number, delimiterCode: number): number {
  let offset = start;
  // A doubled quote is a character of the text.
  do {
    offset = text.indexOf('"', offset + 1);
    if (offset < 0) throw formatErrorAt(text, start, because('quote-open'));
    offset += 1;
  } while (text.charCodeAt(offset) === quoteCode);
  while (text.charCodeAt(offset) === space && delimiterCode !== space) offset += 1;
  const code = text.charCodeAt(offset);
  if (offset >= text.length || code === delimiterCode || isLineEnd(code)) return offset;
  throw formatErrorAt(text, offset, because('csv-after-quote'));
}

/** Returns the decoded text of a cell; '' for a cell that its row lacks. */
export function cellText(text: string, cell: CsvCell | undefined): string {
  if (cell === undefined) return '';
  if (text.charCodeAt(cell.start) !== quoteCode || cell.end === cell.start) return text.slice(cell.start, cell.end);
  return text.slice(cell.start + 1, cell.end - 1).replaceAll('""', '"');
}

/** Whether a cell is written in quotes. */
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
