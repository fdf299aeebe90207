// npm run kill [-- --seed N --every --random N --random-delivery N --random-project N --only ordering,delivery,recovery,rehearsal,pull]
//
// Kills processes with SIGKILL while they order (one of them 36 files of two folders) while they deliver, and while they recover a lost journal: at the boundaries of their system calls, at
// random moments, and while a gateway holds a request or its answer. Kills the rehearsal of an order, and `pull` of the command line, at their boundaries. Also kills the extension host of a real VS Code.
// After each kill, a new process looks up orders, orders the rest and delivers it. Then the service's records and the
// files are compared with those of a run without a kill. All boundaries of an order are tried. A delivery has hundreds:
// --every tries all of them; otherwise the seed selects some. Prints one table and one line with the counts. Exits with
// 1 if anything was ordered twice, lost or half-written, or if temporary files remain.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { present } from '../../src/base/present.ts';
import type { SuiteOutcome } from '../host/suiteOutcome.ts';
import { PullTrials } from './pullTrials.ts';
import { RehearsalTrials } from './rehearsalTrials.ts';
import { killVSCode } from './vscode/killVSCode.ts';
import { describeMoment, planTrials, runTrial, type Trial, type TrialReport } from './trials.ts';
import { Lane } from './trial.ts';
import { violationKinds, type ViolationKind } from './violations.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    every: { type: 'boolean', default: false },
    random: { type: 'string', default: '100' },
    'random-delivery': { type: 'string', default: '25' },
    'random-project': { type: 'string', default: '10' },
    only: { type: 'string', default: 'ordering,project,delivery,recovery,rehearsal,pull,vscode' },
  },
});
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 32) : Number(values.seed);
const only = new Set(values.only.split(','));
/** Number of boundaries of a delivery that are tried without `--every`, so that a run takes a few minutes. */
const deliveryBoundaryLimit = 120;
/** Number of boundaries of a pull that are tried without `--every`. */
const pullBoundaryLimit = 60;
/** Distinct boundaries at which a pull must be killed: a few of the chosen ones may not be reached. */
const minPullKills = 50;
/** Number of trials that run at the same time; the smallest machine has two cores. */
const laneCount = 2;

/** A line of the table. */
interface Row {
  readonly name: string;
  trials: number;
  killed: number;
  readonly violations: Record<ViolationKind, number>;
}

const started = performance.now();
console.log(`Seed ${seed}.`);
const folder = await mkdtemp(path.join(tmpdir(), 'kill-'));
const rows = new Map<string, Row>();
try {
  await runInNode();
  if (only.has('rehearsal')) await killRehearsals();
  if (only.has('pull')) await killPulls();
  if (only.has('vscode')) addVSCodeOutcome(await killVSCode());
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
}
printTable();

async function runInNode(): Promise<void> {
  if (!['ordering', 'project', 'delivery', 'recovery'].some((name) => only.has(name))) return;
  const lanes = Array.from({ length: laneCount }, () => new Lane(folder));
  const [first] = lanes;
  if (first === undefined) return;
  try {
    const random = {
      ordering: Number(values.random),
      project: Number(values['random-project']),
      delivery: Number(values['random-delivery']),
      recovery: Number(values['random-project']),
    };
    const planned = await planTrials(first, folder, {
      seed,
      random,
      ...present({ deliveryBoundaryLimit: values.every ? undefined : deliveryBoundaryLimit }),
    });
    const trials = [
      ...(only.has('ordering') ? planned.ordering : []),
      ...(only.has('project') ? planned.project : []),
      ...(only.has('delivery') ? planned.delivery : []),
      ...(only.has('recovery') ? planned.recovery : []),
    ];
    console.log(`${trials.length} trials in plain Node …`);
    const waiting = trials.values();
    await Promise.all(
      lanes.map(async (lane) => {
        for (const trial of waiting) addReport(await runTrial(lane, trial));
      }),
    );
  } finally {
    await Promise.all(lanes.map((lane) => lane[Symbol.asyncDispose]()));
  }
}

/** Kills the rehearsal of an order at each of its boundaries, then rehearses again. */
async function killRehearsals(): Promise<void> {
  const trials = await RehearsalTrials.prepare(folder);
  console.log(`${trials.boundaries.length} trials with rehearsals …`);
  const row = rowOf('rehearsal, at each system call');
  for (const [index, name] of trials.boundaries.entries()) {
    const violations = await trials.run(index + 1);
    row.trials += 1;
    row.killed += 1;
    if (violations.length > 0) row.violations.leftovers += 1;
    for (const violation of violations) console.log(`rehearsal, killed at ${index + 1}, ${name}: ${violation}`);
  }
}

/** Kills `pull` of the command line at its boundaries, then pulls again. */
async function killPulls(): Promise<void> {
  await using trials = await PullTrials.prepare(folder);
  const all = trials.boundaries.map((name, index) => ({ name, at: index + 1 }));
  const limit = values.every ? all.length : Math.min(all.length, pullBoundaryLimit);
  const chosen = Array.from({ length: limit }, (_, index) => all[Math.floor(((index + 0.5) * all.length) / limit)]);
  console.log(`${limit} of ${all.length} trials with pull …`);
  const row = rowOf('pull, at each system call');
  const waiting = chosen.filter((one) => one !== undefined).values();
  const runAll = async (): Promise<void> => {
    for (const { name, at } of waiting) {
      const violations = await trials.run(at);
      row.trials += 1;
      // Each boundary is tried once, so the kills are at distinct ones.
      if (violations === undefined) continue;
      row.killed += 1;
      if (violations.length > 0) row.violations.failed += 1;
      for (const violation of violations) console.log(`pull, killed at ${at}, ${name}: ${violation}`);
    }
  };
  await Promise.all(Array.from({ length: laneCount }, runAll));
  console.log(`${row.killed} distinct boundaries of pull, at least ${minPullKills} are required`);
  if (row.killed < minPullKills) row.violations.failed += 1;
}

function addReport({ trial, wasKilled, violations }: TrialReport): void {
  const row = rowOf(nameOf(trial));
  row.trials += 1;
  if (wasKilled) row.killed += 1;
  for (const kind of new Set(violations.map((violation) => violation.kind))) row.violations[kind] += 1;
  for (const { kind, what } of violations.slice(0, 3))
    console.log(`${kind}  ${trial.template.scenario.name}, killed ${describeMoment(trial.moment)}: ${what}`);
}

/** Adds the tests in VS Code to the table: each test is a trial that kills one extension host once. */
function addVSCodeOutcome({ passed, failed, output }: SuiteOutcome): void {
  const row = rowOf('VS Code, extension host');
  row.trials += passed + failed;
  row.killed += passed + failed;
  row.violations.failed += failed;
  if (failed > 0) console.log(output);
}

function nameOf({ template, moment }: Trial): string {
  const { name } = template.scenario;
  if (moment.kind === 'staged') return `${name}, at each system call`;
  return `${name}, ${moment.kind === 'gateway' ? 'at a gateway' : 'at random'}`;
}

function rowOf(name: string): Row {
  const row = rows.get(name) ?? {
    name,
    trials: 0,
    killed: 0,
    violations: { doubled: 0, lost: 0, 'half-written': 0, leftovers: 0, unfinished: 0, failed: 0 },
  };
  rows.set(name, row);
  return row;
}

function printTable(): void {
  const columns = ['trials', 'killed', ...violationKinds];
  console.log(`\n${'process killed while'.padEnd(32)} ${columns.map((column) => column.padStart(12)).join(' ')}`);
  const total = (of: (row: Row) => number): number => [...rows.values()].reduce((sum, row) => sum + of(row), 0);
  for (const { name, trials, killed, violations } of rows.values()) {
    const cells = [trials, killed, ...violationKinds.map((kind) => violations[kind])];
    console.log(`${name.padEnd(32)} ${cells.map((count) => String(count).padStart(12)).join(' ')}`);
  }
  const counts = violationKinds.map((kind) => `${total((row) => row.violations[kind])} ${kind}`);
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  const [trials, killed] = [total((row) => row.trials), total((row) => row.killed)];
  console.log(`\n${trials} trials, ${killed} killed, in ${seconds} s: ${counts.join(', ')}`);
  process.exitCode =
    total(({ trials }) => trials) > 0 && violationKinds.every((kind) => total((row) => row.violations[kind]) === 0)
      ? 0
      : 1;
}
