// Runs the cases of one format for `npm run fuzz`. Reports each case before it starts, so that the parent knows which
// one did not end.
import { parentPort, workerData } from 'node:worker_threads';
import { formatById } from '../../src/formats/formats.ts';
import { checkBroken } from './laws.ts';
import { mutate, randomFrom } from './mutations.ts';
import { fixturesOf } from './subjects.ts';

export interface FuzzTask {
  readonly formatId: string;
  readonly seed: number;
  readonly milliseconds: number;
  /** Number of cases; unlimited by default. */
  readonly cases?: number;
}

export interface FuzzProgress {
  readonly case: number;
  readonly read: number;
  readonly refused: number;
  readonly failed: readonly { readonly index: number; readonly message: string }[];
}

const task = workerData as FuzzTask;
const format = await formatById(task.formatId);
const files = await fixturesOf(task.formatId);
if (format === undefined || files.length === 0)
  throw new Error(`There is no format “${task.formatId}” with sample files.`);

const counts = { read: 0, refused: 0 };
const failed: { readonly index: number; readonly message: string }[] = [];
const until = performance.now() + task.milliseconds;
let index = 0;
for (; performance.now() < until && index < (task.cases ?? Infinity); index += 1) {
  parentPort?.postMessage({ case: index, ...counts, failed } satisfies FuzzProgress);
  // Each case has its own seed, so it can be repeated alone.
  const random = randomFrom(task.seed + index);
  const pick = (): string => files[Math.floor(random() * files.length)]?.text ?? '';
  const text = mutate(pick(), pick(), random);
  try {
    counts[checkBroken(format, text, 'is')] += 1;
  } catch (error) {
    failed.push({ index, message: error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error) });
    if (failed.length > 20) break;
  }
}
parentPort?.postMessage({ case: index, ...counts, failed } satisfies FuzzProgress);
