import { FormatError, type FileLocales, type Unit } from '../kit/localeFormat.ts';
import { lengthHint } from '../kit/lengthHint.ts';
import { liveEntries } from '../kit/liveEntries.ts';
import { loneSurrogateReason } from '../kit/textPlace.ts';
import { unitFrom } from '../kit/unitFrom.ts';
import { escapeKey } from '../kit/unitId.ts';
import { because } from '../reasons/reason.ts';
import { columnOf, headerOf, localeColumn, sourceColumn, type CsvHeader } from './csvHeader.ts';
import { cellText, scanRows, type CsvRow } from './csvTable.ts';

/** A locale file in CSV. */
export interface CsvFile {
  readonly text: string;
  readonly header: CsvHeader;
  /** By id, in the file's order; if a key occurs twice, the last row counts. Rows without a key are omitted. */
  readonly rows: ReadonlyMap<string, CsvRow>;
  /** All rows below the header. */
  readonly allRows: readonly CsvRow[];
}

/** Parses a CSV locale file. Throws FormatError for invalid CSV, or if the header is not that of a locale file. */
export function parseCsv(text: string): CsvFile {
  const header = headerOf(text);
  if (header === undefined) {
    throw new FormatError({
      line: 1,
      column: 1,
      reason: because('csv-header'),
    });
  }
  const allRows = scanRows(text, header.delimiter).slice(1);
  const columns = {
    key: columnOf(header, 'key'),
    context: columnOf(header, 'context'),
    source: sourceColumn(header),
  };
  const { byId } = liveEntries(allRows, (row) => idOf(text, row, columns));
  return { text, header, rows: byId, allRows };
}

/** Returns the key of a row; without a key, the source's text in its context. The columns are indices. */
function idOf(
  text: string,
  { cells }: CsvRow,
  { key, context, source }: Readonly<Record<'key' | 'context' | 'source', number>>,
): string {
  const own = cellText(text, cells[key]).trim();
  if (own !== '') return escapeKey(own);
  const words = cellText(text, cells[source]);
  if (key >= 0 && context < 0) return '';
  const around = cellText(text, cells[context]).trim();
  return words === '' ? '' : (around === '' ? '' : `${escapeKey(around)}.`) + escapeKey(words);
}

/** Returns the index of the column with a locale's texts, or the source's; -1 for a locale without a column. */
export function textColumn(header: CsvHeader, locale: string | undefined): number {
  if (header.kind === 'pair' && locale !== undefined) return columnOf(header, 'target');
  return header.kind === 'several' && locale !== undefined ? localeColumn(header, locale) : sourceColumn(header);
}

export function unitsOf({ text, header, rows }: CsvFile, locale: string | undefined): readonly Unit[] {
  const column = textColumn(header, locale);
  const comments = header.columns.flatMap(({ role }, index) =>
    role === 'comment' || role === 'context' ? [index] : [],
  );
  const limit = columnOf(header, 'maxChars');
  const translatable = columnOf(header, 'translatable');
  const fuzzy = columnOf(header, 'fuzzy');
  return Array.from(rows, ([id, row]) => {
    const cell = row.cells[column];
    const value = cellText(text, cell);
    const notes = comments.map((index) => cellText(text, row.cells[index]).trim()).filter((each) => each !== '');
    const note = notes.length === 0 ? undefined : notes.join('\n');
    const maxChars =
      (limit < 0 ? undefined : limitOf(cellText(text, row.cells[limit]))) ??
      (note === undefined ? undefined : lengthHint(note));
    const reason =
      translatable >= 0 && /^(?:no|false|0|n)$/i.test(cellText(text, row.cells[translatable]).trim())
        ? because('unit-marked')
        : loneSurrogateReason(value);
    const needsWork = fuzzy >= 0 && /^(?:yes|true|1|x|y)$/i.test(cellText(text, row.cells[fuzzy]).trim());
    return unitFrom({
      id,
      text: value,
      note,
      maxChars,
      reason,
      needsWork,
      start: cell?.start ?? row.end,
      end: cell?.end ?? row.end,
    });
  });
}

function limitOf(cell: string): number | undefined {
  const digits = /^\s*(\d{1,6})\b/.exec(cell)?.[1];
  return digits === undefined || Number(digits) === 0 ? undefined : Number(digits);
}

/** Returns the locales that have columns; if the header names none, the file name decides. */
export function localesOf({ header }: CsvFile): FileLocales {
  if (header.kind !== 'several') return { source: undefined, targets: [] };
  const source = sourceColumn(header);
  const named = (index: number): string | undefined => {
    const column = header.columns[index];
    if (column?.locale === undefined) return undefined;
    // A code is reported as spelled, the name of a language as its code.
    return /^[A-Za-z]{2,3}(?:[-_][A-Za-z\d]+)*$/.test(column.name) && !/^[A-Za-z]{4,}$/.test(column.name)
      ? column.name
      : column.locale;
  };
  const targets = header.columns.flatMap((_, index) => (index === source ? [] : (named(index) ?? [])));
  return { source: named(source), targets, all: true };
}
