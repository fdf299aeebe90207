import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { present } from '../../../src/base/present.ts';
import { bundledProgram } from '../../host/bundledProgram.ts';
import type { WindowOptions } from './orderWindow.ts';
import type { SuspensionStep } from './suspendAt.ts';

export interface ChildResult {
  readonly placedJobs?: number;
  readonly stopped?: string;
  readonly error?: string;
}

/** A process that has quoted `locales/en.json` and waits for the command to order. */
export interface ChildWindow extends AsyncDisposable {
  readonly go: () => void;
  readonly result: () => Promise<ChildResult>;
  /** Resolves when the process has reached the step at which it suspends itself. */
  readonly suspended: () => Promise<void>;
  readonly resume: () => void;
  readonly kill: () => Promise<void>;
  readonly ended: Promise<unknown>;
}

export async function startChildWindow(options: WindowOptions, suspendAt?: SuspensionStep): Promise<ChildWindow> {
  const imports = suspendAt === undefined ? [] : ['--import', path.join(import.meta.dirname, 'suspendAt.ts')];
  const child = spawn(
    process.execPath,
    [
      ...imports,
      bundledProgram(path.join(import.meta.dirname, 'placeInChild.ts')),
      JSON.stringify({ options, file: 'locales/en.json', locales: ['ja'] }),
    ],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, ...present({ SUSPEND_AT: suspendAt }) },
    },
  );
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const ended = once(child, 'close');
  const nextLine = async (): Promise<string> => String((await lines.next()).value);
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
  };
  assert.equal(await nextLine(), 'quoted');
  return {
    go: () => {
      child.stdin.write('go\n');
    },
    result: async () => JSON.parse(await nextLine()) as ChildResult,
    suspended: async () => {
      assert.equal(await nextLine(), 'suspended');
    },
    resume: () => {
      child.kill('SIGCONT');
    },
    kill,
    ended,
    [Symbol.asyncDispose]: kill,
  };
}
