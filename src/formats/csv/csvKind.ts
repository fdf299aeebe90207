import { headerOf } from './csvHeader.ts';

/**
 * Matches the dictionaries of Magento's modules, themes and language packages: `i18n/de_DE.csv`,
 * `app/i18n/acme/de_de/de_DE.csv`, `i18n/zh_Hans_CN.csv`.
 */
const dictionaryFile = /(?:^|[\\/])i18n[\\/](?:[^\\/]+[\\/])*[a-z]{2,3}(?:_[A-Z][a-z]{3})?_[A-Z]{2}\.csv$/;

/** Whether a file is a dictionary of Magento, whose rows are texts from the first one on. */
export function isDictionary(path: string, text: string): boolean {
  return dictionaryFile.test(path) && csvKind(text) === undefined;
}

/** Detects the kind of locale file from the first row of a text; undefined for any other table. */
export function csvKind(text: string): 'csv' | 'csv-texts' | undefined {
  // Headers are shorter than this, and most files with these extensions are not locale files.
  const header = headerOf(text.slice(0, 100_000));
  if (header === undefined) return undefined;
  if (header.kind === 'single') return 'csv-texts';
  return 'csv';
}
