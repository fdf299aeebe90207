import path from 'node:path';
import { runChild } from '../host/childProcess.ts';
import { projectRoot } from '../host/paths.ts';
import type { BenchRow } from './benchRow.ts';
import type { PlanningTimes } from './onePlanning.ts';

/** Planning should take less time than reading the files that are planned. */
const maxRatio = 1;

/**
 * Measures planning an order into many locales and estimating its price, compared with reading the files, and the
 * memory that this takes. It runs in its own process, like a window that has just started.
 */
export async function benchPlanning(): Promise<readonly BenchRow[]> {
  const script = path.join(import.meta.dirname, 'onePlanning.ts');
  const { code, output } = await runChild(process.execPath, ['--expose-gc', script], { cwd: projectRoot });
  if (code !== 0) throw new Error(`Measuring the planning failed:\n${output}`);
  const found = JSON.parse(output.trim().split('\n').at(-1) ?? '') as PlanningTimes;
  const { strings, locales, ordered, equal, units, times, first, memory } = found;
  const { all } = times;
  const against = (time: number): string => `${(time / times.read).toFixed(2)} ×`;
  const ms = (time: number): string => `${time.toFixed(0)} ms`;
  const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`;
  const number = (count: number): string => count.toLocaleString('en');
  const name = `Planning ${number(strings)} strings × ${locales} locales`;
  return [
    {
      name: `${name} / reading the ${locales + 1} files`,
      value: `${against(all)}${all > times.read * maxRatio ? ` ! (at most ${maxRatio})` : ''}`,
    },
    {
      name: `${name}: missing strings, same as source, estimate, separately`,
      value: [times.draft, all - times.draft - times.estimate, times.estimate].map(against).join(', '),
    },
    {
      name: `${name}: found`,
      value: `${number(ordered)} missing, ${number(equal)} the same as their source, ${number(units)} words`,
    },
    {
      name: `${name}: time, and of the first time`,
      value: `${ms(all)}, ${ms(first.all)} (reading: ${ms(times.read)}, ${ms(first.read)})`,
    },
    {
      name: `${name}: memory of the files, of the drafts, peak`,
      value: `${megabytes(memory.files)}, ${megabytes(memory.drafts)}, ${megabytes(memory.peak)}`,
    },
  ];
}
