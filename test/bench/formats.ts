import path from 'node:path';
import { runChild } from '../host/childProcess.ts';
import { projectRoot } from '../host/paths.ts';
import { installPeers } from '../peers/install.ts';
import { BARE_PARSERS } from './bareParsers.ts';
import type { BenchRow } from './benchRow.ts';
import type { FormatTimes } from './oneFormat.ts';

/** What reading may take of a library's own tree, and writing half of the units of reading. */
const targets = { read: 1.5, write: 4 } as const;

const widths = [10, 10, 11, 11, 11, 12, 12] as const;
const columns = ['read', 'write 1', 'write', 'insert', 'create', 'read/peer', 'write/peer'] as const;

/**
 * Reading and writing files of 20,000 units, a row a format: reading as a ratio to the bare parser, writing (its proof by
 * reading back included) as ratios to reading, and both to the fastest library that other tools use. Each format has a
 * process of its own; within it contenders take turns.
 */
export async function benchFormats(
  log: (line: string) => void,
  only?: readonly string[],
): Promise<readonly BenchRow[]> {
  const withoutPeers = await installPeers(log).then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)),
  );
  const rows: BenchRow[] = [{ name: 'Formats', value: cells([...columns], 'bare parser; fastest peers') }];
  for (const id of Object.keys(BARE_PARSERS)) {
    if (only !== undefined && !only.includes(id)) continue;
    log(`${id}…`);
    rows.push(...rowsOf(await measureFormat(id)));
  }
  rows.push(
    {
      name: '',
      value:
        'read: against the bare parser. write 1, write, insert, create (as many units as the row says): against read.',
    },
    {
      name: '',
      value: `!: more than ${targets.read} of a library’s tree, more than ${targets.write} of reading. A pass over the characters (in brackets) is no target: it keeps nothing.`,
    },
    ...(withoutPeers === undefined
      ? []
      : [{ name: '', value: `Without the libraries of others, which could not be installed: ${withoutPeers}` }]),
    {
      name: '',
      value:
        'read/peer, write/peer: read against the fastest peer’s parse, write against the fastest peer’s parse and print.',
    },
  );
  return rows;
}

async function measureFormat(id: string): Promise<FormatTimes | { readonly id: string; readonly failed: string }> {
  const script = path.join(import.meta.dirname, 'oneFormat.ts');
  const { code, output } = await runChild(process.execPath, ['--expose-gc', script, id], { cwd: projectRoot });
  const result = output
    .trim()
    .split('\n')
    .find((line) => line.startsWith('{"id"'));
  if (code !== 0 || result === undefined)
    return { id, failed: output.split('\n').find((line) => line.includes('Error: ')) ?? output };
  return JSON.parse(result) as FormatTimes;
}

function rowsOf(result: FormatTimes | { readonly id: string; readonly failed: string }): readonly BenchRow[] {
  if ('failed' in result) return [{ name: result.id, value: `failed: ${result.failed}` }];
  const { times, bareKind } = result;
  const against = (time: number | null, base: number | null, target = Infinity): string => {
    if (time === null || base === null) return '–';
    return `${(time / base).toFixed(2)}${time / base > target ? ' !' : '  '}`;
  };
  const { read } = times;
  const reading = against(read, times.bare, bareKind === 'tree' ? targets.read : undefined);
  const values = [
    bareKind === 'tree' ? reading : `(${reading.trim()})  `,
    ...[times.writeOne, times.writeMany, times.insertMany, times.createMany].map((time) =>
      against(time, read, targets.write),
    ),
    against(read, times.peerRead),
    against(times.writeMany, times.peerWrite),
  ];
  const peers =
    result.peerReader === undefined
      ? 'no peer'
      : result.peerReader === result.peerWriter
        ? result.peerReader
        : `${result.peerReader}; ${result.peerWriter ?? 'no writer'}`;
  const units = `${result.units.toLocaleString('en')} units, ${(result.size / 1024 / 1024).toFixed(1)} Mi, ${read.toFixed(0)} ms`;
  return [
    {
      name: `${result.id}: ${units}, writes ${result.edits.toLocaleString('en')}`,
      value: cells(values, `${result.bareName}; ${peers}`),
    },
    ...result.failedPeers.map((failed) => ({ name: '', value: `failed: ${failed}` })),
  ];
}

function cells(values: readonly string[], rest: string): string {
  return `${values.map((value, index) => value.padStart(widths[index] ?? 0)).join('')}   ${rest}`;
}
