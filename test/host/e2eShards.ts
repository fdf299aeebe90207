import { glob } from 'node:fs/promises';
import { projectRoot } from './paths.ts';

/** Seconds that the files of `test/e2e` took, hooks included. Only their relations matter. */
const measuredSeconds: Readonly<Record<string, number>> = {
  'activation.test.ts': 8,
  'budgets.test.ts': 19,
  'callbacks.test.ts': 23,
  'damaged.test.ts': 27,
  'debugger.test.ts': 6,
  'delivery.test.ts': 22,
  'documents.test.ts': 26,
  'ecosystems.test.ts': 49,
  'estimate.test.ts': 12,
  'exactlyOnce.test.ts': 22,
  'hostile.test.ts': 32,
  'keyboard.test.ts': 16,
  'mainJob.test.ts': 20,
  'menus.test.ts': 13,
  'options.test.ts': 41,
  'otherFolders.test.ts': 69,
  'outdated.test.ts': 14,
  'page/accessibility.test.ts': 12,
  'page/page.test.ts': 7,
  'page/sourceChanges.test.ts': 3,
  'plainHttp.test.ts': 20,
  'policy.test.ts': 20,
  'project.test.ts': 90,
  'projectReuse.test.ts': 18,
  'refusals.test.ts': 32,
  'reviewAsChanges.test.ts': 30,
  'sameAsSource.test.ts': 21,
  'selection.test.ts': 36,
  'severalJobs.test.ts': 14,
  'sourceChange.test.ts': 30,
  'wizard.test.ts': 38,
};

/** For a file that was not measured. */
const defaultSeconds = 15;

/** Divides the end-to-end tests into groups of files that take about the same time. */
export async function e2eShards(count: number): Promise<readonly (readonly string[])[]> {
  const files: string[] = [];
  for await (const file of glob('test/e2e/**/*.test.ts', { cwd: projectRoot })) files.push(file.replaceAll('\\', '/'));
  return divide(files, count, (file) => measuredSeconds[file.slice('test/e2e/'.length)] ?? defaultSeconds);
}

/** Adds each file, the longest first, to the group with the least time. */
function divide(
  files: readonly string[],
  count: number,
  secondsOf: (file: string) => number,
): readonly (readonly string[])[] {
  const shards = Array.from({ length: count }, () => ({ files: [] as string[], seconds: 0 }));
  for (const file of files.toSorted((a, b) => secondsOf(b) - secondsOf(a) || a.localeCompare(b))) {
    const shortest = shards.reduce((least, shard) => (shard.seconds < least.seconds ? shard : least));
    shortest.files.push(file);
    shortest.seconds += secondsOf(file);
  }
  return shards.map((shard) => shard.files).filter((shard) => shard.length > 0);
}
