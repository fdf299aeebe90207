import { FormatError, type FileLocales, type Unit } from '../kit/localeFormat.ts';
import { lengthHint } from '../kit/lengthHint.ts';
import { liveEntries } from '../kit/liveEntries.ts';
import { loneSurrogateReason } from '../kit/textLocation.ts';
import { joinNotes, unitFrom } from '../kit/unitFrom.ts';
import { escapeKey } from '../kit/unitId.ts';
import { because } from '../reasons/reason.ts';
import {
  columnOf,
  dictionaryHeader,
  headerOf,
  localeColumn,
  sourceColumn,
  type CsvColumn,
  type CsvHeader,
} from './csvHeader.ts';
import { cellText, recordsStart, scanRows, type CsvRow } from './csvTable.ts';

/** A locale file in CSV. */
export interface CsvFile {
  readonly text: string;
  readonly header: CsvHeader;
  /** By id, in the file's order; if a key occurs twice, the last row counts. Rows without a key are omitted. */
  readonly rows: ReadonlyMap<string, CsvRow>;
  /** The rows without a key. */
  readonly unnamed: readonly CsvRow[];
  /** All rows below the header. */
  readonly allRows: readonly CsvRow[];
}

/** Parses a CSV locale file. Throws FormatError for invalid CSV, or if the header is not that of a locale file. */
export function parseCsv(text: string): CsvFile {
  const header = headerOf(text);
  if (header === undefined) throw new FormatError({ line: 1, column: 1, reason: because('csv-header') });
  const allRows = scanRows(text, header.delimiter).slice(1);
  const columns = { key: columnOf(header, 'key'), context: columnOf(header, 'context'), source: sourceColumn(header) };
  return { text, header, allRows, ...namedRows(allRows, (row) => idOf(text, row, columns)) };
}

/** Parses a dictionary of Magento: rows without a header, whose keys are the source texts. Throws FormatError. */
export function parseDictionary(text: string): CsvFile {
  const header = dictionaryHeader(recordsStart(text));
  const allRows = scanRows(text, header.delimiter);
  const rows = namedRows(allRows, ({ cells: [source] }) => escapeKey(cellText(text, source)));
  return { text, header, allRows, ...rows };
}

function namedRows(allRows: readonly CsvRow[], nameOf: (row: CsvRow) => string): Pick<CsvFile, 'rows' | 'unnamed'> {
  const unnamed: CsvRow[] = [];
  const { byId } = liveEntries(allRows, (row) => {
    const id = nameOf(row);
    if (id === '') unnamed.push(row);
    return id;
  });
  return { rows: byId, unnamed };
}

/** The columns that name a row, as indices; -1 for none. */
interface IdColumns {
  readonly key: number;
  readonly context: number;
  readonly source: number;
}

/** Returns the unit's id: the key of a row; without a key, the source's text in its context; '' for no unit. */
function idOf(text: string, { cells }: CsvRow, columns: IdColumns): string {
  const key = cellText(text, cells[columns.key]).trim();
  if (key !== '') return escapeKey(key);
  const sourceText = cellText(text, cells[columns.source]);
  // A file with keys and without contexts names its rows only by keys.
  const needsKey = columns.key >= 0 && columns.context < 0;
  if (sourceText === '' || needsKey) return '';
  const context = cellText(text, cells[columns.context]).trim();
  if (context === '') return escapeKey(sourceText);
  return `${escapeKey(context)}.${escapeKey(sourceText)}`;
}

/** Returns the index of the column with a locale's texts, or the source's; -1 for a locale without a column. */
export function textColumn(header: CsvHeader, locale: string | undefined): number {
  if (locale !== undefined && header.kind === 'pair') return columnOf(header, 'target');
  if (locale !== undefined && header.kind === 'several') return localeColumn(header, locale);
  return sourceColumn(header);
}

/** Returns the units of a locale, or of the source. */
export function unitsOf({ text, header, rows }: CsvFile, locale: string | undefined): readonly Unit[] {
  const textColumnIndex = textColumn(header, locale);
  const noteColumns = [...header.columns.keys()].filter((index) => isNote(header.columns[index]));
  const limitColumn = columnOf(header, 'maxChars');
  const translatableColumn = columnOf(header, 'translatable');
  const fuzzyColumn = columnOf(header, 'fuzzy');
  return Array.from(rows, ([id, row]) => {
    const textAt = (index: number): string => cellText(text, row.cells[index]).trim();
    const { start, end } = row.cells[textColumnIndex] ?? { start: row.end, end: row.end };
    const value = cellText(text, row.cells[textColumnIndex]);
    const note = joinNotes(...noteColumns.map(textAt));
    const isMarkedUntranslatable = /^(?:no|false|0|n)$/i.test(textAt(translatableColumn));
    const reason = isMarkedUntranslatable ? because('unit-marked') : loneSurrogateReason(value);
    const needsWork = /^(?:yes|true|1|x|y)$/i.test(textAt(fuzzyColumn));
    const maxChars = limitOf(textAt(limitColumn)) ?? lengthHint(note);
    return unitFrom({ id, text: value, note, maxChars, reason, needsWork, start, end });
  });
}

function isNote(column: CsvColumn | undefined): boolean {
  return column?.role === 'comment' || column?.role === 'context';
}

/** Returns the number with which a cell begins (`20 characters`); undefined for none, and for 0. */
function limitOf(cell: string): number | undefined {
  const limit = Number(/^(\d{1,6})\b/.exec(cell)?.[1] ?? 0);
  if (limit === 0) return undefined;
  return limit;
}

/** Returns the locales that have columns; if the header names none, the file name decides. */
export function localesOf({ header }: CsvFile): FileLocales {
  if (header.kind !== 'several') return { source: undefined, targets: [] };
  const source = header.columns[sourceColumn(header)];
  const targets = header.columns.filter((column) => column !== source).flatMap((column) => localeName(column) ?? []);
  // `ua`, but also `tag`: the name alone does not show whether somebody means a locale.
  const otherNames = header.columns
    .filter(({ role, name }) => role === 'other' && /^[a-z]{2,3}(?:[-_][A-Za-z]{2,4})?$/i.test(name))
    .map(({ name }) => name);
  return { source: localeName(source), targets, all: true, ...(otherNames.length > 0 && { otherNames }) };
}

/** Returns the locale of a column: a code as it is spelled, the code for the name of a language. */
function localeName(column: CsvColumn | undefined): string | undefined {
  if (column?.locale === undefined) return undefined;
  // `pt-BR`, `zh_Hans`; not `German`.
  const isCode = /^[A-Za-z]{2,3}(?:[-_][A-Za-z\d]+)*$/.test(column.name);
  if (isCode) return column.name;
  return column.locale;
}
