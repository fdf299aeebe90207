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
  if (value === true) return 'yes';
  if (value === false) return 'no';
  if (typeof value === 'number') return String(value);
  let text = [value].flat().join('\n');
  if (formulaSign(text) !== undefined) text = `'${text}`;
  if (/[",\r\n]|^\s|\s$/u.test(text)) text = `"${text.replaceAll('"', '""')}"`;
  return text;
}
