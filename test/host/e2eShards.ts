import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { projectRoot } from './paths.ts';

/** Seconds that the files of `test/e2e` took, hooks included. Only their relations matter. */
const measuredSeconds: Readonly<Record<string, number>> = {
  'agents.test.ts': 17,
  'budgets.test.ts': 17,
  'callbacks.test.ts': 21,
  'damaged.test.ts': 16,
  'debugger.test.ts': 3,
  'delivery.test.ts': 12,
  'documents.test.ts': 18,
  'ecosystems.thorough.test.ts': 36,
  'estimate.test.ts': 6,
  'exactlyOnce.test.ts': 14,
  'firstMinutes.thorough.test.ts': 23,
  'hiddenText.test.ts': 15,
  'hostile.thorough.test.ts': 29,
  'inEditor.test.ts': 14,
  'interfaceLanguages.thorough.test.ts': 18,
  'jobsView.test.ts': 18,
  'keyboard.test.ts': 22,
  'mainJob.test.ts': 20,
  'menus.test.ts': 7,
  'notices.test.ts': 14,
  'otherFolders.thorough.test.ts': 47,
  'outdated.test.ts': 5,
  'page/accessibility.test.ts': 5,
  'page/accessibility.thorough.test.ts': 61,
  'page/accessibilityChecks.test.ts': 1,
  'page/liveRegion.test.ts': 3,
  'page/page.test.ts': 11,
  'page/review.test.ts': 8,
  'page/rightToLeft.thorough.test.ts': 3,
  'page/sourceChanges.test.ts': 3,
  'plainHttp.test.ts': 11,
  'policy.test.ts': 11,
  'project.test.ts': 45,
  'projectInterrupted.thorough.test.ts': 40,
  'projectReuse.test.ts': 6,
  'refusals.thorough.test.ts': 23,
  'reportIssue.test.ts': 4,
  'reviewAsChanges.test.ts': 18,
  'reviewKeyboard.thorough.test.ts': 34,
  'reviewPage.test.ts': 18,
  'sameAsSource.test.ts': 11,
  'selection.test.ts': 18,
  'severalJobs.test.ts': 9,
  'sourceChange.test.ts': 21,
  'threads.test.ts': 16,
  'welcome.thorough.test.ts': 38,
  'wizard.test.ts': 20,
  'wizardOptions.thorough.test.ts': 26,
};

/** For a file that was not measured. */
const defaultSeconds = 15;

/**
 * Divides the end-to-end tests, without the thorough ones unless they are asked for, into groups of files that take
 * about the same time. The files that borrow the same window
 * are in one group.
 */
export async function e2eShards(count: number, includeThorough: boolean): Promise<readonly (readonly string[])[]> {
  const files: string[] = [];
  for await (const file of glob('test/e2e/**/*.test.ts', { cwd: projectRoot }))
    if (includeThorough || !file.endsWith('.thorough.test.ts')) files.push(file.replaceAll('\\', '/'));
  const borrowing: string[] = [];
  for (const file of files.toSorted())
    if ((await readFile(path.join(projectRoot, file), 'utf8')).includes(' borrowWindow(')) borrowing.push(file);
  const alone = files.filter((file) => !borrowing.includes(file)).map((file) => [file]);
  return divide([borrowing, ...alone], count).map((shard) => shard.flat());
}

function secondsOf(files: readonly string[]): number {
  return files.reduce((sum, file) => sum + (measuredSeconds[file.slice('test/e2e/'.length)] ?? defaultSeconds), 0);
}

/** Adds each item, the longest first, to the group with the least time. */
function divide(items: readonly (readonly string[])[], count: number): readonly (readonly (readonly string[])[])[] {
  const shards = Array.from({ length: count }, () => ({ items: [] as (readonly string[])[], seconds: 0 }));
  for (const item of items.toSorted((a, b) => secondsOf(b) - secondsOf(a) || a.join().localeCompare(b.join()))) {
    const shortest = shards.reduce((least, shard) => (shard.seconds < least.seconds ? shard : least));
    shortest.items.push(item);
    shortest.seconds += secondsOf(item);
  }
  return shards.map((shard) => shard.items).filter((shard) => shard.length > 0);
}
