import { headerOf } from './csvHeader.ts';

/** The kind of locale file that a text is by its first row; undefined for any other table. */
export function csvKind(text: string): 'csv' | 'csv-texts' | undefined {
  // No header is longer, and most files with the ending are no locale files.
  const header = headerOf(text.slice(0, 100_000));
  return header === undefined ? undefined : header.kind === 'single' ? 'csv-texts' : 'csv';
}
