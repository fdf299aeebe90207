import { headerOf } from './csvHeader.ts';

/** Detects the kind of locale file from the first row of a text; undefined for any other table. */
export function csvKind(text: string): 'csv' | 'csv-texts' | undefined {
  // Headers are shorter than this, and most files with these extensions are not locale files.
  const header = headerOf(text.slice(0, 100_000));
  if (header === undefined) return undefined;
  if (header.kind === 'single') return 'csv-texts';
  return 'csv';
}
