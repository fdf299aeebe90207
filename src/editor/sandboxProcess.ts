import { spawn } from 'node:child_process';
import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { systemClock } from '../base/clock.ts';
import { isProcessAlive } from '../base/isProcessAlive.ts';
import type { SandboxPace } from './settings.ts';

/** The embedded sandbox as its port file describes it. */
export interface RunningSandbox {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly privateKey: string;
  readonly controlToken: string;
  readonly pid: number;
}

/** The sandbox ends itself after this long without a request. */
const idleExitSeconds = 30 * 60;
const startPatienceMs = 20_000;

/**
 * Finds the sandbox that all windows share, or starts it. It is a process of its own and outlives this one, so that
 * orders go on being translated while windows are reloaded. Rejects with a sentence when it does not come up.
 */
export async function ensureSandbox(options: {
  readonly entry: string;
  readonly folder: string;
  readonly pace: SandboxPace;
  readonly log: (line: string) => void;
}): Promise<RunningSandbox> {
  const portFile = join(options.folder, 'sandbox.json');
  const running = await readPortFile(portFile);
  const pace = running === undefined ? undefined : await paceOf(running);
  if (running !== undefined && pace === options.pace) return running;
  if (running !== undefined && pace !== undefined) {
    options.log(`Restarting the sandbox at the pace “${options.pace}”.`);
    await endProcess(running.pid);
  }

  await mkdir(options.folder, { recursive: true });
  const logFile = join(options.folder, 'sandbox.log');
  const output = await open(logFile, 'a', 0o600);
  try {
    const child = spawn(
      process.execPath,
      [
        options.entry,
        ...['--port', '0', '--pace', options.pace],
        ...['--data', join(options.folder, 'sandbox-data.jsonl')],
        ...['--port-file', portFile, '--idle-exit', String(idleExitSeconds)],
      ],
      // Inside VS Code the executable is Electron, which runs as plain Node when told so. Standard output announces the
      // keys, which the port file has for us: a log must not have them.
      { detached: true, stdio: ['ignore', 'ignore', output.fd], env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' } },
    );
    child.unref();
    child.on('error', (error) => {
      options.log(`The sandbox could not be started: ${error.message}`);
    });
  } finally {
    await output.close();
  }
  return waitForPortFile(portFile, logFile);
}

async function waitForPortFile(portFile: string, logFile: string): Promise<RunningSandbox> {
  const giveUpAt = Date.now() + startPatienceMs;
  while (Date.now() < giveUpAt) {
    const running = await readPortFile(portFile);
    if (running !== undefined && (await paceOf(running)) !== undefined) return running;
    await systemClock.sleep(50);
  }
  throw new Error(`The embedded sandbox did not start. Its own messages are in ${logFile}.`);
}

async function readPortFile(path: string): Promise<RunningSandbox | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(path, 'utf8'));
    return isRunningSandbox(value) ? value : undefined;
  } catch {
    // Not there yet, or being replaced: the caller looks again.
    return undefined;
  }
}

function isRunningSandbox(value: unknown): value is RunningSandbox {
  if (typeof value !== 'object' || value === null) return false;
  const record: Partial<Record<string, unknown>> = { ...value };
  return ['baseUrl', 'apiKey', 'privateKey', 'controlToken'].every((name) => typeof record[name] === 'string') && typeof record['pid'] === 'number';
}

/** The pace of a sandbox; undefined when it does not answer, whatever its port file and process number say. */
async function paceOf(sandbox: RunningSandbox): Promise<string | undefined> {
  try {
    const response = await fetch(new URL('/sandbox/state', sandbox.baseUrl), { headers: { authorization: `Bearer ${sandbox.controlToken}` }, signal: AbortSignal.timeout(2000) });
    const answer = (await response.json()) as { readonly response?: { readonly pace?: unknown } };
    return typeof answer.response?.pace === 'string' ? answer.response.pace : undefined;
  } catch {
    return undefined;
  }
}

async function endProcess(pid: number): Promise<void> {
  const giveUpAt = Date.now() + 5000;
  process.kill(pid, 'SIGTERM');
  while (isProcessAlive(pid) && Date.now() < giveUpAt) await systemClock.sleep(50);
}

export type SandboxAction = 'start' | 'finish' | 'comment' | 'hold' | 'release' | 'expire';

/**
 * Moves a job of the sandbox by hand. `text` is the translation of `finish`, which the sandbox makes up without one, or
 * what the translator writes with `comment`. Rejects with the sandbox's reason.
 */
export async function controlSandbox(sandbox: RunningSandbox, jobId: string, action: SandboxAction, text?: string): Promise<void> {
  const body = text === undefined ? {} : action === 'finish' ? { body_tgt: text } : { body: text };
  const response = await fetch(new URL(`/sandbox/jobs/${encodeURIComponent(jobId)}/${action}`, sandbox.baseUrl), {
    method: 'POST',
    headers: { authorization: `Bearer ${sandbox.controlToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as { readonly opstat?: unknown; readonly err?: { readonly msg?: unknown } };
  if (answer.opstat !== 'ok') throw new Error(vscode.l10n.t('The sandbox answered: {0}', typeof answer.err?.msg === 'string' ? answer.err.msg : String(response.status)));
}
