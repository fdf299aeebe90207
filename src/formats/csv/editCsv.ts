import type { TextEdit } from '../kit/localeFormat.ts';
import { insertionPlaces } from '../kit/insertionOrder.ts';
import { lineEndOf } from '../kit/lineEnd.ts';
import { spellLike } from '../../base/locale.ts';
import { refusal, type WantedChange } from '../kit/provenFormat.ts';
import { insertText, sortEdits } from '../kit/spliceEdits.ts';
import { because } from '../reasons/reason.ts';
import { columnOf, isWithoutNames, sourceColumn, type CsvColumn, type CsvHeader } from './csvHeader.ts';
import { headerNamedLike } from './localeOfHeader.ts';
import { cellText, isQuoted, recordsStart, renderCell, type CsvRow } from './csvTable.ts';
import { textColumn, type CsvFile } from './csvUnits.ts';

/** Returns the edits for a change of a CSV file; a locale without a column gets one after all others. */
export function editCsv(change: WantedChange, fileOf: (text: string) => CsvFile): readonly TextEdit[] {
  const { text, context, replaced, added } = change;
  if (text.trim() === '') return [{ start: 0, end: text.length, text: createCsv(change, fileOf(context.sourceText)) }];
  const file = fileOf(text);
  const textColumnIndex = textColumn(file.header, context.targetLocale);
  const edits: TextEdit[] = [];
  if (textColumnIndex >= 0) edits.push(...replaceCells(file, textColumnIndex, replaced));
  else edits.push(...appendColumn(file, replaced, context.targetLocale));
  if (added.size > 0) edits.push(...insertRows(file, fileOf(context.sourceText), change, textColumnIndex));
  return sortEdits(edits);
}

/** Replaces texts in a column; appends the cells that their rows lack. */
function replaceCells(file: CsvFile, column: number, replaced: ReadonlyMap<string, string>): TextEdit[] {
  const { text, header } = file;
  const { delimiter } = header;
  const isUsuallyQuoted = isColumnQuoted(file, column);
  return [...replaced].map(([id, value]) => {
    const row = rowOf(file, id);
    const cell = row.cells[column];
    if (cell === undefined) {
      // A row `key` gets the cell of column 2: `key,,text`.
      const delimiters = delimiter.repeat(column - row.cells.length + 1);
      return insertText(row.end, delimiters + renderCell(value, delimiter, isUsuallyQuoted));
    }
    const isCellQuoted = cell.start === cell.end ? isUsuallyQuoted : isQuoted(text, cell);
    return { start: cell.start, end: cell.end, text: renderCell(value, delimiter, isCellQuoted) };
  });
}

/** Appends a cell to every row that is as long as the header, so that they keep equal lengths. */
function appendColumn(file: CsvFile, replaced: ReadonlyMap<string, string>, locale: string): TextEdit[] {
  const { header, allRows, rows } = file;
  const { delimiter, columns } = header;
  const isUsuallyQuoted = isColumnQuoted(file, sourceColumn(header));
  const quotesNames = header.row.cells.every((cell) => isQuoted(file.text, cell));
  const valuesByRow = new Map([...replaced].map(([id, value]) => [rows.get(id), value]));
  const name = renderCell(headerFor(locale, columns), delimiter, quotesNames);
  const edits: TextEdit[] = [insertText(header.row.end, delimiter + name)];
  for (const row of allRows) {
    // Negative for a row longer than the header. The new cell itself needs one more delimiter.
    const missingCells = columns.length - row.cells.length;
    const value = valuesByRow.get(row);
    if (value !== undefined) {
      if (missingCells < 0) throw refusal(because('csv-row-too-long', locale));
      const cell = renderCell(value, delimiter, isUsuallyQuoted);
      edits.push(insertText(row.end, delimiter.repeat(missingCells + 1) + cell));
    } else if (missingCells === 0) edits.push(insertText(row.end, delimiter));
  }
  return edits;
}

/** Returns the header for a locale, in the style of the other columns. */
function headerFor(locale: string, columns: readonly CsvColumn[]): string {
  const localeNames = columns.filter((column) => column.locale !== undefined).map((column) => column.name);
  // A name with a region (`pt_BR`) shows most about the spelling.
  const model = localeNames.find((name) => /[-_]/.test(name)) ?? localeNames.at(-1) ?? locale;
  return headerNamedLike(locale, model) ?? spellLike(locale, model);
}

/** Inserts the rows of the added units in the source's order; `textColumnIndex` is -1 for a new column. */
function insertRows(file: CsvFile, source: CsvFile, change: WantedChange, textColumnIndex: number): TextEdit[] {
  const { rows, header } = file;
  const lineEnd = lineEndOf(/[\r\n]/.test(file.text) ? file.text : source.text);
  const { columns } = header;
  const isNewColumnQuoted = isColumnQuoted(file, sourceColumn(header));
  const filling: RowFilling = {
    source,
    target: file,
    textColumn: textColumnIndex >= 0 ? textColumnIndex : columns.length,
    sourceColumns: columns.map((targetColumn) => columnLike(targetColumn, source.header)),
    quotesByColumn: [...columns.map((_, index) => isColumnQuoted(file, index)), isNewColumnQuoted],
  };
  const render = (id: string): string => rowFor(id, change.added.get(id) ?? '', filling);
  return insertionPlaces([...source.rows.keys()], rows, change.added).map(({ ids, after, before }) => {
    // In front of the first row that both files have.
    if (after === undefined && before !== undefined)
      return insertText(rowOf(file, before).start, ids.map((id) => render(id) + lineEnd).join(''));
    const previous = after === undefined ? (file.allRows.at(-1) ?? header.row) : rowOf(file, after);
    return insertText(previous.end, ids.map((id) => lineEnd + render(id)).join(''));
  });
}

/** How the rows of a file are filled. */
interface RowFilling {
  readonly source: CsvFile;
  readonly target: CsvFile;
  /** The column of the texts; after the last column if it does not exist yet. */
  readonly textColumn: number;
  /** For each column, the index of the source's column that its cells are copied from, or -1. */
  readonly sourceColumns: readonly number[];
  /** For each column, and for one additional column, whether its cells are quoted without need. */
  readonly quotesByColumn: readonly boolean[];
}

/** Returns the index of the source's column that corresponds to one of the target; -1 for none. */
function columnLike({ role, name }: CsvColumn, source: CsvHeader): number {
  if (role === 'locale' || role === 'fuzzy') return -1;
  if (role === 'key') return columnOf(source, 'key');
  if (role === 'source') return sourceColumn(source);
  return source.columns.findIndex((column) => column.name === name);
}

/** Returns a row for the target's columns: the text, and the source's cells in columns of the same name. */
function rowFor(id: string, value: string, filling: RowFilling): string {
  const { source, target, quotesByColumn } = filling;
  const { delimiter, columns } = target.header;
  const sourceRow = source.rows.get(id);
  const cellTexts = cellsOf(columns, sourceRow, target.header).map((_, index) =>
    cellText(source.text, sourceRow?.cells[filling.sourceColumns[index] ?? -1]),
  );
  cellTexts[filling.textColumn] = value;
  const cells = cellTexts.map((text, index) => {
    if (text === '' && index !== filling.textColumn) return '';
    return renderCell(text, delimiter, quotesByColumn[index] ?? false);
  });
  return cells.join(delimiter);
}

/** Returns the columns that a row has cells for: all, unless the table names none. */
function cellsOf(columns: readonly CsvColumn[], row: CsvRow | undefined, header: CsvHeader): readonly CsvColumn[] {
  return isWithoutNames(header) ? columns.slice(0, Math.max(row?.cells.length ?? 0, 2)) : columns;
}

/** Returns the source's table with the target's texts; of several locales' columns, it has only the target's. */
function createCsv({ context, added }: WantedChange, source: CsvFile): string {
  const { text, header } = source;
  const { delimiter, columns, kind } = header;
  const hasLocaleColumns = kind === 'several';
  const textColumnIndex = kind === 'pair' ? columnOf(header, 'target') : sourceColumn(header);
  // Without a key, the source's text is the id, so it stays in front of the translation.
  const keepsSource = hasLocaleColumns && columnOf(header, 'key') < 0;
  /** `renderedCell`: the target's cell in the column of texts; undefined if the source's is kept. */
  const renderRow = (row: CsvRow, renderedCell: string | undefined): string => {
    const cells: string[] = [];
    for (const [index, { role }] of cellsOf(columns, row, header).entries()) {
      const isText = index === textColumnIndex;
      if (hasLocaleColumns && role === 'locale' && !isText) continue;
      const { start, end } = row.cells[index] ?? { start: 0, end: 0 };
      // The state of the source's text is not that of a translation.
      const isStateCell = role === 'fuzzy' && row !== header.row;
      const isCopied = !isText || keepsSource || renderedCell === undefined;
      if (isCopied) cells.push(isStateCell ? '' : text.slice(start, end));
      // In place of the source's text, or after it: `Hello,Hallo`.
      if (isText && renderedCell !== undefined) cells.push(renderedCell);
    }
    return cells.join(delimiter);
  };
  const quotesNames = header.row.cells.every((cell) => isQuoted(text, cell));
  const name = renderCell(headerFor(context.targetLocale, columns), delimiter, quotesNames);
  const lines = isWithoutNames(header) ? [] : [renderRow(header.row, hasLocaleColumns ? name : undefined)];
  const quotesTexts = isColumnQuoted(source, sourceColumn(header));
  for (const [id, row] of source.rows) {
    const value = added.get(id);
    if (value !== undefined) lines.push(renderRow(row, renderCell(value, delimiter, quotesTexts)));
  }
  if (/[\r\n]$/.test(text)) lines.push('');
  return text.slice(0, recordsStart(text)) + lines.join(lineEndOf(text));
}

function rowOf(file: CsvFile, id: string): CsvRow {
  const row = file.rows.get(id);
  if (row === undefined) throw refusal(because('unit-not-in-target', id));
  return row;
}

/** Whether the texts of a column, or of the whole file if it has no texts, are quoted without need. */
function isColumnQuoted(file: CsvFile, column: number): boolean {
  return inspectQuotes(file, [column]) ?? inspectQuotes(file, [...file.header.columns.keys()]) ?? false;
}

/** This many rows are enough to detect whether a file quotes all texts. */
const enoughRows = 500;

/**
 * Whether all texts of the columns are quoted, some without need. Undefined if the columns show nothing: all are quoted
 * because they need it, or there is no text.
 */
function inspectQuotes({ text, allRows, header }: CsvFile, columns: readonly number[]): boolean | undefined {
  let hasUnneededQuotes = false;
  for (const { cells } of allRows.slice(0, enoughRows)) {
    for (const column of columns) {
      const cell = cells[column];
      if (cell === undefined || cell.start === cell.end) continue;
      if (!isQuoted(text, cell)) return false;
      const withNeededQuotes = renderCell(cellText(text, cell), header.delimiter, false);
      if (withNeededQuotes !== text.slice(cell.start, cell.end)) hasUnneededQuotes = true;
    }
  }
  return hasUnneededQuotes || undefined;
}
