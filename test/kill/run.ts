// npm run kill [-- --seed N --every --random N --random-delivery N --only ordering,delivery,vscode]: kills processes with SIGKILL while
// they order and while they deliver: at the boundaries of their system calls, at random moments, while a gateway holds a
// request or its answer, and the extension host of a real VS Code. After each, a fresh process looks for orders, orders the
// rest and delivers it; then the service's records and the files are compared with those of an undisturbed run.
// Each boundary of an order is tried; of a delivery, which has hundreds, a part that the seed chooses, and with --every all.
// Prints one table and one line with the counts; exits with 1 when anything is doubled, lost, half-written or left over.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { SuiteOutcome } from '../host/suiteOutcome.ts';
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
    only: { type: 'string', default: 'ordering,delivery,vscode' },
  },
});
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 32) : Number(values.seed);
const only = new Set(values.only.split(','));
/** Boundaries of a delivery that are tried without `--every`, to keep the whole within a few minutes. */
const stagedDelivery = 120;
/** As many as the smallest machine has cores. */
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
  if (only.has('vscode')) noteVSCode(await killVSCode());
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
}
printTable();

async function runInNode(): Promise<void> {
  if (!only.has('ordering') && !only.has('delivery')) return;
  const lanes = Array.from({ length: laneCount }, () => new Lane(folder));
  const [first] = lanes;
  if (first === undefined) return;
  try {
    const random = { ordering: Number(values.random), delivery: Number(values['random-delivery']) };
    const planned = await planTrials(first, folder, { seed, random, ...(values.every ? {} : { stagedDelivery }) });
    const trials = [
      ...(only.has('ordering') ? planned.ordering : []),
      ...(only.has('delivery') ? planned.delivery : []),
    ];
    console.log(`${trials.length} trials in plain Node …`);
    const waiting = trials.values();
    await Promise.all(
      lanes.map(async (lane) => {
        for (const trial of waiting) note(await runTrial(lane, trial));
      }),
    );
  } finally {
    await Promise.all(lanes.map((lane) => lane[Symbol.asyncDispose]()));
  }
}

function note({ trial, wasKilled, violations }: TrialReport): void {
  const row = rowOf(nameOf(trial));
  row.trials += 1;
  if (wasKilled) row.killed += 1;
  for (const kind of new Set(violations.map((violation) => violation.kind))) row.violations[kind] += 1;
  for (const { kind, what } of violations.slice(0, 3))
    console.log(`${kind}  ${trial.template.scenario.name}, killed ${describeMoment(trial.moment)}: ${what}`);
}

/** A test is a trial: one host, killed once. */
function noteVSCode({ passed, failed, output }: SuiteOutcome): void {
  const row = rowOf('VS Code, extension host');
  row.trials += passed + failed;
  row.killed += passed + failed;
  row.violations.failed += failed;
  if (failed > 0) console.log(output);
}

function nameOf({ template, moment }: Trial): string {
  const how =
    moment.kind === 'staged' ? 'at each system call' : moment.kind === 'gateway' ? 'at a gateway' : 'at random';
  return `${template.scenario.name}, ${how}`;
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
    console.log(
      `${name.padEnd(32)} ${[trials, killed, ...violationKinds.map((kind) => violations[kind])].map((count) => String(count).padStart(12)).join(' ')}`,
    );
  }
  const counts = violationKinds.map((kind) => `${total((row) => row.violations[kind])} ${kind}`);
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  console.log(
    `\n${total(({ trials }) => trials)} trials, ${total(({ killed }) => killed)} killed, in ${seconds} s: ${counts.join(', ')}`,
  );
  process.exitCode =
    total(({ trials }) => trials) > 0 && violationKinds.every((kind) => total((row) => row.violations[kind]) === 0)
      ? 0
      : 1;
}
