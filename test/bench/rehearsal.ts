import path from 'node:path';
import { runChild } from '../host/childProcess.ts';
import { projectRoot } from '../host/paths.ts';
import type { BenchRow } from './benchRow.ts';
import type { RehearsalTimes } from './oneRehearsal.ts';

/** Rehearsing deliveries should take at most this many times as long as reading the files. */
const maxRatio = 4;

/**
 * Measures the rehearsal of deliveries before an order, compared with reading the files that have the translations. It
 * runs in its own process, like a window that has just started.
 */
export async function benchRehearsal(): Promise<readonly BenchRow[]> {
  const script = path.join(import.meta.dirname, 'oneRehearsal.ts');
  const { code, output } = await runChild(process.execPath, ['--expose-gc', script], { cwd: projectRoot });
  if (code !== 0) throw new Error(`Measuring the rehearsal failed:\n${output}`);
  const { strings, times } = JSON.parse(output.trim().split('\n').at(-1) ?? '') as RehearsalTimes;
  const name = `Rehearsing deliveries, ${strings.toLocaleString('en')} strings / reading them`;
  const row = (what: string, time: number): BenchRow => {
    const ratio = time / times.read;
    return {
      name: `${name}: ${what}`,
      value: `${ratio.toFixed(2)} ×${ratio > maxRatio ? ` ! (at most ${maxRatio})` : ''} (${time.toFixed(0)} ms)`,
    };
  };
  return [row('files that are missing', times.missingFiles), row('files of which half is missing', times.halfFiles)];
}
