// npm run verify -- FOLDER…: replaces every text of every locale file below the folders in copies, and has other
// programs read them: the ones that read such files in the field, from Debian's packages. Names each program that is
// missing. Exits with 1 if a program refuses a file that it accepted before, or reads another text than was written.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { FormatError } from '../../src/formats/format.ts';
import { filesBelow } from '../laws/filesBelow.ts';
import { missingPackages, programs, readWith, type Program } from './programs.ts';
import { compareReadings, writeEveryText, type WrittenFile } from './writtenFile.ts';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { only: { type: 'string' } } });
if (positionals.length === 0) {
  console.error('Usage: npm run verify -- FOLDER… [--only FORMAT,…]');
  process.exit(2);
}

interface Row {
  files: number;
  refusedBefore: number;
  texts: number;
  same: number;
  unseen: number;
  refused: number;
  violations: number;
}

const rows = new Map<string, Row>();
const unverified = new Map<string, number>();
for (const folder of positionals.map((name) => path.resolve(name))) await verifyFolder(folder);
report();

async function verifyFolder(folder: string): Promise<void> {
  const byFormat = new Map<string, { readonly name: string; readonly file: WrittenFile }[]>();
  for (const file of await filesBelow(folder)) {
    const name = path.relative(folder, file);
    const written = await tryToWrite(name, await readFile(file));
    if (written === undefined) continue;
    byFormat.set(written.formatId, [...(byFormat.get(written.formatId) ?? []), { name, file: written }]);
  }
  for (const [formatId, files] of byFormat) {
    const program = programs[formatId];
    if (program !== undefined) await verifyFiles(program, formatId, files);
  }
}

/** Whether files of a format are verified: if they are wanted, and the program that reads them is installed. */
async function isVerified(formatId: string): Promise<boolean> {
  if (values.only?.split(',').includes(formatId) === false) return false;
  const program = programs[formatId];
  const missing = program === undefined ? [] : await missingPackages(program);
  if (program !== undefined && missing.length === 0) return true;
  const reason =
    program === undefined
      ? `${formatId}: no program among Debian's packages reads it`
      : `${formatId}: ${program.name} is missing (apt-get install ${missing.join(' ')})`;
  unverified.set(reason, (unverified.get(reason) ?? 0) + 1);
  return false;
}

async function tryToWrite(name: string, bytes: Uint8Array): Promise<WrittenFile | undefined> {
  try {
    return await writeEveryText(name, bytes, isVerified);
  } catch (error) {
    // Most files of a project are not locale files.
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}

async function verifyFiles(
  program: Program,
  formatId: string,
  files: readonly { readonly name: string; readonly file: WrittenFile }[],
): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'verify-'));
  try {
    const paths: string[] = [];
    for (const [index, { name, file }] of files.entries())
      for (const [state, bytes] of Object.entries({ before: file.before, after: file.after })) {
        const copy = path.join(folder, `${index}-${state}${path.extname(name)}`);
        await writeFile(copy, bytes);
        paths.push(copy);
      }
    const readings = await readWith(program, paths);
    const row = rows.get(`${formatId} ${program.name}`) ?? {
      files: 0,
      refusedBefore: 0,
      texts: 0,
      same: 0,
      unseen: 0,
      refused: 0,
      violations: 0,
    };
    rows.set(`${formatId} ${program.name}`, row);
    for (const [index, { name, file }] of files.entries()) {
      const [before, after] = [readings[index * 2], readings[index * 2 + 1]];
      const result = before && after && compareReadings(file, before, after);
      row.files += 1;
      if (result === undefined) {
        row.refusedBefore += 1;
        if (before !== undefined && 'error' in before)
          console.log(`not accepted as it was: ${formatId} ${name}: ${before.error.split('\n', 1)[0] ?? ''}`);
        continue;
      }
      row.texts += file.texts.length;
      row.same += result.same;
      row.unseen += result.unseen;
      row.refused += file.refused;
      row.violations += result.violations.length;
      for (const violation of result.violations.slice(0, 5)) console.log(`VIOLATION ${formatId} ${name}: ${violation}`);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

function report(): void {
  const columns = ['files', 'refusedBefore', 'texts', 'same', 'unseen', 'refused', 'violations'] as const;
  console.log(`\n${'format, program'.padEnd(42)}${columns.map((column) => column.padStart(15)).join('')}`);
  for (const [name, row] of [...rows].sort(([a], [b]) => a.localeCompare(b)))
    console.log(name.padEnd(42) + columns.map((column) => String(row[column]).padStart(15)).join(''));
  for (const [reason, count] of unverified) console.log(`Not verified: ${count} files of ${reason}.`);
  const violations = [...rows.values()].reduce((sum, row) => sum + row.violations, 0);
  console.log(`\n${violations} violations`);
  process.exitCode = violations === 0 ? 0 : 1;
}
