// Runs the command line in the trees of `npm run fuzz -- --repositories`, one after another. Reports each seed before its
// tree is made, so that the parent knows which one did not end.
import { ChildProcess } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { exitCodes } from '../../../src/cli/language/exitCodes.ts';
import { runCli } from '../../../src/cli/runCli.ts';
import { createTerminal } from '../../../src/cli/terminal.ts';
import { callFilesOnMainThread } from './filesOnMainThread.ts';
import { makeTree, type TreeRun, type TreeSetup } from './randomTree.ts';
import { isProtected, isTarget } from './treeFiles.ts';
import { differences, stateOf, type TreeState } from './treeState.ts';

/** What a worker does. */
export interface TreeTask {
  readonly setup: TreeSetup;
  /** The folder for trees and journals. */
  readonly folder: string;
  /** The folder in which hostile programs leave their marks. */
  readonly marks: string;
  readonly env: Readonly<Record<string, string>>;
  readonly seeds: readonly number[];
}

/** What a worker reports: that a tree begins, what is run in it, or how it ended. */
export type TreeReport =
  | { readonly kind: 'begin'; readonly seed: number }
  | { readonly kind: 'run'; readonly seed: number; readonly run: TreeRun }
  | {
      readonly kind: 'end';
      readonly seed: number;
      readonly failures: readonly string[];
      readonly delivered: number;
      readonly codes: readonly number[];
      readonly memory: number;
    };

/** How a tree ended. */
export type TreeEnd = Extract<TreeReport, { readonly kind: 'end' }>;

const maxMemory = 400 * 1024 * 1024;
const allowedCodes: readonly number[] = Object.values(exitCodes);
/** Control characters, and those that change the direction of a text; a line break is neither. */
const rawCharacters = /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/u;

/** The programs that were started for the present tree, with the names of their variables. */
const started: { readonly program: string; readonly variables: readonly string[] }[] = [];
const prototype = ChildProcess.prototype as unknown as {
  spawn: (options: { readonly file: string; readonly envPairs?: readonly string[] }) => unknown;
};
const spawn = prototype.spawn;
prototype.spawn = function spawnRecorded(options) {
  const variables = (options.envPairs ?? []).map((pair) => pair.split('=')[0] ?? '');
  started.push({ program: options.file, variables });
  return spawn.call(this, options);
};

callFilesOnMainThread();
process.on('message', (task: TreeTask) => void runAll(task));

async function runAll(task: TreeTask): Promise<void> {
  // Each missing file is an error, whose trace nobody reads, unless a single tree is run again.
  if (task.seeds.length > 1) Error.stackTraceLimit = 0;
  for (const seed of task.seeds) {
    send({ kind: 'begin', seed });
    send(await runTree(seed, task));
  }
  process.disconnect();
}

function send(report: TreeReport): void {
  process.send?.(report);
}

async function runTree(seed: number, { setup, folder, marks, env }: TreeTask): Promise<TreeEnd> {
  const place = path.join(folder, `tree-${seed}`);
  const state = path.join(folder, `state-${seed}`);
  const failures = new Set<string>();
  let delivered = 0;
  const codes: number[] = [];
  mkdirSync(place);
  const runs = makeTree(seed, place, setup);
  const before = stateOf(place);
  const outside = stateOf(setup.outside);
  started.length = 0;
  for (const run of runs) {
    send({ kind: 'run', seed, run });
    const { code, output } = await runOne(run, { ...env, XDG_STATE_HOME: state });
    const name = JSON.stringify(run.args.map((each) => each.replaceAll(folder, '…')));
    codes.push(code);
    if (!allowedCodes.includes(code)) failures.add(`${name}: exit code ${code}`);
    const raw = output.split('\n').find((line) => rawCharacters.test(line));
    if (raw !== undefined) failures.add(`${name}: prints ${JSON.stringify(raw).slice(0, 300)}`);
  }
  for (const { program, variables } of started) {
    if (!/^git(?:\.exe)?$/u.test(path.basename(program))) failures.add(`starts ${program}`);
    const secret = variables.find((variable) => variable.startsWith('HUMAN_TRANSLATION'));
    if (secret !== undefined) failures.add(`passes ${secret} to ${program}`);
  }
  for (const mark of readdirSync(marks)) {
    failures.add('a program of the repository was started');
    rmSync(path.join(marks, mark));
  }
  for (const changed of differences(outside, stateOf(setup.outside)))
    failures.add(`changes ${changed} outside the tree`);
  const after = stateOf(place);
  const changes = differences(before, after).map((file) => Buffer.from(file, 'latin1').toString());
  for (const changed of changes) {
    const file = changed.slice('project/'.length);
    const isRight = (isTarget(file) || isFolderOfTarget(changed, changes, before)) && !isProtected(file);
    if (isTarget(file)) delivered += 1;
    if (!isRight) failures.add(`changes ${JSON.stringify(file)}`);
  }
  const memory = process.resourceUsage().maxRSS * 1024;
  if (memory > maxMemory) failures.add(`uses ${Math.round(memory / 1024 / 1024)} MB`);
  rmSync(place, { recursive: true, force: true });
  rmSync(state, { recursive: true, force: true });
  return { kind: 'end', seed, failures: [...failures], delivered, codes, memory };
}

/** Whether a path is new, and a translation was delivered into it. */
function isFolderOfTarget(changed: string, changes: readonly string[], before: TreeState): boolean {
  const isNew = !before.has(Buffer.from(changed).toString('latin1'));
  return isNew && changes.some((other) => other.startsWith(`${changed}/`) && isTarget(other));
}

async function runOne(
  { args, folder }: TreeRun,
  env: Readonly<Record<string, string>>,
): Promise<{ readonly code: number; readonly output: string }> {
  const written: string[] = [];
  const stream = { write: (text: string) => written.push(text) };
  const current = process.cwd();
  process.chdir(folder);
  try {
    const { signal } = new AbortController();
    const code = await runCli(args, { terminal: createTerminal(stream, stream), env, signal });
    return { code, output: written.join('') };
  } finally {
    process.chdir(current);
  }
}
