import { formulaSign } from './formulaSign.ts';

type CsvCell = string | number | boolean | null | readonly string[];

/** Formats a line of a CSV file, by RFC 4180. */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/**
 * Formats a cell. Several values become lines of one cell. Text that a spreadsheet would evaluate as a formula gets an
 * apostrophe in front.
 */
function csvCell(value: CsvCell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const text = typeof value === 'string' ? value : value.join('\n');
  const inert = formulaSign(text) === undefined ? text : `'${text}`;
  return /[",\r\n]|^\s|\s$/u.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
