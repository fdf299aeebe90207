// Lines as in most formats: each ends at CRLF, LF or a lone CR.

/** The start of the line that contains an offset. */
export function lineStartAt(text: string, offset: number): number {
  let start = offset;
  while (start > 0 && !isLineEnd(text.charCodeAt(start - 1))) start -= 1;
  return start;
}

/** The end of the line that contains an offset, without its line end. */
export function lineEndAt(text: string, offset: number): number {
  let end = offset;
  while (end < text.length && !isLineEnd(text.charCodeAt(end))) end += 1;
  return end;
}

/** The offset after the line end at an offset; the text's length if the text ends there. */
export function afterLineEnd(text: string, end: number): number {
  if (end >= text.length) return text.length;
  const isCrLf = text.charCodeAt(end) === carriageReturn && text.charCodeAt(end + 1) === lineFeed;
  return isCrLf ? end + 2 : end + 1;
}

/** The spaces and tabs before something that begins its line; '' if it does not begin its line. */
export function indentBefore(text: string, offset: number): string {
  let start = offset;
  while (start > 0 && (text[start - 1] === ' ' || text[start - 1] === '\t')) start -= 1;
  return startsLine(text, start) ? text.slice(start, offset) : '';
}

/** Whether a line begins at an offset. */
export function startsLine(text: string, offset: number): boolean {
  return offset === 0 || isLineEnd(text.charCodeAt(offset - 1));
}

/** Whether a UTF-16 unit ends a line, or is the first of two that do. */
export function isLineEnd(code: number): boolean {
  return code === lineFeed || code === carriageReturn;
}

/** Whether a UTF-16 unit is a space, a tab or a form feed. */
export function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0c;
}

/** The separator of an entry of one line with the spaces around it (` = `), and the length of the line before it. */
export interface SeparatorColumn {
  readonly column: number;
  readonly separator: string;
}

/** The columns in which lines align the signs of their separators (`=`), and their values; undefined: they do not. */
export interface Alignment {
  readonly signColumn: number | undefined;
  readonly valueColumn: number | undefined;
}

/** Returns the alignment of nearly all of these lines; undefined if they have none, or show none. */
export function alignmentOf(lines: readonly SeparatorColumn[]): Alignment | undefined {
  const [firstLine] = lines;
  // Separators show an alignment only if they are different, after keys of different lengths: `a   = 1`, `abc = 2`.
  if (firstLine === undefined || lines.every(({ separator }) => separator === firstLine.separator)) return undefined;
  if (lines.every(({ column }) => column === firstLine.column)) return undefined;
  // The index of the first character that is no space, or of the end.
  const signColumn = sharedColumn(lines.map(({ column, separator }) => column + separator.search(/[^ ]|$/)));
  const valueColumn = sharedColumn(lines.map(({ column, separator }) => column + separator.length));
  if (signColumn === undefined && valueColumn === undefined) return undefined;
  return { signColumn, valueColumn };
}

/** The separator after `column` characters: `usual`, with the spaces by which the lines around it are aligned. */
export function alignedSeparator(column: number, usual: string, alignment: Alignment | undefined): string {
  if (alignment === undefined || usual.includes('\t')) return usual;
  const { signColumn, valueColumn } = alignment;
  // ` `, `=` and ` ` of ` = `; '', `:` and ` ` of `: `.
  const [, spacesBefore = '', sign = '', spacesAfter = ''] = /^( *)([^ ]*)( *)$/.exec(usual) ?? [];
  if (sign !== '' && signColumn !== undefined) return spaces(signColumn - column) + sign + spacesAfter;
  if (valueColumn === undefined) return usual;
  return spacesBefore + sign + spaces(valueColumn - column - spacesBefore.length - sign.length);
}

/** The share of lines that show an alignment; the others may be too long for it. */
const nearlyAll = 0.8;

/** The column that nearly all of these are; undefined if there is none. */
function sharedColumn(columns: readonly number[]): number | undefined {
  const groups = [...Map.groupBy(columns, (column) => column).values()];
  const [largestGroup] = groups.sort((a, b) => b.length - a.length);
  if (largestGroup === undefined || largestGroup.length < columns.length * nearlyAll) return undefined;
  return largestGroup[0];
}

/** Returns at least one space. */
function spaces(count: number): string {
  return ' '.repeat(Math.max(count, 1));
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
