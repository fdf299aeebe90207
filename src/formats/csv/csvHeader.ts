import { FormatError } from '../kit/localeFormat.ts';
import { findLocale, languageOf, localeTag } from '../../base/locale.ts';
import { localeOfHeader } from './localeOfHeader.ts';
import { cellText, delimiters, scanRows, type CsvRow } from './csvTable.ts';

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

/** Names of columns, without characters other than letters and digits. The first role that lists a name applies. */
const roles: readonly (readonly [ColumnRole, string])[] = [
  [
    'key',
    'key keys id ids identifier stringid stringkey messageid messagekey msgid resourceid resourcekey resname ' +
      'textid textkey translationkey token tag slug string_id',
  ],
  ['context', 'context msgctxt'],
  ['source', 'source sourcetext sourcestring original originaltext sourcelanguage defaulttext basetext reference'],
  ['target', 'target targettext translation translatedtext targetstring translated targetlanguage'],
  ['text', 'text value string message content phrase label'],
  [
    'comment',
    'comment comments note notes description desc developercomment developercomments translatorcomment ' +
      'translatorcomments remark remarks hint hints info instructions explanation screenshotcomment',
  ],
  [
    'maxChars',
    'max maxlength maxlen maxchars maxcharacters charlimit characterlimit charslimit limit lengthlimit ' +
      'maximumlength sizelimit',
  ],
  ['translatable', 'translatable translate istranslatable'],
  ['fuzzy', 'fuzzy needswork needsreview'],
];

const roleOfName: ReadonlyMap<string, ColumnRole> = new Map(
  roles.flatMap(([role, names]) => names.split(' ').map((name) => [name, role] as const)),
);

/**
 * Returns the header of a text, read with the delimiter that gives the most columns; undefined if the header is not
 * recognized.
 */
export function headerOf(text: string): CsvHeader | undefined {
  let best: CsvHeader | undefined;
  for (const delimiter of delimiters) {
    if (!text.includes(delimiter)) continue;
    const header = headerIn(text, delimiter);
    if (header !== undefined && (best === undefined || header.columns.length > best.columns.length)) best = header;
  }
  return best;
}

/** A table with more columns is not a locale file. */
const maxColumns = 2000;

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

function columnsOf(names: readonly string[]): readonly CsvColumn[] {
  const hasOtherKey = names.some(
    (name, index) => index > 0 && roleOf(name) === 'key' && localeOfHeader(name) === undefined,
  );
  const earlierRoles = new Set<ColumnRole>();
  // A second column with the same role is `other`, except for comments.
  const columns = names.map((name, index): CsvColumn => {
    const role = roleOf(name);
    const locale = localeOfHeader(name);
    // `id` is a key in the first column, and Indonesian after a key.
    const isKey = role === 'key' && !earlierRoles.has('key') && (locale === undefined || (index === 0 && !hasOtherKey));
    if (locale !== undefined && !isKey) return { name, role: 'locale', locale };
    if (role === undefined || (earlierRoles.has(role) && role !== 'comment')) return { name, role: 'other' };
    earlierRoles.add(role);
    return { name, role };
  });
  const [first, ...others] = columns;
  if (first?.role !== 'other' || earlierRoles.has('key')) return columns;
  // If every locale has a column, the first column is the key under any name, or without one.
  if (!others.some(({ role }) => role === 'locale')) return columns;
  return [{ ...first, role: 'key' }, ...others];
}

function roleOf(name: string): ColumnRole | undefined {
  return roleOfName.get(name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''));
}

/** Returns the kind of table; undefined for one that is not a recognizable locale file. */
function kindOf(columns: readonly CsvColumn[]): CsvHeader['kind'] | undefined {
  const count = (role: ColumnRole): number => columns.filter((column) => column.role === role).length;
  const locales = columns.flatMap(({ locale }) => locale ?? []).map(localeTag);
  if (new Set(locales).size !== locales.length) return undefined;
  if (count('source') > 0 && count('target') > 0 && locales.length === 0) return 'pair';
  // Among the columns of locales, at most one without a known role for each, and one more.
  if (locales.length >= 2 && count('other') <= locales.length + 1) return 'several';
  if (locales.length === 1 && count('key') + count('source') > 0 && count('other') <= 1) return 'several';
  const texts = count('text') + count('source') + count('target');
  if (locales.length === 0 && count('key') === 1 && texts === 1 && count('other') === 0) return 'single';
  return undefined;
}

function withoutLocales(columns: readonly CsvColumn[]): readonly CsvColumn[] {
  return columns.map(({ name, role }) => ({ name, role: role === 'locale' ? 'other' : role }));
}

/** Returns the index of the column with a role; -1 if there is no such column. */
export function columnOf(header: CsvHeader, role: ColumnRole): number {
  return header.columns.findIndex((column) => column.role === role);
}

/** Returns the index of a locale's column; -1 if it has no column. */
export function localeColumn({ columns }: CsvHeader, locale: string): number {
  const spelling = findLocale(
    columns.flatMap((column) => column.locale ?? []),
    locale,
  );
  if (spelling !== undefined) return columns.findIndex((column) => column.locale === spelling);
  const name = locale.toLowerCase();
  return columns.findIndex((column) => column.locale !== undefined && column.name.toLowerCase() === name);
}

/**
 * Returns the index of the column with the source's texts. Among locales: the one named as the source; else English if
 * the columns are in alphabetical order, where the first column means nothing; else the first.
 */
export function sourceColumn(header: CsvHeader): number {
  const columnOfSource = columnOf(header, 'source');
  if (header.kind === 'single') return Math.max(columnOfSource, columnOf(header, 'target'), columnOf(header, 'text'));
  if (columnOfSource >= 0) return columnOfSource;
  const locales = header.columns.flatMap(({ locale }) => locale ?? []);
  const isSorted = locales.every((locale, index) => index === 0 || (locales[index - 1] ?? '') <= locale);
  const english = locales.find((locale) => languageOf(locale) === 'en');
  const source = (isSorted ? english : undefined) ?? locales[0];
  return header.columns.findIndex(({ locale }) => locale !== undefined && locale === source);
}
