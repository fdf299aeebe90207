/** One thing that the contract says: a row of a table, or a sentence or bullet between the tables. */
export interface ContractRow {
  /** Section, table and row with what it is about: `§4 Job endpoints, row 7: POST /v2/translate/job/{id}/comment`. Unique. */
  readonly id: string;
  /** The line as it stands in the contract. */
  readonly text: string;
}

/** Where the reader is. */
interface Place {
  /** `§4 Job endpoints`: section number and the innermost heading. */
  readonly heading: string;
  /** Tables and rules that stood under this heading before. */
  readonly tables: number;
  readonly rules: number;
  /** The line before, blank ones aside: it may be the name of a table. */
  readonly lead: string;
}

const wordsOfRule = 8;

/**
 * Reads the sections of the contract, line by line. A table is named by its heading, or, when it is not the first under it,
 * by the line before it. A line that ends in a colon only leads to a table and is no row of its own.
 */
export function readContractRows(markdown: string): readonly ContractRow[] {
  const lines = markdown.split('\n');
  const rows: ContractRow[] = [];
  let place: Place | undefined;
  for (let index = 0; index < lines.length; index += 1) {
    const line = (lines[index] ?? '').trim();
    if (line === '') continue;
    const heading = /^(#+) (.*)$/u.exec(line);
    if (heading) {
      place = enterHeading(heading[1] ?? '', heading[2] ?? '', place);
    } else if (place !== undefined && line.startsWith('|')) {
      const table = tableAt(lines, index);
      rows.push(...tableRows(table, tableName(place)));
      index += table.length - 1;
      place = { ...place, tables: place.tables + 1 };
    } else if (place !== undefined) {
      const rules = place.rules + (line.endsWith(':') ? 0 : 1);
      if (rules > place.rules) rows.push({ id: `${place.heading}, rule ${rules}: ${firstWords(line)}`, text: line });
      place = { ...place, rules, lead: line };
    }
  }
  return rows;
}

/** `## 4. Endpoints` opens a section, `### Job endpoints (base path …)` a part of it. What stands before the first section is no contract. */
function enterHeading(marks: string, title: string, place: Place | undefined): Place | undefined {
  const section = /^(\d+)\. (.*)$/u.exec(title);
  if (marks === '##' && section)
    return { heading: `§${section[1] ?? ''} ${section[2] ?? ''}`, tables: 0, rules: 0, lead: '' };
  const number = /^§\d+/u.exec(place?.heading ?? '')?.[0];
  return number === undefined
    ? undefined
    : { heading: `${number} ${title.replace(/ \(.*\)$/u, '')}`, tables: 0, rules: 0, lead: '' };
}

function tableName(place: Place): string {
  if (place.tables === 0) return place.heading;
  return `${place.heading.split(' ', 1)[0] ?? ''} ${place.lead.split(':', 1)[0] ?? ''}`;
}

/** The lines of the table that begins there: heading, rule, rows. */
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

/** What a row is about: its method and path, state and mover, or first cell. */
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
