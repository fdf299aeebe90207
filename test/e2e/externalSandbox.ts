import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { projectRoot } from '../host/paths.ts';

/** What the sandbox says of itself. */
export interface SandboxState {
  readonly orders: number;
  readonly jobs: number;
}

interface Announcement {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly privateKey: string;
  readonly controlToken: string;
}

/** A sandbox outside VS Code, started as from the shell: for the extension it is a service like any other. */
export class ExternalSandbox {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly privateKey: string;
  readonly #child: ChildProcess;
  readonly #controlToken: string;
  readonly #log: readonly string[];

  private constructor(child: ChildProcess, announcement: Announcement, log: readonly string[]) {
    this.#child = child;
    this.baseUrl = announcement.baseUrl;
    this.apiKey = announcement.apiKey;
    this.privateKey = announcement.privateKey;
    this.#controlToken = announcement.controlToken;
    this.#log = log;
  }

  /** Starts one on a free port, with further options of its command line, and waits until it listens. */
  static async start(...options: readonly string[]): Promise<ExternalSandbox> {
    const args = [path.join(projectRoot, 'src/sandbox/main.ts'), '--port', '0', '--api-key', 'shop-key', '--private-key', 'shop-secret', ...options];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    const log: string[] = [];
    createInterface(child.stderr).on('line', (line) => { log.push(line); });
    for await (const line of createInterface(child.stdout)) return new ExternalSandbox(child, JSON.parse(line) as Announcement, log);
    throw new Error(`The sandbox ended before it listened:\n${log.join('\n')}`);
  }

  /** The calls that it has dealt with and whose method and path begin with `call`, such as `POST /v2/translate/jobs`. */
  calls(call = ''): readonly string[] {
    return this.#log.filter((line) => /^[A-Z]+ \/.* → /.test(line) && line.startsWith(call));
  }

  state(): Promise<SandboxState> {
    return this.#control('GET', '/sandbox/state');
  }

  /** Makes the next call that matches go wrong. */
  async fail(match: string, fault: 'drop-after' | 'slow', ms = 0): Promise<void> {
    await this.#control('POST', '/sandbox/faults', { match, fault, ms });
  }

  /** Has a translator take a job and hand in a text, which may be a damaged one; from a revision too. Wants the pace `manual`. */
  async translate(jobId: string, text: string, from: 'available' | 'revising' = 'available'): Promise<void> {
    if (from === 'available') await this.#control('POST', `/sandbox/jobs/${jobId}/start`, {});
    await this.#control('POST', `/sandbox/jobs/${jobId}/finish`, { body_tgt: text });
  }

  /** Lets the review of a job end unanswered: the service approves by itself. */
  async letReviewEnd(jobId: string): Promise<void> {
    await this.#control('POST', `/sandbox/jobs/${jobId}/expire`, {});
  }

  /** From now on nothing goes wrong on purpose. */
  async recover(): Promise<void> {
    await this.#control('DELETE', '/sandbox/faults');
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await ended;
  }

  async #control<T>(method: string, resource: string, body?: Readonly<Record<string, unknown>>): Promise<T> {
    const answer = await fetch(new URL(resource, this.baseUrl), {
      method,
      headers: { authorization: `Bearer ${this.#controlToken}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { opstat, response } = (await answer.json()) as { readonly opstat: string; readonly response: T };
    if (opstat !== 'ok') throw new Error(`The sandbox refused ${method} ${resource}.`);
    return response;
  }
}
