import { spawn } from 'node:child_process';
import type { SpawnOptions } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { countProcess } from './processorTime.ts';

/** Exit code and output (stdout and stderr in their order) of a child process. */
export interface ChildResult {
  readonly code: number;
  readonly output: string;
}

export interface ChildOptions {
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Receives output immediately; the result contains all of it, too. */
  readonly onOutput?: (chunk: string) => void;
  /** Runs only while other processes leave the processor idle. */
  readonly isBackground?: boolean;
}

/**
 * Runs a program to its end and returns its exit code (1 when a signal ended it) with its output.
 * Rejects only when the program cannot be started.
 */
export async function runChild(command: string, args: readonly string[], options: ChildOptions): Promise<ChildResult> {
  const settings: SpawnOptions = {
    cwd: options.cwd,
    env: options.env ?? process.env,
    stdio: ['ignore', 'pipe', 'pipe'],
  };
  const child = spawn(command, args, settings);
  countProcess(child.pid);
  if (options.isBackground === true && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8');
    stream?.on('data', (chunk: string) => {
      output.push(chunk);
      options.onOutput?.(chunk);
    });
  }
  const code = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exitCode) => {
      resolve(exitCode ?? 1);
    });
  });
  return { code, output: output.join('') };
}

/**
 * Returns the environment for a nested npm. npm passes its state to the scripts it runs, which a nested npm would use
 * as settings, above all the outer project's prefix. Settings that the user exported are kept.
 */
export function environmentForNpm(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) =>
      !/^npm_(package|lifecycle|command|node_execpath|execpath)/.test(name) &&
      !/^npm_config_(local_prefix|prefix|globalconfig|global_prefix|omit|include)$/i.test(name) &&
      name !== 'INIT_CWD' &&
      name !== 'NODE_ENV',
  );
  return Object.fromEntries(kept);
}

/** Runs npm with this process's Node, so that an older Node on the machine does not matter. */
export function runNpm(
  args: readonly string[],
  cwd: string,
  { isBackground = false }: Pick<ChildOptions, 'isBackground'> = {},
): Promise<ChildResult> {
  const script = process.env['npm_execpath'];
  const env = environmentForNpm();
  if (script !== undefined) return runChild(process.execPath, [script, ...args], { cwd, env, isBackground });
  // npm is a batch file on Windows, which only the shell can run.
  return process.platform === 'win32'
    ? runChild('cmd.exe', ['/d', '/c', 'npm', ...args], { cwd, env, isBackground })
    : runChild('npm', args, { cwd, env, isBackground });
}
