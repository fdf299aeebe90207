/** One statement of the contract: a row of a table, or a sentence or bullet between the tables. */
export interface ContractRow {
  /** Section, table, row and subject: `§4 Job endpoints, row 7: POST /v2/translate/job/{id}/comment`. Unique. */
  readonly id: string;
  /** The line as in the contract. */
  readonly text: string;
}

/** The reader's position. */
interface Position {
  /** `§4 Job endpoints`: section number and the innermost heading. */
  readonly heading: string;
  /** Number of tables and rules so far under this heading. */
  readonly tables: number;
  readonly rules: number;
  /** The last line that is not empty; it may be the name of a table. */
  readonly lead: string;
}

const wordsOfRule = 8;

/**
 * Reads the sections of the contract, line by line. A table is named by its heading; further tables under the heading
 * by the line before them. A line that ends in a colon only introduces a table and is no row of its own.
 */
export function readContractRows(markdown: string): readonly ContractRow[] {
  const lines = markdown.split('\n');
  const rows: ContractRow[] = [];
  let position: Position | undefined;
  for (let index = 0; index < lines.length; index += 1) {
    const line = (lines[index] ?? '').trim();
    if (line === '') continue;
    const heading = /^(#+) (.*)$/u.exec(line);
    if (heading) {
      position = enterHeading(heading[1] ?? '', heading[2] ?? '', position);
    } else if (position !== undefined && line.startsWith('|')) {
      const table = tableAt(lines, index);
      rows.push(...tableRows(table, tableName(position)));
      index += table.length - 1;
      position = { ...position, tables: position.tables + 1 };
    } else if (position !== undefined) {
      const rules = position.rules + (line.endsWith(':') ? 0 : 1);
      if (rules > position.rules)
        rows.push({ id: `${position.heading}, rule ${rules}: ${firstWords(line)}`, text: line });
      position = { ...position, rules, lead: line };
    }
  }
  return rows;
}

/**
 * `## 4. Endpoints` opens a section, `### Job endpoints (base path …)` a part of it. Lines before the first section do
 * not belong to the contract.
 */
function enterHeading(marks: string, title: string, position: Position | undefined): Position | undefined {
  const section = /^(\d+)\. (.*)$/u.exec(title);
  if (marks === '##' && section)
    return { heading: `§${section[1] ?? ''} ${section[2] ?? ''}`, tables: 0, rules: 0, lead: '' };
  const number = /^§\d+/u.exec(position?.heading ?? '')?.[0];
  return number === undefined
    ? undefined
    : { heading: `${number} ${title.replace(/ \(.*\)$/u, '')}`, tables: 0, rules: 0, lead: '' };
}

function tableName(position: Position): string {
  if (position.tables === 0) return position.heading;
  return `${position.heading.split(' ', 1)[0] ?? ''} ${position.lead.split(':', 1)[0] ?? ''}`;
}

/** Returns the lines of the table that begins at `start`: heading, rule, rows. */
function tableAt(lines: readonly string[], start: number): readonly string[] {
  const end = lines.findIndex((line, index) => index > start && !line.trim().startsWith('|'));
  return lines.slice(start, end < 0 ? undefined : end);
}

function tableRows([head = '', , ...body]: readonly string[], name: string): readonly ContractRow[] {
  const columns = cellsOf(head);
  return body.map((text, index) => {
    const cells = cellsOf(text);
    const number = columns[0] === '#' ? (cells[0] ?? '') : String(index + 1);
    return { id: `${name}, row ${number}: ${labelOf(columns, cells)}`, text: text.trim() };
  });
}

/** Returns a row's subject: its method and path, state and mover, or first cell. */
function labelOf(columns: readonly string[], cells: readonly string[]): string {
  const named = columns.flatMap((column, index) =>
    ['Method', 'Path', 'State', 'Moved by'].includes(column) ? [cells[index] ?? ''] : [],
  );
  return plain((named.length > 0 ? named : cells.slice(0, 1)).join(' '));
}

function cellsOf(line: string): readonly string[] {
  return line
    .trim()
    .replace(/^\||\|$/gu, '')
    .split('|')
    .map((cell) => cell.trim());
}

function firstWords(line: string): string {
  return plain(line.replace(/^- /u, '')).split(' ').slice(0, wordsOfRule).join(' ');
}

function plain(text: string): string {
  return text.replaceAll('`', '');
}
