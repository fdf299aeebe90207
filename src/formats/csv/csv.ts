import type { LocaleFormat } from '../kit/localeFormat.ts';
import { keptWhileWriting } from '../kit/keptWhileWriting.ts';
import { provenFormat } from '../kit/provenFormat.ts';
import { formatErrorAt } from '../kit/textLocation.ts';
import { because } from '../reasons/reason.ts';
import { omittedIn } from './csvOmitted.ts';
import { localesOf, parseCsv, parseDictionary, unitsOf, type CsvFile } from './csvUnits.ts';
import { editCsv } from './editCsv.ts';

/**
 * CSV with a column for each locale, or with a source and a target column; delimited by commas, semicolons, tabs or
 * vertical bars. Each row is a unit, named by its key or, without a key, by its source text. Columns of comments and
 * length limits are recognized by name.
 */
export const csv: LocaleFormat = keptWhileWriting(parseCsv, (fileOf) =>
  provenFormat({
    id: 'csv',
    locales: (text) => localesOf(fileOf(text)),
    units: (text, locale) => unitsOf(severalLocales(fileOf(text)), locale),
    omitted: (text, locale) => omittedIn(fileOf(text), locale),
    edits: (change) => editCsv(change, fileOf),
  }),
);

/** CSV with a key and a text in each row: one file for each locale. */
export const csvTexts: LocaleFormat = keptWhileWriting(parseCsv, (fileOf) =>
  provenFormat({
    id: 'csv-texts',
    units: (text) => unitsOf(oneLocale(fileOf(text)), undefined),
    omitted: (text) => omittedIn(fileOf(text), undefined),
    edits: (change) => editCsv(change, fileOf),
  }),
);

/** The dictionaries of Magento: a source text and its translation in each row, one file for each locale. */
export const magento: LocaleFormat = keptWhileWriting(parseDictionary, (fileOf) =>
  provenFormat({
    id: 'magento',
    units: (text) => unitsOf(fileOf(text), undefined),
    omitted: (text) => omittedIn(fileOf(text), undefined),
    edits: (change) => editCsv(change, fileOf),
  }),
);

function severalLocales(file: CsvFile): CsvFile {
  if (file.header.kind !== 'single') return file;
  throw formatErrorAt(file.text, 0, because('csv-no-locales'));
}

function oneLocale(file: CsvFile): CsvFile {
  if (file.header.kind === 'single') return file;
  throw formatErrorAt(file.text, 0, because('csv-several-languages'));
}
