import type { TextEdit } from '../kit/localeFormat.ts';
import { insertionPlaces } from '../kit/insertionOrder.ts';
import { lineEndOf } from '../kit/lineEnd.ts';
import { spellLike } from '../../base/locale.ts';
import { refusal, type WantedChange } from '../kit/provenFormat.ts';
import { because } from '../reasons/reason.ts';
import { columnOf, sourceColumn, type CsvColumn, type CsvHeader } from './csvHeader.ts';
import { headerNamedLike } from './csvLanguages.ts';
import { cellText, isQuoted, recordsStart, renderCell, type CsvRow } from './csvTable.ts';
import { textColumn, type CsvFile } from './csvUnits.ts';

/** Returns the edits for a change of a CSV file; a locale without a column gets one after all others. */
export function editCsv(change: WantedChange, fileOf: (text: string) => CsvFile): readonly TextEdit[] {
  const { text, context, replaced, added } = change;
  if (text.trim() === '') return [{ start: 0, end: text.length, text: createCsv(change, fileOf(context.sourceText)) }];
  const file = fileOf(text);
  const column = textColumn(file.header, context.targetLocale);
  const edits = column >= 0 ? replaceCells(file, column, replaced) : appendColumn(file, replaced, context.targetLocale);
  if (added.size > 0) edits.push(...insertRows(file, fileOf(context.sourceText), change, column));
  return edits.sort((one, other) => one.start - other.start || one.end - other.end);
}

function replaceCells(file: CsvFile, column: number, replaced: ReadonlyMap<string, string>): TextEdit[] {
  const {
    text,
    header: { delimiter },
  } = file;
  const isUsuallyQuoted = quotesAll(file, column);
  return [...replaced].map(([id, value]) => {
    const row = rowOf(file, id);
    const cell = row.cells[column];
    if (cell === undefined) {
      const padding = delimiter.repeat(column - row.cells.length + 1);
      return { start: row.end, end: row.end, text: padding + renderCell(value, delimiter, isUsuallyQuoted) };
    }
    const quoted = cell.start === cell.end ? isUsuallyQuoted : isQuoted(text, cell);
    return { start: cell.start, end: cell.end, text: renderCell(value, delimiter, quoted) };
  });
}

/** Appends a cell to every row that is as long as the header, so that they keep equal lengths. */
function appendColumn(file: CsvFile, replaced: ReadonlyMap<string, string>, locale: string): TextEdit[] {
  const { header, allRows, rows } = file;
  const { delimiter, columns } = header;
  const isUsuallyQuoted = quotesAll(file, sourceColumn(header));
  const quotesNames = header.row.cells.every((cell) => isQuoted(file.text, cell));
  const texts = new Map([...replaced].map(([id, value]) => [rows.get(id), value]));
  const edits: TextEdit[] = [
    {
      start: header.row.end,
      end: header.row.end,
      text: delimiter + renderCell(headerFor(locale, columns), delimiter, quotesNames),
    },
  ];
  for (const row of allRows) {
    const value = texts.get(row);
    if (value !== undefined) {
      edits.push({
        start: row.end,
        end: row.end,
        text: delimiter.repeat(columns.length - row.cells.length + 1) + renderCell(value, delimiter, isUsuallyQuoted),
      });
    } else if (row.cells.length === columns.length) edits.push({ start: row.end, end: row.end, text: delimiter });
  }
  const tooLong = allRows.find((row) => texts.has(row) && row.cells.length > columns.length);
  if (tooLong !== undefined) throw refusal(because('csv-row-too-long', locale));
  return edits;
}

/** Returns the header for a locale, in the style of the other columns. */
function headerFor(locale: string, columns: readonly CsvColumn[]): string {
  const others = columns.filter((column) => column.locale !== undefined).map((column) => column.name);
  const like = others.find((name) => /[-_]/.test(name)) ?? others.at(-1) ?? locale;
  return headerNamedLike(locale, like) ?? spellLike(locale, like);
}

function insertRows(file: CsvFile, source: CsvFile, change: WantedChange, column: number): TextEdit[] {
  const { rows, header } = file;
  const eol = lineEndOf(/[\r\n]/.test(file.text) ? file.text : source.text);
  const location = column >= 0 ? column : header.columns.length;
  const { columns } = header;
  const filling: RowFilling = {
    source,
    target: file,
    location,
    from: columns.map((column) => columnLike(column, source.header)),
    quotes: [...columns.map((_, index) => quotesAll(file, index)), quotesAll(file, sourceColumn(header))],
  };
  const render = (id: string): string => rowFor(id, change.added.get(id) ?? '', filling);
  return insertionPlaces([...source.rows.keys()], rows, change.added).map(({ ids, after, before }) => {
    if (after === undefined && before !== undefined) {
      const at = rowOf(file, before).start;
      return { start: at, end: at, text: ids.map((id) => render(id) + eol).join('') };
    }
    const at = after === undefined ? (file.allRows.at(-1) ?? header.row).end : rowOf(file, after).end;
    return { start: at, end: at, text: ids.map((id) => eol + render(id)).join('') };
  });
}

/** How the rows of a file are filled. */
interface RowFilling {
  readonly source: CsvFile;
  readonly target: CsvFile;
  /** The column of the texts; after the last column if it does not exist yet. */
  readonly location: number;
  /** For each column, the index of the source's column that its cells are copied from, or -1. */
  readonly from: readonly number[];
  /** For each column, and for one additional column, whether its cells are quoted without need. */
  readonly quotes: readonly boolean[];
}

function columnLike({ role, name }: CsvColumn, source: CsvHeader): number {
  if (role === 'locale' || role === 'fuzzy') return -1;
  if (role === 'key') return columnOf(source, 'key');
  return role === 'source' ? sourceColumn(source) : source.columns.findIndex((each) => each.name === name);
}

/** Returns a row for the target's columns: the text, and the source's cells in columns of the same name. */
function rowFor(id: string, value: string, { source, target, location, from, quotes }: RowFilling): string {
  const { delimiter, columns } = target.header;
  const row = source.rows.get(id);
  const render = (text: string, index: number): string => renderCell(text, delimiter, quotes[index] ?? false);
  const cells = columns.map((_, index) => {
    if (index === location) return render(value, index);
    const text = cellText(source.text, row?.cells[from[index] ?? -1]);
    return text === '' ? '' : render(text, index);
  });
  if (location >= columns.length) cells.push(render(value, location));
  return cells.join(delimiter);
}

/**
 * Returns the source's header and rows with the target's texts; if there are columns for several locales, only the
 * target's.
 */
function createCsv({ context, added }: WantedChange, source: CsvFile): string {
  const { text, header } = source;
  const { delimiter, columns, kind } = header;
  const location = kind === 'pair' ? columnOf(header, 'target') : sourceColumn(header);
  const keepsSource = kind === 'several' && columnOf(header, 'key') < 0;
  const isKept = (index: number): boolean =>
    kind !== 'several' || columns[index]?.role !== 'locale' || index === location;
  const quoted = quotesAll(source, sourceColumn(header));
  const line = (row: CsvRow, value: string, isHeader: boolean): string => {
    const cells = columns.flatMap((column, index) => {
      if (!isKept(index) || (index === location && !keepsSource && !(isHeader && kind !== 'several')))
        return index === location ? [value] : [];
      const cell = row.cells[index];
      const own = cell === undefined || (column.role === 'fuzzy' && !isHeader) ? '' : text.slice(cell.start, cell.end);
      return keepsSource && index === location ? [own, value] : [own];
    });
    return cells.join(delimiter);
  };
  const name = renderCell(
    headerFor(context.targetLocale, columns),
    delimiter,
    header.row.cells.every((cell) => isQuoted(text, cell)),
  );
  const lines = [line(header.row, kind === 'several' ? name : '', true)];
  for (const [id, row] of source.rows) {
    const value = added.get(id);
    if (value !== undefined) lines.push(line(row, renderCell(value, delimiter, quoted), false));
  }
  const eol = lineEndOf(text);
  return text.slice(0, recordsStart(text)) + lines.join(eol) + (/[\r\n]$/.test(text) ? eol : '');
}

function rowOf(file: CsvFile, id: string): CsvRow {
  const row = file.rows.get(id);
  if (row === undefined) throw refusal(because('unit-not-in-target', id));
  return row;
}

/** Whether the texts of a column, or of the whole file if it has no texts, are quoted without need. */
function quotesAll(file: CsvFile, column: number): boolean {
  return (
    inspectQuotes(file, [column]) ??
    inspectQuotes(
      file,
      file.header.columns.map((_, index) => index),
    ) ??
    false
  );
}

function inspectQuotes({ text, allRows, header }: CsvFile, columns: readonly number[]): boolean | undefined {
  let seen = false;
  for (const { cells } of allRows.slice(0, 500)) {
    for (const column of columns) {
      const cell = cells[column];
      if (cell === undefined || cell.start === cell.end) continue;
      if (!isQuoted(text, cell)) return false;
      seen ||= renderCell(cellText(text, cell), header.delimiter, false) !== text.slice(cell.start, cell.end);
    }
  }
  return seen ? true : undefined;
}
