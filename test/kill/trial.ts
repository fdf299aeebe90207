import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, link, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { present } from '../../src/base/present.ts';
import { startForwarder } from '../contract/orders/forwarder.ts';
import type { WindowOptions } from '../contract/orders/orderWindow.ts';
import { bundledProgram } from '../host/bundledProgram.ts';
import { readOutcome, type Outcome } from './outcome.ts';
import type { HostedSandbox, HostRequest } from './sandboxHost.ts';
import { isOrderedBefore, type Scenario } from './scenario.ts';
import type { TrialTask } from './trialProcess.ts';
import type { FinishReport } from './window.ts';

/** When the process is killed. */
export type KillMoment =
  | { readonly kind: 'never'; readonly trace?: string }
  /** At a boundary of its system calls; see `killAtPoint.ts`. */
  | { readonly kind: 'staged'; readonly at: number; readonly name: string }
  /** Milliseconds after its start. */
  | { readonly kind: 'random'; readonly afterMs: number }
  /** When request number `call` that places an order passes a gateway, on its way to the service or back. */
  | { readonly kind: 'gateway'; readonly call: number; readonly when: 'onCall' | 'onAnswer' };

export interface TrialResult {
  readonly wasKilled: boolean;
  /** Milliseconds from the beginning of the work to its end or to the kill. */
  readonly lastedMs: number;
  /** The project's files after the kill. */
  readonly filesWhenKilled: ReadonlyMap<string, string>;
  readonly report: FinishReport;
  readonly outcome: Outcome;
}

/** A folder that trials copy: the project and, for a delivery, the journal and the sandbox's data. */
export interface Template {
  readonly folder: string;
  readonly scenario: Scenario;
}

/** Milliseconds after which a process of a trial counts as failed. */
const processMs = 60_000;

/** Runs trials one after the other, with a process for their sandboxes that is never killed. */
export class Lane implements AsyncDisposable {
  readonly #folder: string;
  readonly #cache: string;
  readonly #host: ChildProcess;

  constructor(folder: string) {
    this.#folder = folder;
    // A shared compile cache, because hundreds of processes load the same modules.
    this.#cache = path.join(folder, 'compiled');
    this.#host = fork(path.join(import.meta.dirname, 'sandboxHost.ts'));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#host.disconnect();
    await once(this.#host, 'exit');
  }

  /** Kills a process at a moment, lets a new process do the rest, and returns the outcome. */
  async run({ folder: template, scenario }: Template, moment: KillMoment): Promise<TrialResult> {
    const folder = await mkdtemp(path.join(this.#folder, 'trial-'));
    try {
      await cp(template, folder, { recursive: true });
      await linkFiles(folder, scenario);
      const dataFile = isOrderedBefore(scenario) ? path.join(folder, 'sandbox.jsonl') : undefined;
      const sandbox = (await this.#ask({
        kind: 'start',
        pace: 'instant',
        ...present({ dataFile }),
      })) as HostedSandbox;
      try {
        return await this.#try(folder, scenario, moment, sandbox);
      } finally {
        await this.#ask({ kind: 'stop' });
      }
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    }
  }

  /** Creates a template by running `prepare` with a sandbox that stores its data. */
  async prepare(
    scenario: Scenario,
    prepare?: (options: WindowOptions, scenario: Scenario) => Promise<void>,
  ): Promise<Template> {
    const folder = await mkdtemp(path.join(this.#folder, 'template-'));
    for (const [name, content] of Object.entries(scenario.files)) {
      await mkdir(path.dirname(path.join(folder, 'project', name)), { recursive: true });
      await writeFile(path.join(folder, 'project', name), content);
    }
    if (prepare !== undefined) {
      const sandbox = (await this.#ask({
        kind: 'start',
        pace: 'instant',
        dataFile: path.join(folder, 'sandbox.jsonl'),
      })) as HostedSandbox;
      await prepare(optionsFor(folder, sandbox, scenario), scenario);
      await this.#ask({ kind: 'stop' });
    }
    return { folder, scenario };
  }

  async #try(folder: string, scenario: Scenario, moment: KillMoment, sandbox: HostedSandbox): Promise<TrialResult> {
    const kind = isOrderedBefore(scenario) ? 'deliver' : 'order';
    const options = optionsFor(folder, sandbox, scenario);
    const timing = await runAndKill({ kind, options, scenario }, moment, this.#cache);
    await this.#ask({ kind: 'idle' });
    const targets = Object.keys(scenario.files).filter((name) => !scenario.hardLinked.includes(name));
    const filesWhenKilled = new Map<string, string>();
    for (const name of [...targets, ...extraTargets]) {
      const bytes = await readFile(path.join(folder, 'project', name)).catch(() => undefined);
      if (bytes !== undefined) filesWhenKilled.set(name, bytes.toString('base64'));
    }
    const [line] = await runToEnd({ kind: 'finish', options, scenario }, this.#cache);
    return {
      ...timing,
      filesWhenKilled,
      report: JSON.parse(line ?? '') as FinishReport,
      outcome: await readOutcome(folder, sandbox),
    };
  }

  async #ask(request: HostRequest): Promise<unknown> {
    const answered = once(this.#host, 'message');
    this.#host.send(request);
    const [answer] = (await answered) as [unknown];
    return answer;
  }
}

/** Files that only a delivery creates. */
const extraTargets = ['locales/de/app.json', 'res/values-ja/strings.xml', 'docs/ja/guide.md'];

async function linkFiles(folder: string, { hardLinked }: Scenario): Promise<void> {
  for (const [index, name] of hardLinked.entries())
    await link(path.join(folder, 'project', name), path.join(folder, `second-name-${index}`));
}

function optionsFor(
  folder: string,
  { baseUrl, apiKey, privateKey }: HostedSandbox,
  { together }: Scenario,
): WindowOptions {
  const root = path.join(folder, 'project');
  const folders = together && [...new Set(together.files.map(({ project }) => project))];
  return {
    root,
    ...present({ projects: folders?.map((id) => ({ id, root: path.join(root, id) })) }),
    journalFile: path.join(folder, 'journals', 'journal.jsonl'),
    service: { baseUrl, apiKey, privateKey },
  };
}

/** Runs a task and kills its process at the moment. Resolves when the process has ended; rejects if it failed. */
async function runAndKill(
  task: TrialTask,
  moment: KillMoment,
  cache: string,
): Promise<{ readonly wasKilled: boolean; readonly lastedMs: number }> {
  if (moment.kind !== 'gateway') return startAndKill(task, moment, cache);
  let calls = 0;
  let kill: () => Promise<void> = () => Promise.resolve();
  const pass = async (call: string): Promise<void> => {
    if (call !== 'POST /v2/translate/jobs') return;
    calls += 1;
    if (calls !== moment.call) return;
    await kill();
    // The request is dropped after the kill.
    if (moment.when === 'onCall') throw new Error('The gateway was cut.');
  };
  await using gateway = await startForwarder(task.options.service.baseUrl, { [moment.when]: pass });
  const options = { ...task.options, service: { ...task.options.service, baseUrl: gateway.baseUrl } };
  return await startAndKill({ ...task, options }, moment, cache, (killChild) => {
    kill = killChild;
  });
}

async function startAndKill(
  task: TrialTask,
  moment: KillMoment,
  cache: string,
  onStart: (kill: () => Promise<void>) => void = () => undefined,
): Promise<{ readonly wasKilled: boolean; readonly lastedMs: number }> {
  const isStaged = moment.kind === 'staged' || (moment.kind === 'never' && moment.trace !== undefined);
  const env = {
    NODE_COMPILE_CACHE: cache,
    ...present({
      KILL_AT: moment.kind === 'staged' ? String(moment.at) : undefined,
      KILL_TRACE: moment.kind === 'never' ? moment.trace : undefined,
    }),
  };
  const child = startTask(task, env, isStaged);
  const output: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk.toString()));
  const ended = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  onStart(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const timeout = setTimeout(() => child.kill('SIGABRT'), processMs);
  let startedAt = performance.now();
  let timer: NodeJS.Timeout | undefined;
  createInterface(child.stdout).on('line', (line) => {
    if (line !== 'start') return;
    startedAt = performance.now();
    if (moment.kind === 'random') timer = setTimeout(() => child.kill('SIGKILL'), moment.afterMs);
  });
  const [code, signal] = await ended;
  clearTimeout(timeout);
  clearTimeout(timer);
  if (code !== 0 && signal !== 'SIGKILL')
    throw new Error(`The process failed without a kill (${signal ?? code}): ${output.join('').slice(-2000)}`);
  return { wasKilled: signal === 'SIGKILL', lastedMs: performance.now() - startedAt };
}

/** Runs a task to its end, and returns the lines that it prints. Rejects if it fails. */
async function runToEnd(task: TrialTask, cache: string): Promise<readonly string[]> {
  const child = startTask(task, { NODE_COMPILE_CACHE: cache }, false);
  const lines: string[] = [];
  const errors: string[] = [];
  createInterface(child.stdout).on('line', (line) => lines.push(line));
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk.toString()));
  const timeout = setTimeout(() => child.kill('SIGABRT'), processMs);
  const [code] = (await once(child, 'close')) as [number | null];
  clearTimeout(timeout);
  if (code !== 0) throw new Error(`The process after the crash failed:  ${errors.join('').slice(-2000)}`);
  return lines;
}

function startTask(task: TrialTask, env: Readonly<Record<string, string>>, isStaged: boolean) {
  const preload = isStaged ? ['--import', new URL('killAtPoint.ts', import.meta.url).href] : [];
  const program = bundledProgram(path.join(import.meta.dirname, 'trialProcess.ts'));
  const args = [...preload, program, JSON.stringify(task)];
  return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } });
}

/** Returns the names of the boundaries that a process wrote when it ran to its end. */
export async function readTrace(file: string): Promise<readonly string[]> {
  return JSON.parse(await readFile(file, 'utf8')) as readonly string[];
}
