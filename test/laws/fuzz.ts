// npm run fuzz: broken, truncated, binary and deeply nested files in every format, for a few minutes. Exits with 1
// after a crash, a hang or an error without a location, and prints the command that repeats the case.
// npm run fuzz -- --repositories: random repositories, hostile ones among them, for all commands of the command line.
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { readdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { present } from '../../src/base/present.ts';
import { fixtureFolder } from './subjects.ts';
import type { FuzzProgress, FuzzTask } from './fuzzThread.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '180' },
    only: { type: 'string' },
    seed: { type: 'string' },
    cases: { type: 'string' },
    repositories: { type: 'boolean' },
    trees: { type: 'string', default: '2000' },
  },
});
const seconds = Number(values.seconds);
const seed = values.seed === undefined ? Date.now() % 2 ** 32 : Number(values.seed);
const known = await readdir(path.dirname(fixtureFolder('json')));
/** A case, or all commands in one tree, take a second at most: twenty mean that something hangs. */
const hangMs = 20_000;

if (values.repositories === true) await fuzzRepositories(Number(values.trees));
const formats = values.only?.split(',') ?? known;
const unknown = formats.filter((id) => !known.includes(id));
if (unknown.length > 0) {
  console.error(`There is no format ${unknown.map((id) => `“${id}”`).join(', ')}. There are: ${known.join(', ')}.`);
  process.exit(1);
}

const memoryMb = 1024;

console.log(`Seed ${seed}. ${formats.length} formats, ${seconds} s in all.`);
let failures = 0;
console.log(
  `\n${'format'.padEnd(14)}${['cases', 'read', 'refused', 'failures'].map((column) => column.padStart(11)).join('')}`,
);
for (const formatId of formats) {
  const { cases, read, refused, failed } = await fuzzFormat({
    formatId,
    seed,
    milliseconds: (seconds * 1000) / formats.length,
    ...present({ cases: values.cases === undefined ? undefined : Number(values.cases) }),
  });
  failures += failed.length;
  const counts = [cases, read, refused, failed.length].map((count) => String(count).padStart(11));
  console.log(`${formatId.padEnd(14)}${counts.join('')}`);
  for (const line of failed.slice(0, 5)) console.log(`  ${line}`);
}
console.log(`\n${failures} failures`);
process.exit(failures === 0 ? 0 : 1);

/** Runs the command line in random repositories, and ends the process. */
async function fuzzRepositories(trees: number): Promise<never> {
  const { fuzzTrees } = await import('./repositories/fuzzTrees.ts');
  const start = performance.now();
  console.log(`Seed ${seed}. ${trees} trees.`);
  // More than processors: a worker often waits for git.
  const workers = Math.min(trees, availableParallelism() * 2, 8);
  const onProgress = (done: number): void => {
    if (done % 100 === 0) console.log(`${done} trees, ${Math.round((performance.now() - start) / 1000)} s`);
  };
  const result = await fuzzTrees({ seed, trees, workers, hangMs, onProgress });
  for (const [failing, messages] of result.failures) {
    console.log(`npm run fuzz -- --repositories --seed ${failing} --trees 1`);
    for (const message of messages) console.log(`  ${message}`);
  }
  const codes = [...result.codes].toSorted(([a], [b]) => a - b).map(([code, count]) => `${code}: ${count}`);
  console.log(
    `\n${result.trees} trees in ${Math.round((performance.now() - start) / 1000)} s, ${result.delivered} files written, ` +
      `exit codes ${codes.join(', ')}, ${Math.round(result.memory / 1024 / 1024)} MB at most`,
  );
  console.log(`${result.failures.size} failures`);
  process.exit(result.failures.size === 0 ? 0 : 1);
}

/** Runs a format's cases in a thread of its own, which may be terminated. */
async function fuzzFormat(task: FuzzTask): Promise<{
  readonly cases: number;
  readonly read: number;
  readonly refused: number;
  readonly failed: readonly string[];
}> {
  const worker = new Worker(new URL('./fuzzThread.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
  let last: FuzzProgress = { case: 0, read: 0, refused: 0, failed: [] };
  let movedAt = performance.now();
  const broken: string[] = [];
  const replay = (index: number): string => `npm run fuzz -- --only ${task.formatId} --seed ${seed + index} --cases 1`;
  await new Promise<void>((resolve) => {
    const watch = setInterval(() => {
      if (performance.now() - movedAt < hangMs) return;
      broken.push(`hangs: ${replay(last.case)}`);
      void worker.terminate();
    }, 1000);
    worker.on('message', (progress: FuzzProgress) => {
      last = progress;
      movedAt = performance.now();
    });
    worker.on('error', (error: Error) => {
      broken.push(`${error.message}: ${replay(last.case)}`);
    });
    worker.on('exit', () => {
      clearInterval(watch);
      resolve();
    });
  });
  return {
    cases: last.case,
    read: last.read,
    refused: last.refused,
    failed: [...last.failed.map(({ index, message }) => `${message}: ${replay(index)}`), ...broken],
  };
}
