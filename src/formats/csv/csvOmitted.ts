import { hasWords } from '../../base/text/hasWords.ts';
import type { OmittedEntry } from '../kit/localeFormat.ts';
import { because } from '../reasons/reason.ts';
import { cellText, type CsvRow } from './csvTable.ts';
import { textColumn, type CsvFile } from './csvUnits.ts';

/** Returns the rows without a key whose text in a locale, or in the source, has words, and the texts without a column. */
export function* omittedIn(file: CsvFile, locale: string | undefined): Iterable<OmittedEntry> {
  const { text, header, unnamed, allRows } = file;
  const column = textColumn(header, locale);
  const hasText = (row: CsvRow, index: number): boolean => hasWords(cellText(text, row.cells[index]));
  for (const row of unnamed) if (hasText(row, column)) yield { start: row.start, reason: because('entry-no-key') };
  const nameless = [...header.columns.keys()].filter((index) => header.columns[index]?.name === '');
  for (const row of allRows) {
    const others = [...row.cells.keys()].slice(header.columns.length);
    const index = [...nameless, ...others].find((cell) => hasText(row, cell));
    if (index !== undefined) yield { start: row.cells[index]?.start ?? row.start, reason: because('entry-no-heading') };
  }
}
