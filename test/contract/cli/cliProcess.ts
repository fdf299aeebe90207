import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { releasedCli } from '../../host/cliBuild.ts';
import { suiteLog } from '../logSink.ts';

/** The outcome of a run of the command line. */
export interface CliRun {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliRunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Arguments of Node before the program. */
  readonly nodeArgs?: readonly string[];
  /** Called with a function that sends a signal to the process. */
  readonly onStart?: (kill: (signal: NodeJS.Signals) => void) => void;
}

/**
 * Runs the command line as it is released, in a process without a terminal, and without this one's environment, but its
 * compiled modules.
 */
export async function runCliProcess(args: readonly string[], options: CliRunOptions = {}): Promise<CliRun> {
  const { env = {}, cwd = process.cwd(), nodeArgs = [], onStart } = options;
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [...nodeArgs, releasedCli(), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd,
    env: { PATH, HOME, ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }), ...env },
  });
  onStart?.((signal) => child.kill(signal));
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  for (const line of `${stdout}\n${stderr}`.split('\n')) suiteLog.note('command line', line);
  return { code, signal, stdout, stderr };
}

/** Returns the environment of a run: the service, its keys, and a folder for the journals. */
export function cliEnvironment(
  service: { readonly baseUrl: string; readonly apiKey: string; readonly privateKey: string },
  state: string,
): Readonly<Record<string, string>> {
  return {
    HUMAN_TRANSLATION_BASE_URL: service.baseUrl,
    HUMAN_TRANSLATION_PUBLIC_KEY: service.apiKey,
    HUMAN_TRANSLATION_PRIVATE_KEY: service.privateKey,
    XDG_STATE_HOME: state,
  };
}
