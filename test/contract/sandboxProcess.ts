import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Announcement } from '../../src/sandbox/announcement.ts';
import { bundledProgram } from '../host/bundledProgram.ts';
import { suiteLog } from './logSink.ts';

const source = path.resolve(import.meta.dirname, '../../src/sandbox/main.ts');

/** The command line, running. */
export interface SandboxProcess extends AsyncDisposable {
  /** The line that it printed, parsed as JSON; undefined if it ended without one. */
  readonly line: Promise<Announcement | undefined>;
  /** Everything on standard output, when it has ended. */
  readonly ended: Promise<{
    readonly code: number | null;
    readonly signal: NodeJS.Signals | null;
    readonly stdout: string;
    readonly stderr: string;
  }>;
  kill(signal: NodeJS.Signals): Promise<void>;
}

export function runSandbox(...args: readonly string[]): SandboxProcess {
  const child = spawn(process.execPath, [bundledProgram(source), ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = readToEnd(child);
  return {
    line: firstLine(child),
    ended,
    kill: async (signal) => {
      child.kill(signal);
      await ended;
    },
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function firstLine(
  child: ChildProcess & { readonly stdout: NonNullable<ChildProcess['stdout']> },
): Promise<Announcement | undefined> {
  for await (const line of createInterface(child.stdout)) {
    const announcement = JSON.parse(line) as Announcement;
    suiteLog.noteSecrets(announcement.apiKey, announcement.privateKey, announcement.controlToken);
    return announcement;
  }
  return undefined;
}

async function readToEnd(
  child: ChildProcess & {
    readonly stdout: NonNullable<ChildProcess['stdout']>;
    readonly stderr: NonNullable<ChildProcess['stderr']>;
  },
) {
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  for (const line of stderr.split('\n')) suiteLog.note('sandbox process', line);
  return { code, signal, stdout, stderr };
}
