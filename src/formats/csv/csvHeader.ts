import { FormatError } from '../kit/localeFormat.ts';
import { findLocale, languageOf, localeTag } from '../../base/locale.ts';
import { localeOfHeader } from './localeOfHeader.ts';
import { cellText, delimiters, scanRows, type CsvRow } from './csvTable.ts';

/** What a column contains; `locale`: the texts of the locale that the column names. */
export type ColumnRole =
  | 'key'
  | 'context'
  | 'source'
  | 'target'
  | 'text'
  | 'comment'
  | 'maxChars'
  | 'translatable'
  | 'fuzzy'
  | 'locale'
  | 'other';

export interface CsvColumn {
  readonly name: string;
  readonly role: ColumnRole;
  /** BCP 47; only for a locale's column. */
  readonly locale?: string;
}

/**
 * The columns as the first record names them. `several`: a column for each locale; `pair`: a source and a target
 * column; `single`: a key and a text, one file for each locale.
 */
export interface CsvHeader {
  readonly kind: 'several' | 'pair' | 'single';
  readonly delimiter: string;
  readonly columns: readonly CsvColumn[];
  readonly row: CsvRow;
}

/**
 * Returns the header of a dictionary of Magento, which has none of its own: the source text, its translation and perhaps
 * the kind and the name of the part of the shop that uses it.
 */
export function dictionaryHeader(start: number): CsvHeader {
  const columns: readonly CsvColumn[] = [
    { name: 'source', role: 'key' },
    { name: 'translation', role: 'text' },
    { name: 'type', role: 'other' },
    { name: 'module', role: 'other' },
  ];
  return { kind: 'single', delimiter: ',', columns, row: { cells: [], start, end: start } };
}

/** Whether a table has no row with the names of its columns; then a row may have fewer cells than there are columns. */
export function isWithoutNames({ row }: CsvHeader): boolean {
  return row.cells.length === 0;
}

/** Names of columns, without characters other than letters and digits. */
const namesByRole: readonly (readonly [ColumnRole, string])[] = [
  ['key', 'key keys id ids identifier stringid stringkey messageid messagekey msgid resourceid resourcekey resname'],
  ['key', 'textid textkey translationkey token tag slug string_id'],
  ['context', 'context msgctxt'],
  ['source', 'source sourcetext sourcestring original originaltext sourcelanguage defaulttext basetext reference'],
  ['target', 'target targettext translation translatedtext targetstring translated targetlanguage'],
  ['text', 'text value string message content phrase label'],
  ['comment', 'comment comments note notes description desc developercomment developercomments translatorcomment'],
  ['comment', 'translatorcomments remark remarks hint hints info instructions explanation screenshotcomment'],
  ['maxChars', 'max maxlength maxlen maxchars maxcharacters charlimit characterlimit charslimit limit lengthlimit'],
  ['maxChars', 'maximumlength sizelimit'],
  ['translatable', 'translatable translate istranslatable'],
  ['fuzzy', 'fuzzy needswork needsreview'],
];

const roleOfName: ReadonlyMap<string, ColumnRole> = new Map(
  namesByRole.flatMap(([role, names]) => names.split(' ').map((name) => [name, role] as const)),
);

/** Returns the header, read with the delimiter that gives the most columns; undefined if it is not recognized. */
export function headerOf(text: string): CsvHeader | undefined {
  let widestHeader: CsvHeader | undefined;
  for (const delimiter of delimiters) {
    if (!text.includes(delimiter)) continue;
    const header = headerIn(text, delimiter);
    if (header !== undefined && (widestHeader === undefined || header.columns.length > widestHeader.columns.length))
      widestHeader = header;
  }
  return widestHeader;
}

/** A table with more columns is not a locale file. */
const maxColumns = 2000;

/** Returns the header with this delimiter; undefined if it is not that of a locale file. */
function headerIn(text: string, delimiter: string): CsvHeader | undefined {
  const row = firstRow(text, delimiter);
  if (row === undefined || row.cells.length < 2 || row.cells.length > maxColumns) return undefined;
  const columns = columnsOf(row.cells.map((cell) => cellText(text, cell).trim()));
  const kind = kindOf(columns);
  if (kind === undefined) return undefined;
  return { kind, delimiter, columns: kind === 'several' ? columns : withoutLocales(columns), row };
}

/** Returns the first row; undefined if the quotes are invalid with this delimiter. */
function firstRow(text: string, delimiter: string): CsvRow | undefined {
  try {
    return scanRows(text, delimiter, 1)[0];
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}

/** Returns the columns with these names, in their order. */
function columnsOf(names: readonly string[]): readonly CsvColumn[] {
  // As in `id,key,en`, where the first column is Indonesian.
  const hasOtherKey = names.slice(1).some((name) => roleOf(name) === 'key' && localeOfHeader(name) === undefined);
  const isFirstWord = !hasOtherKey && isRareCode(names[0] ?? '') && !names.some((name) => roleOf(name) === 'source');
  const earlierRoles = new Set<ColumnRole>();
  // A second column with the same role is `other`, except for comments.
  const columns = names.map((name, index): CsvColumn => {
    const role = roleOf(name);
    // `str` of `str,en,de` names the keys; it is also the code of a rare language.
    const locale = index === 0 && isFirstWord ? undefined : localeOfHeader(name);
    // `id` is a key in the first column, and Indonesian after a key.
    const mayBeKey = locale === undefined || (index === 0 && !hasOtherKey);
    const isKey = role === 'key' && !earlierRoles.has('key') && mayBeKey;
    if (locale !== undefined && !isKey) return { name, role: 'locale', locale };
    if (role === undefined || (earlierRoles.has(role) && role !== 'comment')) return { name, role: 'other' };
    earlierRoles.add(role);
    return { name, role };
  });
  const [firstColumn, ...otherColumns] = columns;
  if (firstColumn?.role !== 'other' || earlierRoles.has('key')) return columns;
  // If every locale has a column, the first column is the key under any name, or without one.
  if (!otherColumns.some(({ role }) => role === 'locale')) return columns;
  return [{ ...firstColumn, role: 'key' }, ...otherColumns];
}

/** Whether a column's name is only the code of a language for which the platform has no data: `str`, `txt`, `var`. */
function isRareCode(name: string): boolean {
  return /^[a-z]{3}$/i.test(name) && Intl.PluralRules.supportedLocalesOf([name]).length === 0;
}

/** Returns the role of a column's name: `Max. Length` → `maxlength` → `maxChars`. */
function roleOf(name: string): ColumnRole | undefined {
  return roleOfName.get(name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''));
}

/** Returns the kind of table; undefined for one that is not a recognizable locale file. */
function kindOf(columns: readonly CsvColumn[]): CsvHeader['kind'] | undefined {
  const countOf = (role: ColumnRole): number => columns.filter((column) => column.role === role).length;
  const locales = columns.flatMap(({ locale }) => locale ?? []).map(localeTag);
  const hasRepeatedLocale = new Set(locales).size !== locales.length;
  if (hasRepeatedLocale) return undefined;
  // `id,source,target`
  if (countOf('source') > 0 && countOf('target') > 0 && locales.length === 0) return 'pair';
  // `key,en,de`: at most one column without a known role for each locale, and one more.
  if (locales.length >= 2 && countOf('other') <= locales.length + 1) return 'several';
  // `key,en` or `source,de`
  if (locales.length === 1 && countOf('key') + countOf('source') > 0 && countOf('other') <= 1) return 'several';
  // `key,text`
  const textColumnCount = countOf('text') + countOf('source') + countOf('target');
  if (locales.length === 0 && countOf('key') === 1 && textColumnCount === 1 && countOf('other') === 0) return 'single';
  return undefined;
}

/** Returns the columns of a table without locales, in which a column such as `it` has another meaning. */
function withoutLocales(columns: readonly CsvColumn[]): readonly CsvColumn[] {
  return columns.map(({ name, role }) => ({ name, role: role === 'locale' ? 'other' : role }));
}

/** Returns the index of the column with a role; -1 if there is no such column. */
export function columnOf(header: CsvHeader, role: ColumnRole): number {
  return header.columns.findIndex((column) => column.role === role);
}

/** Returns the index of a locale's column; -1 if it has no column. */
export function localeColumn({ columns }: CsvHeader, locale: string): number {
  const columnLocales = columns.flatMap((column) => column.locale ?? []);
  const sameLocale = findLocale(columnLocales, locale);
  if (sameLocale !== undefined) return columns.findIndex((column) => column.locale === sameLocale);
  // The locale may be given as its column is named: `German`.
  const name = locale.toLowerCase();
  return columns.findIndex((column) => column.locale !== undefined && column.name.toLowerCase() === name);
}

/**
 * Returns the index of the column with the source's texts. Among locales: the one named as the source; else English if
 * the columns are in alphabetical order, where the first column means nothing; else the first.
 */
export function sourceColumn(header: CsvHeader): number {
  const columnOfSource = columnOf(header, 'source');
  // A table with one column of texts: the other two are -1.
  if (header.kind === 'single') return Math.max(columnOfSource, columnOf(header, 'target'), columnOf(header, 'text'));
  if (columnOfSource >= 0) return columnOfSource;
  const locales = header.columns.flatMap(({ locale }) => locale ?? []);
  const isSorted = locales.every((locale, index) => index === 0 || (locales[index - 1] ?? '') <= locale);
  const englishLocale = locales.find((locale) => languageOf(locale) === 'en');
  const sourceLocale = (isSorted ? englishLocale : undefined) ?? locales[0];
  return header.columns.findIndex(({ locale }) => locale !== undefined && locale === sourceLocale);
}
