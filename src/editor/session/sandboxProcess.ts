import { errorMessage } from '../../base/errorMessage.ts';
import {
  SandboxNotStartedError,
  UnprovableSandboxError,
  SandboxRefusedError,
  SandboxGoneError,
} from '../../orders/model/connectionErrors.ts';
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir, open, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '../../base/clock.ts';
import { isProcessAlive } from '../../base/isProcessAlive.ts';
import { isRecord } from '../../base/isRecord.ts';
import { memberOf, stringOf } from '../../base/unknownValue.ts';
import { present } from '../../base/present.ts';
import { hasProof, readPortFile, type PortFile, type ProvablePortFile } from '../../base/portFile.ts';
import type { SandboxPace } from '../settings.ts';

/** The embedded sandbox, whose process has proved that it wrote the port file. */
export type RunningSandbox = ProvablePortFile;

/** The sandbox ends itself after this long without a request. */
const idleExitSeconds = 30 * 60;
const startTimeoutMs = 20_000;
const controlTimeoutMs = 5000;
/** The pause between two reads of the port file: short, because the user waits for the sandbox. */
const readPauseMs = 10;
const maxStarts = 3;
/** A lock file that was not touched for this time has no holder any more. */
const lockStaleMs = 30_000;
/** How long a proof is valid: a live process keeps its port. */
const maxProofAgeMs = 1000;

export interface SandboxOptions {
  /** The sandbox's program. */
  readonly entry: string;
  /** Where the port file, the data and the log are. */
  readonly folder: string;
  readonly pace: SandboxPace;
  /** Accepts a sandbox of another pace instead of restarting it. */
  readonly acceptsAnyPace?: boolean;
  /** Version of the extension, `1.2.3`. */
  readonly release: string;
  readonly log: (line: string) => void;
}

/**
 * Finds the sandbox that all windows share, or starts it. It is a separate process and outlives this one, so that
 * orders continue to be translated while windows are reloaded. A sandbox of an earlier version or another pace is asked
 * to exit; one of a later version is used as it is, so that windows of two versions do not replace each other's.
 * Rejects with UnprovableSandboxError, or with a plain Error if the sandbox does not start.
 */
export async function ensureSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  await mkdir(options.folder, { recursive: true });
  const portFile = join(options.folder, 'sandbox.json');
  const giveUpAt = Date.now() + startTimeoutMs;
  let startCount = 0;
  /** The process that was started here. */
  let child: ChildProcess | undefined;
  while (Date.now() < giveUpAt) {
    const sandbox = await readPortFile(portFile);
    if (sandbox !== undefined && isProvable(sandbox) && (await hasProof(sandbox))) {
      // A sandbox runs. If it has to be replaced, the next one is started once its port file is gone.
      if (await isSuitable(sandbox, options)) return sandbox;
      await askToExit(sandbox, options);
      child = undefined;
    } else if (sandbox !== undefined && !isProvable(sandbox) && (await isInUse(portFile, sandbox.pid))) {
      // A sandbox of an early version runs, whose port file has no secret for a proof.
      throw new UnprovableSandboxError(sandbox.pid);
    } else if (child === undefined || hasExited(child)) {
      // No sandbox runs: one that another window had started may have ended. The number of attempts is limited.
      if (startCount === maxStarts) break;
      startCount += 1;
      child = await start(options, portFile);
    }
    await systemClock.sleep(readPauseMs);
  }
  throw new SandboxNotStartedError(logFile(options));
}

function isProvable(file: PortFile): file is ProvablePortFile {
  return file.challengeSecret !== undefined && file.release !== undefined;
}

async function isSuitable(
  running: RunningSandbox,
  { pace, acceptsAnyPace = false, release, log }: SandboxOptions,
): Promise<boolean> {
  const comparison = compareReleases(running.release, release);
  if (comparison < 0) log(`Replacing the sandbox of version ${running.release}.`);
  if (comparison !== 0) return comparison > 0;
  if (acceptsAnyPace || (await paceOf(running)) === pace) return true;
  log(`Restarting the sandbox at the pace “${pace}”.`);
  return false;
}

/** Returns a negative number if `a` is the earlier version: `1.9.2`, `1.10.0-beta`. Only the three numbers count. */
export function compareReleases(a: string, b: string): number {
  const numbersOf = (release: string): readonly number[] =>
    release.split(/[.+-]/u, 3).map((part) => Number.parseInt(part, 10) || 0);
  const [numbers, otherNumbers] = [numbersOf(a), numbersOf(b)];
  for (let index = 0; index < 3; index += 1) {
    const difference = (numbers[index] ?? 0) - (otherNumbers[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/**
 * Returns whether the process with this id is alive, holds the lock of the port file, and keeps it fresh. The lock may
 * already belong to the next sandbox while the port file is still the previous one's. Sends nothing to the process.
 */
async function isInUse(portFile: string, pid: number): Promise<boolean> {
  try {
    const lockPath = `${portFile}.lock`;
    const { mtimeMs } = await stat(lockPath);
    const [holderPid] = (await readFile(lockPath, 'utf8')).split(' ', 1);
    const isFresh = Date.now() - mtimeMs < lockStaleMs;
    return Number(holderPid) === pid && isProcessAlive(pid) && isFresh;
  } catch {
    return false;
  }
}

async function askToExit(running: RunningSandbox, { log }: SandboxOptions): Promise<void> {
  try {
    await callControl(running, '/sandbox/exit', {});
  } catch (error) {
    // Another window may have asked it already.
    log(`The sandbox could not be asked to exit: ${errorMessage(error)}`);
  }
  const giveUpAt = Date.now() + controlTimeoutMs;
  while (Date.now() < giveUpAt && isProcessAlive(running.pid) && (await hasProof(running))) await systemClock.sleep(50);
}

async function start(options: SandboxOptions, portFile: string): Promise<ChildProcess> {
  const output = await open(logFile(options), 'a', 0o600);
  try {
    const child = spawn(
      process.execPath,
      [
        options.entry,
        ...['--port', '0', '--pace', options.pace, '--release', options.release],
        ...['--data', join(options.folder, 'sandbox-data.jsonl')],
        ...['--port-file', portFile, '--idle-exit', String(idleExitSeconds)],
      ],
      // Inside VS Code the executable is Electron, which runs as plain Node with this variable. Standard output
      // contains the keys, which must not get into a log; they are read from the port file.
      {
        detached: true,
        stdio: ['ignore', 'ignore', output.fd],
        env: { ...withoutKeys(process.env), ELECTRON_RUN_AS_NODE: '1' },
      },
    );
    child.unref();
    child.on('error', (error) => {
      options.log(`The sandbox could not be started: ${error.message}`);
    });
    return child;
  } finally {
    await output.close();
  }
}

/** Omits our own variables: the sandbox needs no keys of the service. */
function withoutKeys(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^HUMAN_TRANSLATION_/iu.test(name)));
}

/** Whether a process has ended, or has never started. */
function hasExited({ pid, exitCode, signalCode }: ChildProcess): boolean {
  return pid === undefined || exitCode !== null || signalCode !== null;
}

function logFile({ folder }: SandboxOptions): string {
  return join(folder, 'sandbox.log');
}

/** Returns the sandbox's pace; undefined if it can't be read. */
async function paceOf(sandbox: RunningSandbox): Promise<unknown> {
  try {
    return (await callControl(sandbox, '/sandbox/state'))['pace'];
  } catch {
    return undefined;
  }
}

export type SandboxAction = 'start' | 'finish' | 'comment' | 'hold' | 'release' | 'expire';

/**
 * Changes the state of a job of the sandbox. `text` is the translation for `finish` (the sandbox invents one if it is
 * absent) or the translator's comment for `comment`. Rejects with SandboxRefusedError and SandboxGoneError.
 */
export async function controlSandbox(
  sandbox: RunningSandbox,
  jobId: string,
  action: SandboxAction,
  text?: string,
): Promise<void> {
  const body = action === 'finish' ? { body_tgt: text } : { body: text };
  await callControl(sandbox, `/sandbox/jobs/${encodeURIComponent(jobId)}/${action}`, present(body));
}

/**
 * Calls the sandbox's control interface after its process has proved itself. With a `body`, the request is a POST.
 * Returns the response's members.
 */
async function callControl(
  sandbox: RunningSandbox,
  path: string,
  body?: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>>> {
  if (!(await hasProof(sandbox))) throw new SandboxGoneError('The embedded sandbox is no longer running.');
  const response = await fetch(new URL(path, sandbox.baseUrl), {
    headers: { authorization: `Bearer ${sandbox.controlToken}`, 'content-type': 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(controlTimeoutMs),
    ...present({ method: body && 'POST', body: body && JSON.stringify(body) }),
  });
  const answer: unknown = await response.json();
  if (memberOf(answer, 'opstat') !== 'ok')
    throw new SandboxRefusedError(stringOf(memberOf(answer, 'err', 'msg')) ?? String(response.status));
  const result = memberOf(answer, 'response');
  return isRecord(result) ? result : {};
}

/**
 * Returns a function that resolves to whether the sandbox is still the same process. It is called before each request,
 * because any program may listen on the port once the sandbox has ended.
 */
export function watchProof(sandbox: RunningSandbox): () => Promise<boolean> {
  let lastProofAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (!isProcessAlive(sandbox.pid)) return false;
    const now = performance.now();
    if (now - lastProofAt < maxProofAgeMs) return true;
    if (!(await hasProof(sandbox))) return false;
    lastProofAt = now;
    return true;
  };
}
