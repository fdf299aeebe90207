import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { contentsOf } from '../contract/cli/sampleProjects.ts';
import type { Rehearsed } from './rehearsalProcess.ts';
import { readTrace } from './trial.ts';

/** The files of the project: one translation is empty, one lacks a string, and one is missing with its folder. */
const files: Readonly<Record<string, string>> = {
  'locales/en/app.json': '{\n  "hello": "Hello",\n  "bye": "Goodbye"\n}\n',
  'locales/ja/app.json': '',
  'locales/de/app.json': '{\n  "hello": "Hallo"\n}\n',
};

/** Trials that kill the rehearsal of an order at a boundary of its system calls, then rehearse again. */
export class RehearsalTrials {
  /** The names of the boundaries of a run that is not killed. */
  readonly boundaries: readonly string[];
  readonly #folder: string;
  readonly #expected: string;

  private constructor(folder: string, expected: string, boundaries: readonly string[]) {
    this.#folder = folder;
    this.#expected = expected;
    this.boundaries = boundaries;
  }

  static async prepare(folder: string): Promise<RehearsalTrials> {
    const root = await makeProject(folder);
    const trace = path.join(folder, 'rehearsal.trace');
    const { code, output } = await rehearse(root, { KILL_TRACE: trace });
    const { strings, unwritable } = JSON.parse(output) as Rehearsed;
    if (code !== 0 || strings !== 5 || unwritable.length > 0)
      throw new Error(`The rehearsal fails without a kill: ${output}`);
    return new RehearsalTrials(folder, output, await readTrace(trace));
  }

  /** Kills a rehearsal at boundary number `at`, from 1. Returns what was wrong then, and after the next one. */
  async run(at: number): Promise<readonly string[]> {
    const root = await makeProject(this.#folder);
    try {
      const before = await contentsOf(root);
      const killed = await rehearse(root, { KILL_AT: String(at) });
      if (killed.signal !== 'SIGKILL') return [`the rehearsal was not killed: ${killed.output}`];
      const wrong = changes(before, await contentsOf(root)).filter((name) => !isTemporary(name));
      const next = await rehearse(root, {});
      if (next.output !== this.#expected) wrong.push(`the next rehearsal found ${next.output}`);
      return [...wrong, ...changes(before, await contentsOf(root)).map((name) => `${name} remains or has changed`)];
    } finally {
      await rm(root, { recursive: true, force: true, maxRetries: 10 });
    }
  }
}

function isTemporary(name: string): boolean {
  return /^\.human-translation-[0-9a-f.]+\.before\.tmp$/u.test(path.posix.basename(name));
}

function changes(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter((name) => before.get(name) !== after.get(name));
}

async function makeProject(folder: string): Promise<string> {
  const root = await mkdtemp(path.join(folder, 'rehearsal-'));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(root, name)), { recursive: true });
    await writeFile(path.join(root, name), content);
  }
  return root;
}

interface Run {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly output: string;
}

async function rehearse(root: string, kill: Readonly<Record<string, string>>): Promise<Run> {
  const preloads = ['killAtPoint.ts', 'startAtOnce.ts'].map((name) => new URL(name, import.meta.url).href);
  const options = Object.keys(kill).length === 0 ? [] : preloads.flatMap((preload) => ['--import', preload]);
  const script = path.join(import.meta.dirname, 'rehearsalProcess.ts');
  const child = spawn(process.execPath, [...options, script, root], { env: { ...process.env, ...kill } });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes: Buffer) => {
      output += bytes.toString();
    });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      resolve({ code, signal, output });
    });
  });
}
