import { execFile, fork, type ChildProcess } from 'node:child_process';
import { constants } from 'node:fs';
import { access, chmod, cp, mkdir, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { cliEnvironment } from '../../contract/cli/cliProcess.ts';
import { orderFiles } from '../../contract/cli/orderedFiles.ts';
import { finishAll, git } from '../../contract/orders/repositoryWindows.ts';
import { bundledProgram } from '../../host/bundledProgram.ts';
import type { TreeRun } from './randomTree.ts';
import { orderedFiles, orderedSources } from './treeFiles.ts';
import type { TreeEnd, TreeReport, TreeTask } from './treeWorker.ts';

/** Which trees are made, and who is told about them. */
export interface TreeFuzz {
  readonly seed: number;
  readonly trees: number;
  /** The number of processes. */
  readonly workers: number;
  /** The longest time for all commands in one tree, in milliseconds. */
  readonly hangMs: number;
  readonly onProgress?: (trees: number) => void;
}

/** The outcome of all trees. */
export interface TreeFuzzResult {
  readonly trees: number;
  /** By seed. */
  readonly failures: ReadonlyMap<number, readonly string[]>;
  /** Files of the trees that were written. */
  readonly delivered: number;
  /** How often each exit code occurred. */
  readonly codes: ReadonlyMap<number, number>;
  /** The most memory of a worker, in bytes. */
  readonly memory: number;
}

/** A new process is used after at most this many trees, as the command line is a new process for each command. */
const maxTreesOfWorker = 500;

/** A folder in memory, if the system has one: the trees of a long run are hundreds of thousands of files. */
const memoryFolder = '/dev/shm';

/**
 * Runs all commands of the command line in random repositories, while approved translations for some of their files wait
 * at the service. Each seed makes the same tree and the same command lines.
 */
export async function fuzzTrees({ seed, trees, workers, hangMs, onProgress }: TreeFuzz): Promise<TreeFuzzResult> {
  const isInMemory = await access(memoryFolder, constants.W_OK).then(
    () => true,
    () => false,
  );
  const base = await mkdtemp(path.join(isInMemory ? memoryFolder : tmpdir(), 'trees-'));
  await using project = await orderFiles(orderedFiles, orderedSources);
  await finishAll(project);
  // Every tree contains copies of this repository: most of its files are samples of hooks, which run nothing, and loose
  // objects.
  await rm(path.join(project.checkout, '.git/hooks'), { recursive: true, force: true });
  await git(project.checkout, 'repack', '-a', '-d', '-q');
  const failures = new Map<number, readonly string[]>();
  const codes = new Map<number, number>();
  let [done, delivered, memory] = [0, 0, 0];
  const note = (report: TreeEnd): void => {
    done += 1;
    delivered += report.delivered;
    memory = Math.max(memory, report.memory);
    for (const code of report.codes) codes.set(code, (codes.get(code) ?? 0) + 1);
    if (report.failures.length > 0) failures.set(report.seed, report.failures);
    onProgress?.(done);
  };
  const running = new Set<number>();
  const listener = createServer((socket) => {
    socket.destroy();
    for (const treeSeed of running) failures.set(treeSeed, ['connects to an address that the repository names']);
  }).listen(0, '127.0.0.1');
  try {
    const address = listener.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const batches: number[][] = [];
    // As many for each worker, so that none works alone at the end.
    const rounds = Math.ceil(trees / workers / maxTreesOfWorker);
    const size = Math.ceil(trees / workers / rounds);
    for (let first = 0; first < trees; first += size)
      batches.push(Array.from({ length: Math.min(size, trees - first) }, (_, index) => seed + first + index));
    const work = async (number: number): Promise<void> => {
      const task = await prepare(path.join(base, `worker-${number}`), project.checkout, `http://127.0.0.1:${port}`);
      // With this end open, git finds the pipe empty instead of waiting for a minute, as it may. Whoever reads the pipe
      // as a file still waits without an end.
      await using _pipe = await open(task.setup.pipe, constants.O_RDWR | constants.O_NONBLOCK);
      const env = { ...cliEnvironment(project.windowOptions.service, ''), ...task.env };
      for (let batch = batches.shift(); batch !== undefined; batch = batches.shift()) {
        let seeds: readonly number[] = batch;
        while (seeds.length > 0) {
          const left = await runWorker({ ...task, env, seeds }, { hangMs, running, note });
          if (left.hanging !== undefined) {
            done += 1;
            failures.set(left.hanging.seed, [left.hanging.why]);
          }
          ({ seeds } = left);
        }
      }
    };
    await Promise.all(Array.from({ length: workers }, (_, number) => work(number)));
    return { trees: done, failures, delivered, codes, memory };
  } finally {
    listener.close();
    await rm(base, { recursive: true, force: true });
  }
}

interface WorkerWatch {
  readonly hangMs: number;
  readonly running: Set<number>;
  readonly note: (report: TreeEnd) => void;
}

/** The seeds that a worker did not run, and the tree that ended it. */
interface WorkerRest {
  readonly seeds: readonly number[];
  readonly hanging?: { readonly seed: number; readonly why: string };
}

/** Runs seeds in a process of its own, which is ended if a tree takes too long. */
async function runWorker(task: TreeTask, { hangMs, running, note }: WorkerWatch): Promise<WorkerRest> {
  const { PATH = '', HOME = '', ...others } = task.env;
  const worker: ChildProcess = fork(bundledProgram(path.join(import.meta.dirname, 'treeWorker.ts')), {
    // Several threads for files cost more processor time than they save. A file that blocks the only one is noticed.
    env: { PATH, HOME, ...others, UV_THREADPOOL_SIZE: '1', TMPDIR: task.folder },
    execArgv: ['--max-semi-space-size=16'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  let current: number | undefined;
  let last: TreeRun | undefined;
  let isHanging = false;
  let remaining = task.seeds;
  let timer: NodeJS.Timeout | undefined;
  worker.on('message', (report: TreeReport) => {
    if (report.kind === 'run') {
      last = report.run;
      return;
    }
    clearTimeout(timer);
    if (report.kind === 'begin') {
      current = report.seed;
      last = undefined;
      running.add(current);
      timer = setTimeout(() => {
        isHanging = true;
        worker.kill('SIGKILL');
      }, hangMs);
    } else {
      running.delete(report.seed);
      current = undefined;
      remaining = remaining.slice(remaining.indexOf(report.seed) + 1);
      note(report);
    }
  });
  worker.send(task);
  const code = await new Promise<number | null>((resolve) => worker.once('exit', resolve));
  clearTimeout(timer);
  if (current === undefined) {
    if (remaining.length > 0) throw new Error(`A worker ended with code ${code ?? 'none'} before its trees.`);
    return { seeds: [] };
  }
  running.delete(current);
  const outcome = isHanging ? `takes more than ${hangMs / 1000} s` : `ends the process (code ${code ?? 'none'})`;
  const why = `${last === undefined ? 'Making the tree' : JSON.stringify(last)} ${outcome}`;
  return { seeds: remaining.slice(remaining.indexOf(current) + 1), hanging: { seed: current, why } };
}

/** Makes what the trees of a worker are made from, and the area outside them that must not change. */
async function prepare(folder: string, checkout: string, address: string): Promise<Omit<TreeTask, 'seeds'>> {
  const outside = path.join(folder, 'outside');
  const marks = path.join(folder, 'marks');
  const bin = path.join(folder, 'bin');
  const program = path.join(folder, 'hostile');
  const pipe = path.join(outside, 'pipe');
  const home = path.join(outside, 'home');
  for (const each of [marks, bin, home, path.join(outside, 'locales'), path.join(outside, 'gitdir')])
    await mkdir(each, { recursive: true });
  await writeFile(program, `#!/bin/sh\n: > '${marks}/'$$\n`);
  await chmod(program, 0o755);
  await writeFile(path.join(outside, 'settings.json'), '{}\n');
  await writeFile(path.join(outside, 'locales/ja.json'), '{}\n');
  await writeFile(path.join(outside, 'locales/en.json'), orderedFiles['locales/en.json'] ?? '');
  await writeFile(path.join(outside, 'home/.gitconfig'), '[user]\n\tname = Somebody\n');
  await writeFile(
    path.join(outside, 'hostile.gitconfig'),
    `[core]\n\tfsmonitor = ${program}\n\tsshCommand = ${program}\n`,
  );
  await cp(path.join(checkout, '.git'), path.join(outside, 'gitdir'), { recursive: true });
  await promisify(execFile)('mkfifo', [pipe]);
  const template = path.join(folder, 'template');
  await cp(checkout, template, { recursive: true });
  const { PATH = '' } = process.env;
  return {
    setup: { program, address, outside, template, pipe },
    folder,
    marks,
    env: { PATH, HOME: home },
  };
}
