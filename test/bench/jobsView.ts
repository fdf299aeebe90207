import path from 'node:path';
import { runChild } from '../host/childProcess.ts';
import { projectRoot } from '../host/paths.ts';
import type { BenchRow } from './benchRow.ts';
import type { JobsViewResult } from './oneJobsView.ts';

/**
 * Measures the rows of the Jobs view with many jobs, each in its own process: the time to the first row, the memory in
 * addition to the jobs, and updates.
 */
export async function benchJobsView(): Promise<readonly BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const count of [10_000, 100_000])
    for (const grouping of ['status', 'order', 'file', 'locale'])
      rows.push({
        name: `Jobs view: ${count} jobs by ${grouping}`,
        value: formatResult(await measureInChild(count, grouping)),
      });
  return rows;
}

async function measureInChild(count: number, grouping: string): Promise<JobsViewResult> {
  const { code, output } = await runChild(
    process.execPath,
    ['--expose-gc', path.join(import.meta.dirname, 'oneJobsView.ts'), String(count), grouping],
    { cwd: projectRoot },
  );
  if (code !== 0) throw new Error(`Measuring the Jobs view failed:\n${output}`);
  return JSON.parse(output.trim().split('\n').at(-1) ?? '') as JobsViewResult;
}

function formatResult(result: JobsViewResult): string {
  const ms = (value: number): string => `${value.toFixed(0)} ms`;
  return [
    `first row ${ms(result.firstRow)}`,
    `${result.rowCount} rows ${ms(result.allRows)}`,
    `${(result.memory / 1e6).toFixed(1)} MB`,
    `update without changes ${ms(result.sameUpdate)}`,
    `update of a job ${ms(result.oneUpdate)}, ${result.changedRows} row`,
    `filter ${ms(result.filter)}`,
  ].join(' · ');
}
