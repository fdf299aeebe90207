// npm run soak [-- --jobs N --seed N --limits production|sandbox --wire contract|recorded|both]: thousands of jobs
// ordered by two windows, tracked to approval and delivered, while calls fail at random and the service is killed and
// started again. At the end the service's own records are compared with the expected values. Half of the jobs meet a
// service that writes numbers as the contract says, half one that writes them as recorded. Prints the numbers; exits
// with 1 if one is wrong.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { wireModes, type WireMode } from '../../src/sandbox/wire/wireNumbers.ts';
import { openWindow, type OrderWindow } from '../contract/orders/orderWindow.ts';
import { compareRecords } from './compareRecords.ts';
import { orderLife, type SoakPlan } from './orderLife.ts';
import { startSoakSandbox, type SoakSandbox } from './soakSandbox.ts';
import { seededRandom, startRandomFaults } from './randomFaults.ts';

const { values } = parseArgs({
  options: {
    jobs: { type: 'string', default: '10000' },
    seed: { type: 'string' },
    limits: { type: 'string', default: 'production' },
    minutes: { type: 'string', default: '12' },
    wire: { type: 'string', default: 'both' },
  },
});
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 32) : Number(values.seed);
const limits = values.limits === 'sandbox' ? 'sandbox' : 'production';
/** One file with a quarter of the jobs for each locale; two windows share the work. */
const locales: readonly SoakPlan[] = [
  { locale: 'ja', review: 'bulk' },
  { locale: 'de', review: 'auto' },
  { locale: 'fr', review: 'one by one' },
  { locale: 'es', review: 'auto' },
];
const modes = values.wire === 'both' ? wireModes : wireModes.filter((mode) => mode === values.wire);
if (modes.length === 0) throw new Error(`--wire must be one of ${wireModes.join(', ')}, both.`);
const unitCount = Math.max(1, Math.round(Number(values.jobs) / locales.length / modes.length));

const bound = setTimeout(
  () => {
    console.log(`Not done within ${values.minutes} minutes.`);
    process.exit(1);
  },
  Number(values.minutes) * 60_000,
);

try {
  const random = seededRandom(seed);
  const results: boolean[] = [];
  for (const wire of modes) results.push(await soak(wire, random));
  process.exitCode = results.every(Boolean) ? 0 : 1;
} finally {
  clearTimeout(bound);
}

/** Runs all locales from order to delivery; returns true if the records match at the end. */
async function soak(wire: WireMode, random: () => number): Promise<boolean> {
  console.log(
    `${unitCount * locales.length} jobs, seed ${seed}, throttling column “${limits}”, numbers in ${wire} mode.`,
  );
  const folder = await mkdtemp(path.join(tmpdir(), 'soak-'));
  try {
    const root = path.join(folder, 'project');
    await mkdir(path.join(root, 'locales'), { recursive: true });
    await writeFile(path.join(root, 'locales', 'en.json'), sourceFile(unitCount));
    await using sandbox = await startSoakSandbox(path.join(folder, 'sandbox.jsonl'), limits, wire);
    const randomFaults = startRandomFaults(sandbox, random, 250);
    const started = performance.now();
    const [first, second] = [await openSoakWindow(sandbox, folder), await openSoakWindow(sandbox, folder)];
    const progress = setInterval(() => {
      console.log(`… ${first.context.ledger.jobs.size} jobs known after ${seconds(started)} s`);
    }, 15_000);

    const lives = Promise.all([orderLife(first, locales.slice(0, 2)), orderLife(second, locales.slice(2))]);
    const kills = (async () => {
      for (let count = 0; count < 2; count += 1) {
        await first.context.clock.sleep(4000 + random() * 8000);
        await sandbox.killAndRestart();
      }
    })();
    const [figures] = await Promise.all([lives, kills]);
    await randomFaults.stop();
    clearInterval(progress);

    const faults = Object.entries(randomFaults.faults())
      .map(([kind, count]) => `${kind} ${count}`)
      .join(', ');
    console.log(`Done in ${seconds(started)} s. Faults: ${faults}; the service was killed twice.`);
    const isRight = await compareRecords({ window: first, sandbox, root, locales, unitCount, limits, figures });
    for (const window of [first, second]) await window.close();
    return isRight;
  } finally {
    // After a failure, the other window still writes: the failure must not be hidden by that of removing the folder.
    await rm(folder, { recursive: true, force: true, maxRetries: 10 }).catch(() => undefined);
  }
}

function openSoakWindow(sandbox: SoakSandbox, folder: string): Promise<OrderWindow> {
  const service = { baseUrl: sandbox.baseUrl, ...sandbox.keys };
  const journalFile = path.join(folder, 'journals', 'journal.jsonl');
  return openWindow({
    root: path.join(folder, 'project'),
    journalFile,
    service,
    limits,
    throttleFolder: path.join(folder, 'throttle'),
  });
}

/** Creates distinct texts, each with a placeholder, in nested sections like user interface files. */
function sourceFile(count: number): string {
  const words = ['Save', 'the', 'changes', 'of', 'your', 'order', 'before', 'you', 'leave', 'this', 'page'];
  const text = (index: number): string => `${words.slice(0, 2 + (index % 9)).join(' ')} {name}, number ${index}.`;
  const sections = Array.from({ length: Math.ceil(count / 100) }, (_, section) => {
    const length = Math.min(100, count - section * 100);
    return [
      `section${section}`,
      Object.fromEntries(Array.from({ length }, (_unit, index) => [`text${index}`, text(section * 100 + index)])),
    ] as const;
  });
  return `${JSON.stringify(Object.fromEntries(sections), null, 2)}\n`;
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(0);
}
