// npm run laws -- FOLDER…: tests the laws of locale formats on every locale file below the folders. Exits with 1 if one
// is broken.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { decodeFile, encodeFile } from '../../src/formats/encoding.ts';
import { FormatError } from '../../src/formats/format.ts';
import { formatFor } from '../../src/formats/formats.ts';
import { OrderError } from '../../src/orders/model/orderError.ts';
import { checkStates, openSample } from './everyString.ts';
import { filesBelow } from './filesBelow.ts';
import { mostSingleUnits, tryFile, type FileReport } from './tryFile.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' }, units: { type: 'string' }, verbose: { type: 'boolean' } },
});
const maxSingleUnits = Number(values.units ?? mostSingleUnits);
if (positionals.length === 0 || !(maxSingleUnits >= 1)) {
  console.error(
    'Usage: npm run laws -- FOLDER… [--only FORMAT,…] [--units N] [--verbose]\n' +
      `--units: write at most N units of each file alone (${mostSingleUnits} by default); all are always written at once`,
  );
  process.exit(2);
}

interface FormatTotal {
  files: number;
  unreadable: number;
  units: number;
  edits: number;
  refused: number;
  violations: number;
  reinserted: number;
  exact: number;
}

/** Longest text, in UTF-16 units, whose strings are compared with those of other locales. */
const maxCountedLength = 400_000;

const totals = new Map<string, FormatTotal>();
const refusals = new Map<string, number>();
for (const folder of positionals) {
  for (const file of await filesBelow(path.resolve(folder)))
    await tryOne(file, path.relative(path.resolve(folder), file));
}
report();

async function tryOne(file: string, name: string): Promise<void> {
  const bytes = await readFile(file);
  let text: string;
  try {
    const decoded = decodeFile(bytes, name);
    if (Buffer.compare(encodeFile(decoded.text, decoded), bytes) !== 0)
      console.log(`VIOLATION ${name}: encoding does not give the same bytes`);
    text = decoded.text;
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    // Most files of a project are not text; an undecodable file is reported only if its name belongs to a format.
    const guess = await formatFor(name, '');
    if (guess !== undefined && isWanted(guess.id)) refuse(guess.id, name, error);
    return;
  }
  const format = await formatFor(name, text);
  if (format === undefined || !isWanted(format.id)) return;
  const total = totalOf(format.id);
  try {
    const tried = tryFile(format, name, text, maxSingleUnits);
    const miscounted = await miscountedStrings(name, text);
    const result = { ...tried, violations: [...tried.violations, ...miscounted] };
    add(total, result);
    for (const violation of result.violations) console.log(`VIOLATION ${format.id} ${name}: ${violation}`);
    for (const reason of new Set(result.refused)) note(`${format.id}: ${reason.replace(/“[^”]*”/gu, '“…”')}`);
    if (values.verbose === true)
      for (const reason of result.refused) console.log(`refused ${format.id} ${name}: ${reason}`);
  } catch (error) {
    if (error instanceof FormatError) refuse(format.id, name, error);
    else {
      total.violations += 1;
      console.log(
        `VIOLATION ${format.id} ${name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      );
    }
  }
}

/** Returns a violation if the strings of a file are not in exactly one state each. */
async function miscountedStrings(name: string, text: string): Promise<readonly string[]> {
  try {
    const source = text.length > maxCountedLength ? undefined : await openSample(name, text);
    if (source !== undefined) await checkStates(source);
    return [];
  } catch (error) {
    // A file that no layout describes, or whose locales cannot be ordered, has no states.
    if (error instanceof OrderError) return [];
    return [`every string: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`];
  }
}

function refuse(formatId: string, name: string, error: FormatError): void {
  totalOf(formatId).unreadable += 1;
  console.log(`cannot be read: ${formatId} ${name}: ${error.message}`);
}

function isWanted(formatId: string): boolean {
  return values.only === undefined || values.only.split(',').includes(formatId);
}

function totalOf(formatId: string): FormatTotal {
  let total = totals.get(formatId);
  if (total === undefined)
    totals.set(
      formatId,
      (total = { files: 0, unreadable: 0, units: 0, edits: 0, refused: 0, violations: 0, reinserted: 0, exact: 0 }),
    );
  return total;
}

function add(total: FormatTotal, result: FileReport): void {
  total.files += 1;
  total.units += result.units;
  total.edits += result.edits;
  total.refused += result.refused.length;
  total.violations += result.violations.length;
  total.reinserted += result.reinserted;
  total.exact += result.exact;
}

function note(reason: string): void {
  const short = reason.slice(0, 160);
  refusals.set(short, (refusals.get(short) ?? 0) + 1);
}

function report(): void {
  if (refusals.size > 0) console.log('\nRefused, with the reason:');
  for (const [reason, count] of [...refusals].sort(([, a], [, b]) => b - a).slice(0, 40))
    console.log(`${String(count).padStart(6)}  ${reason}`);
  const columns = ['files', 'unreadable', 'units', 'edits', 'refused', 'reinserted', 'exact', 'violations'] as const;
  console.log(`\n${'format'.padEnd(14)}${columns.map((column) => column.padStart(11)).join('')}`);
  for (const [id, total] of [...totals].sort(([a], [b]) => a.localeCompare(b))) {
    console.log(id.padEnd(14) + columns.map((column) => String(total[column]).padStart(11)).join(''));
  }
  const violations = [...totals.values()].reduce((sum, total) => sum + total.violations, 0);
  console.log(`\n${[...totals.values()].reduce((sum, total) => sum + total.files, 0)} files, ${violations} violations`);
  process.exitCode = violations === 0 ? 0 : 1;
}
