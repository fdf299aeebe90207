import path from 'node:path';
import { runChild } from '../host/childProcess.ts';
import { projectRoot } from '../host/paths.ts';
import { installPeers } from '../peers/install.ts';
import { bareParsers } from './bareParsers.ts';
import type { BenchRow } from './benchRow.ts';
import type { FormatTimes } from './oneFormat.ts';

/** Target ratios: reading compared with a library's tree, and writing half of the units compared with reading. */
const targets = { read: 1.5, write: 4 } as const;

const widths = [10, 10, 11, 11, 11, 12, 12] as const;
const columns = ['read', 'write 1', 'write', 'insert', 'create', 'read/peer', 'write/peer'] as const;

/**
 * Measures reading and writing of files with 20,000 units, one row per format: reading compared with the bare parser,
 * writing (including the check that reads it back) compared with reading, and both compared with the fastest library of
 * other tools. Each format has its own process, in which the measured functions take turns.
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
  for (const id of Object.keys(bareParsers)) {
    if (only !== undefined && !only.includes(id)) continue;
    log(`${id}…`);
    rows.push(...rowsOf(await measureFormat(id)));
  }
  rows.push(
    {
      name: '',
      value:
        'read: compared with the bare parser. write 1, write, insert, create (units in the row): compared with read.',
    },
    {
      name: '',
      value:
        `!: more than ${targets.read} × a library’s tree, or more than ${targets.write} × reading. ` +
        'A pass over the characters (in brackets) is no target, because it creates no data.',
    },
    ...(withoutPeers === undefined
      ? []
      : [{ name: '', value: `Without other libraries, which could not be installed: ${withoutPeers}` }]),
    {
      name: '',
      value: 'read/peer, write/peer: compared with the fastest library’s parse, and with its parse and print.',
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
  const { peerReader = 'no peer', peerWriter = 'no writer' } = result;
  const hasTwoPeers = result.peerReader !== undefined && peerReader !== peerWriter;
  const peers = hasTwoPeers ? `${peerReader}; ${peerWriter}` : peerReader;
  const size = `${(result.size / 1024 / 1024).toFixed(1)} Mi`;
  const units = `${result.units.toLocaleString('en')} units, ${size}, ${read.toFixed(0)} ms`;
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
