// npm run peers [-- FOLDER…]
//
// Counts the lines outside the edited unit that one edit of a file changes: with our own code and with the libraries of
// other tools, for the sample files and the locale files in the folders. Exits with 1 if our own code changes any.
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { decodeFile } from '../../src/formats/encoding.ts';
import { FormatError } from '../../src/formats/format.ts';
import { formatById, formatFor } from '../../src/formats/formats.ts';
import { fixtureFolder, fixturesOf } from '../laws/subjects.ts';
import { allPeers } from './allPeers.ts';
import { editByPeer, editOf, editOurs, type EditOutcome } from './editFile.ts';
import { installPeers } from './install.ts';

const ours = 'ours';
const maxBytes = 1024 * 1024;
const skipped = new Set(['.git', 'node_modules', '.hg', '.svn']);

const variants = ['LF', 'CRLF'] as const;
type Variant = (typeof variants)[number];

interface Row {
  files: number;
  readonly lines: Readonly<Record<Variant, { removed: number; added: number }>>;
  exact: number;
  worst: number;
  worstName: string;
  failures: Map<string, number>;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' }, verbose: { type: 'boolean' } },
});
const load = await installPeers((line) => {
  console.error(line);
});
const peers = await allPeers(load);

/** Results by format and library. */
const rows = new Map<string, Map<string, Row>>();
let skippedFiles = 0;
for (const id of (await readdir(path.dirname(fixtureFolder('json')))).sort()) {
  for (const { name, text } of await fixturesOf(id)) await tryFile(id, name, text);
}
for (const folder of positionals) await tryFolder(path.resolve(folder));
print();

async function tryFolder(folder: string): Promise<void> {
  for (const entry of (await readdir(folder, { withFileTypes: true })).sort((one, other) =>
    one.name.localeCompare(other.name),
  )) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory() && !skipped.has(entry.name)) await tryFolder(file);
    else if (entry.isFile() && (await stat(file)).size <= maxBytes) {
      const text = await textOf(file);
      const format = text === undefined ? undefined : await formatFor(file, text);
      if (text !== undefined && format !== undefined) await tryFile(format.id, file, text);
    }
  }
}

async function textOf(file: string): Promise<string | undefined> {
  try {
    return decodeFile(await readFile(file), file).text;
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}

/** Tries the file with LF and with CRLF line ends. */
async function tryFile(id: string, name: string, text: string): Promise<void> {
  if (values.only !== undefined && !values.only.split(',').includes(id)) return;
  const lf = text.replace(/\r\n?/g, '\n');
  for (const variant of variants) {
    const variantText = variant === 'LF' ? lf : lf.replaceAll('\n', '\r\n');
    const format = await formatById(id);
    const edit = format === undefined ? undefined : readable(() => editOf(format, name, variantText));
    if (edit === undefined) {
      skippedFiles += 1;
      continue;
    }
    add(id, ours, name, variant, editOurs(edit));
    for (const peer of peers.filter(({ formats }) => formats.includes(id)))
      add(id, peer.library, name, variant, await editByPeer(edit, peer));
  }
}

function readable<Result>(run: () => Result): Result | undefined {
  try {
    return run();
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}

function add(id: string, library: string, name: string, variant: Variant, outcome: EditOutcome): void {
  const ofFormat = rows.get(id) ?? new Map<string, Row>();
  rows.set(id, ofFormat);
  const row = ofFormat.get(library) ?? newRow();
  ofFormat.set(library, row);
  row.files += 1;
  if ('failed' in outcome) {
    row.failures.set(outcome.failed, (row.failures.get(outcome.failed) ?? 0) + 1);
    if (values.verbose === true) console.log(`${id} ${library} ${name} ${variant}: ${outcome.failed}`);
    return;
  }
  const { removed, added } = outcome;
  row.lines[variant].removed += removed;
  row.lines[variant].added += added;
  if (removed + added === 0) row.exact += 1;
  if (removed + added > row.worst)
    Object.assign(row, {
      worst: removed + added,
      worstName: `−${removed} +${added} ${path.basename(name)}, ${variant}`,
    });
}

function newRow(): Row {
  return {
    files: 0,
    lines: { LF: { removed: 0, added: 0 }, CRLF: { removed: 0, added: 0 } },
    exact: 0,
    worst: 0,
    worstName: '',
    failures: new Map(),
  };
}

function print(): void {
  printLine(['format', 'library', 'files', 'lines, LF', 'lines, CRLF', 'exact', 'failed', 'worst file']);
  for (const [id, libraries] of rows) {
    for (const [library, row] of libraries) {
      const failed = [...row.failures.values()].reduce((sum, count) => sum + count, 0);
      const lines = variants.map((variant) => (row.files === failed ? '–' : signed(row.lines[variant])));
      printLine([
        id,
        library,
        String(row.files),
        ...lines,
        String(row.exact),
        failed === 0 ? '' : String(failed),
        row.worstName,
      ]);
    }
    if (libraries.size === 1) printLine([id, '(no library to compare with)']);
  }
  console.log(`
Lines: removed and added outside the edited unit, in all written files.
Files: each once with LF and once with CRLF. Exact: files without such lines.
Failed: could not be read, or the text was not found in the parsed data or the written file (listed with --verbose).
${skippedFiles} files without a plain text that occurs once were skipped.
Not in the table: i18n-strings-files, which needs a native module built on install;
media-captions, which writes no files.`);
  const own = [...rows.values()].flatMap((libraries) => libraries.get(ours) ?? []);
  const wrong = own.filter((row) => row.worst > 0 || row.failures.size > 0).length;
  console.log(
    wrong === 0
      ? `Ours: ${own.reduce((sum, { files }) => sum + files, 0)} files, 0 lines.`
      : `Ours: lines changed or files failed in ${wrong} formats.`,
  );
  process.exitCode = wrong === 0 ? 0 : 1;
}

function printLine(cells: readonly string[]): void {
  const widths = [14, 30, -6, -14, -14, -7, -8, 0];
  const padded = cells.map((cell, index) => {
    const width = widths[index] ?? 0;
    if (width < 0) return cell.padStart(-width);
    return index === 7 ? `  ${cell}` : cell.padEnd(width);
  });
  console.log(padded.join('').trimEnd());
}

function signed({ removed, added }: { readonly removed: number; readonly added: number }): string {
  return removed + added === 0 ? '0' : `−${removed} +${added}`;
}
