import type { LocaleFormat } from '../format.ts';
import { provenFormat } from '../provenFormat.ts';
import { formatErrorAt } from '../textPlace.ts';
import { headerOf } from './csvHeader.ts';
import { localesOf, parseCsv, unitsOf, type CsvFile } from './csvUnits.ts';
import { editCsv } from './csvWrite.ts';

/**
 * CSV with a column a locale, or with a source and a target column; delimited by commas, semicolons, tabs or bars. A row is a
 * unit, named by its key or, without one, by its source text. Columns of comments and length limits are understood by name.
 */
export const csv: LocaleFormat = provenFormat({
  id: 'csv',
  locales: (text) => localesOf(parseCsv(text)),
  units: (text, locale) => unitsOf(parseOf(text, false), locale),
  edits: editCsv,
});

/** CSV with a key and a text a row: a file a locale. */
export const csvTexts: LocaleFormat = provenFormat({
  id: 'csv-texts',
  units: (text) => unitsOf(parseOf(text, true), undefined),
  edits: editCsv,
});

/** The kind of locale file that a text is by its first row; undefined for any other table. */
export function csvKind(text: string): 'csv' | 'csv-texts' | undefined {
  // No header is longer, and most files with the ending are no locale files.
  const header = headerOf(text.slice(0, 100_000));
  return header === undefined ? undefined : header.kind === 'single' ? 'csv-texts' : 'csv';
}

function parseOf(text: string, isSingle: boolean): CsvFile {
  const file = parseCsv(text);
  if ((file.header.kind === 'single') === isSingle) return file;
  throw formatErrorAt(text, 0, isSingle ? 'This table has a column for more than one language.' : 'This table has neither columns for locales nor a source and a target column.');
}
